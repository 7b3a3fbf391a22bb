"""`manage.py up` in a process of its own, and what can be seen of it from outside."""

import os
import signal
import subprocess
from pathlib import Path

from kb_project.local_stack.processes import read_pid_file
from tests.kb_project.local_stack.ordinary_user import OrdinaryUser

GIVEN = ("DATABASE_URL", "CELERY_BROKER_URL", "CHROMA_URL", "SECRET_KEY", "PORT", "PUBLIC_URL")
CHILDREN = ("postgres", "valkey", "chroma", "worker", "beat", "web")
READY = "stop       Ctrl-C"

_started: list[subprocess.Popen[str]] = []


def environ(data_dir: Path) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return ours | {"DATA_DIR": str(data_dir), "PYTHONUNBUFFERED": "1"}


def up(data_dir: Path, port: int, user: OrdinaryUser | None = None) -> subprocess.Popen[str]:
    process = (user or OrdinaryUser()).start(["manage.py", "up"], environ(data_dir) | {"PORT": str(port)})
    _started.append(process)
    return process


def end_all() -> None:
    """What a test that failed in the middle left running; otherwise the next test would be blamed for it."""
    while _started:
        process = _started.pop()
        if process.returncode is None:
            process.kill()
            process.communicate()


def refusal(data_dir: Path, port: int, user: OrdinaryUser | None = None) -> str:
    """What is printed by a start that must not succeed: one sentence, status 1, no traceback."""
    process = up(data_dir, port, user)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 1, said
    assert len(said.strip().splitlines()) == 1, said
    return said.strip()


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """Everything said up to the line that holds the words."""
    said = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if words in line:
            return "".join(said)
    raise AssertionError("".join(said))


def stop(process: subprocess.Popen[str], number: signal.Signals) -> str:
    process.send_signal(number)
    said, _ = process.communicate(timeout=120)
    return said


def child_pid(data_dir: Path, name: str) -> int | None:
    """The process id of the child; ``None`` while it is not running."""
    process = read_pid_file(data_dir / "run" / f"{name}.pid")
    return process.pid if process else None


def child_pids(data_dir: Path) -> dict[str, int]:
    found = {name: child_pid(data_dir, name) for name in CHILDREN}
    assert None not in found.values(), found
    return {name: pid for name, pid in found.items() if pid}
