"""Whatever is killed while `manage.py up` runs is up again, without a new start of the supervisor."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM

import psutil
import pytest

from kb_project.environment import BASE_DIR, read_stack_addresses
from kb_project.local_stack.ports import free_port, http_status
from kb_project.local_stack.service import wait_until
from kb_project.local_stack.worker import Beat, Worker
from tests.kb_project.management.commands.lives import CHILDREN, READY, child_pid, environ, read_until, stop, up

PATIENCE = 120.0  # seconds that a busy machine may need


@dataclass
class Stack:
    data_dir: Path
    port: int

    def kill(self, name: str) -> None:
        """SIGKILL; return when another process has its place."""
        killed = child_pid(self.data_dir, name)
        psutil.Process(killed).kill()
        eventually(lambda: child_pid(self.data_dir, name) not in (None, killed), f"another {name}")

    def has_ready_worker(self) -> bool:
        broker = {"CELERY_BROKER_URL": read_stack_addresses(self.data_dir)["CELERY_BROKER_URL"]}
        return Worker(self.data_dir, threading.Event(), broker).is_ready()

    def count_beats(self) -> int:
        return Beat(self.data_dir, threading.Event(), {}).log_path.read_text().count(Beat.STARTED)

    def answers(self, path: str) -> bool:
        return http_status(self.port, path, seconds=30) == 200

    def search(self) -> str:
        """What the command says in another shell, which knows the data folder only."""
        command = [sys.executable, "manage.py", "search_library", "silt in the well", "--user", "admin"]
        made = subprocess.run(
            command, cwd=BASE_DIR, env=environ(self.data_dir), capture_output=True, text=True, timeout=PATIENCE
        )
        return made.stdout + made.stderr


def eventually(is_true: Callable[[], bool], what: str) -> None:
    assert wait_until(is_true, PATIENCE, threading.Event()), what


@pytest.fixture
def stack(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stack]:
    monkeypatch.delenv(
        "CELERY_BROKER_URL", raising=False
    )  # Celery would ask the broker of the tests, whatever it is told
    port = free_port()
    process = up(data_dir, port)
    read_until(process, READY)
    yield Stack(data_dir, port)
    said = stop(process, SIGTERM)
    assert process.returncode == 0, said
    assert [said.count(f"{name} ended with status -9; starting it again.") for name in CHILDREN] == [1] * 6, said


@pytest.mark.long
@pytest.mark.timeout(900)
def test_each_part_that_is_killed_is_up_again(stack: Stack) -> None:
    beats = stack.count_beats()
    for name in CHILDREN:
        stack.kill(name)
        eventually(lambda: stack.answers("/readyz"), f"ready after {name} was killed")
        eventually(lambda: stack.answers("/accounts/login/"), f"a page after {name} was killed")
        eventually(stack.has_ready_worker, f"the worker after {name} was killed")
        if name == "beat":
            eventually(lambda: stack.count_beats() > beats, "a new beat")
        assert f"http://localhost:{stack.port}/documents/" in stack.search(), name
