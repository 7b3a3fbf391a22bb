"""What is worked out from settings and this machine."""

from __future__ import annotations

from typing import Any

import pytest

from documents import conf


@pytest.mark.parametrize(
    ("cores", "processes", "threads"), [(8, 2, 4), (2, 2, 1), (8, 3, 2), (1, 4, 1), (4, 1, 4), (4, 0, 1)]
)
def test_the_cores_are_shared_by_the_processes_of_the_worker(
    monkeypatch: pytest.MonkeyPatch, settings: Any, cores: int, processes: int, threads: int
) -> None:
    """Zero processes is Celery's word for as many as there are cores."""
    monkeypatch.setattr(conf, "usable_cores", lambda: cores)
    settings.CELERY_WORKER_CONCURRENCY = processes
    assert conf.ocr_limits().threads == threads
