"""A real Celery worker, in processes of its own, on the test's database, queue, Chroma and files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test import Client

from documents.models import Collection
from search.models import Generation
from search.vector_store import get_store
from tests.end_to_end import races
from tests.end_to_end.journeys.door import Door
from tests.end_to_end.journeys.table import pytest_terminal_summary  # noqa: F401 - pytest calls it
from tests.end_to_end.races import House
from tests.factories import make_admin
from tests.invariants import library_problems

PATIENCE = 90  # seconds, on a busy machine


class Worker:
    """One `celery worker` with its pool, started and stopped by the test."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self._environment = environment
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "kb_project", "worker", "--concurrency=1"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--loglevel=INFO", "--without-gossip", "--without-mingle"],
                cwd=configured.BASE_DIR,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """SIGKILL for the worker, its pool and what they started: as a power cut would."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        return self._log.read_text(errors="replace")


@pytest.fixture
def worker(transactional_db: None, settings: Any, tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(worker_environment(settings), tmp_path / "worker.log")
    worker.start()
    yield worker
    worker.kill()


def worker_environment(settings: Any) -> dict[str, str]:
    address = urlsplit(os.environ["DATABASE_URL"])
    test_database = address._replace(path=f"/{connection.settings_dict['NAME']}")
    return os.environ | {
        "DATABASE_URL": urlunsplit(test_database),
        "CELERY_QUEUE": settings.CELERY_TASK_DEFAULT_QUEUE,
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
        "STALLED_SECONDS": "2",
        "PYTHONWARNINGS": "default",
    }


def wait_until(condition: Callable[[], Any], worker: Worker, what: str) -> Any:
    """Poll until `condition()` is true and return its value; fail with the worker's log after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.02)
    pytest.fail(f"waited {PATIENCE} s for {what}; the worker said:\n{worker.log[-4000:]}")


@pytest.fixture
def house(
    hash_embedder: None, transactional_db: None, media_root: Path, settings: Any, tmp_path: Path
) -> Iterator[House]:
    """A library of its own, on rows that every thread and process sees."""
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    yield House(make_admin(), media_root)
    for generation in Generation.objects.all():
        get_store().drop(generation.collection_name)


@pytest.fixture
def tasks_at_once() -> Iterator[None]:
    """Each task is run where it is sent, and what fails in it fails the test."""
    with races.tasks_at_once():
        yield


@pytest.fixture
def door(index_db: None, client: Client, settings: Any, tmp_path: Path) -> Door:
    """An administrator's client, and a collection to upload to."""
    settings.PICTURES_ROOT = str(tmp_path / "pictures")
    client.force_login(make_admin())
    return Door(client, Collection.objects.create(name="Corpus"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Every document that a test here has stored keeps the invariants, whatever the test was about."""
    result = yield
    if {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())):
        assert library_problems() == []
    return result
