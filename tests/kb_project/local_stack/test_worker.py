import os
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from kb_project.environment import beat_schedule
from kb_project.local_stack.valkey import LocalValkey
from kb_project.local_stack.worker import Beat, Worker


@pytest.fixture
def beat(data_dir: Path) -> Iterator[Beat]:
    process = Beat(data_dir, threading.Event(), os.environ | {"DATA_DIR": str(data_dir)})
    yield process
    process.stop()


def test_beat_is_ready_when_it_has_written_its_schedule(beat: Beat) -> None:
    beat.start()
    assert list(beat.folders.run.glob("beat-schedule*"))


def test_the_schedule_of_a_beat_that_was_killed_does_not_make_the_next_one_ready(beat: Beat) -> None:
    beat.start()
    psutil.Process(beat.pid).kill()
    beat.prepare()
    assert not beat.is_ready()
    beat.start()
    assert beat.is_running()
    assert beat.is_ready()


def test_beat_starts_with_a_schedule_that_cannot_be_read(beat: Beat) -> None:
    beat_schedule(beat.folders.run.parent).write_bytes(b"torn")
    beat.start()
    assert beat.is_ready()


@pytest.fixture
def valkey(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalValkey]:
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)  # Celery would ask that one, whatever it is told
    server = LocalValkey(data_dir)
    server.start()
    yield server
    server.stop()


def test_a_broker_that_is_killed_while_the_worker_starts_is_waited_for(valkey: LocalValkey) -> None:
    worker = Worker(valkey.folders.data_dir, threading.Event(), {"CELERY_BROKER_URL": valkey.url})
    assert not worker.is_ready(), "it was never started"
    psutil.Process(valkey.pid).kill()
    assert not worker.is_ready()
    valkey.start()
    assert not worker.is_ready()
