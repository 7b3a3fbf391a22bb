"""A web process gets ready for the first question and the first picture by itself."""

import threading

import pytest

from kb_project.web_server import post_worker_init


def test_a_new_web_process_starts_its_renderer_and_loads_its_model(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    loaded = threading.Event()
    monkeypatch.setattr("documents.services.pictures.warm_up", lambda: begun.append("renderer"))
    monkeypatch.setattr("search.queries.warm_up", loaded.set)
    post_worker_init(None)
    assert begun == ["renderer"]
    assert loaded.wait(10)
