import os
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from kb_project.environment import BASE_DIR
from kb_project.local_stack.valkey import LocalValkey
from kb_project.local_stack.worker import Beat, Worker


@pytest.fixture
def beat(data_dir: Path) -> Iterator[Beat]:
    process = Beat(data_dir, threading.Event(), os.environ | {"DATA_DIR": str(data_dir)})
    yield process
    process.stop()


def test_freed_memory_is_given_back_unless_a_person_says_otherwise(data_dir: Path) -> None:
    environ = Worker(data_dir, threading.Event(), {"MALLOC_ARENA_MAX": "8"}).environ()
    assert environ == {
        "MALLOC_ARENA_MAX": "8",
        "MALLOC_MMAP_THRESHOLD_": "131072",
        "MALLOC_TRIM_THRESHOLD_": "131072",
    }


@pytest.mark.long
def test_beat_is_ready_when_it_says_that_it_starts(beat: Beat) -> None:
    beat.start()
    assert beat.is_running()
    assert beat.log_since_start().count(Beat.STARTED) == 1


@pytest.mark.long
def test_what_a_beat_that_was_killed_said_does_not_make_the_next_one_ready(beat: Beat) -> None:
    beat.start()
    psutil.Process(beat.pid).kill()
    beat.stop()
    beat.spawn()
    assert not beat.is_ready()
    beat.wait_ready()
    assert beat.log_path.read_text().count(Beat.STARTED) == 2


@pytest.mark.long
def test_beat_leaves_no_file_that_a_kill_could_tear(beat: Beat) -> None:
    beat.start()
    assert [path.name for path in beat.folders.run.iterdir()] == ["beat.pid"]
    assert not [path for path in BASE_DIR.iterdir() if "schedule" in path.name]


@pytest.fixture
def valkey(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalValkey]:
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)  # Celery would ask that one, whatever it is told
    server = LocalValkey(data_dir)
    server.start()
    yield server
    server.stop()


@pytest.mark.long
def test_a_broker_that_is_killed_while_the_worker_starts_is_waited_for(valkey: LocalValkey) -> None:
    worker = Worker(valkey.folders.data_dir, threading.Event(), {"CELERY_BROKER_URL": valkey.url})
    assert not worker.is_ready(), "it was never started"
    psutil.Process(valkey.pid).kill()
    assert not worker.is_ready()
    valkey.start()
    assert not worker.is_ready()
