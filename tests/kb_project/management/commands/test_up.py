"""`manage.py up` as a person sees it: what it refuses, and one whole life of it."""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from kb_project.environment import BASE_DIR, read_stack_addresses
from kb_project.local_stack.folders import StackFolders
from kb_project.local_stack.lock import only_one
from kb_project.local_stack.ports import free_port, http_status
from kb_project.local_stack.processes import kill_all, marked_processes

GIVEN = ("DATABASE_URL", "CELERY_BROKER_URL", "CHROMA_URL", "SECRET_KEY")
CHILDREN = ("web", "worker", "beat", "chroma", "valkey", "postgres")


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    folder = (tmp_path / "a long name with spaces" / "var").resolve()
    yield folder
    kill_all(marked_processes(folder))
    shutil.rmtree(StackFolders(folder).outside_path, ignore_errors=True)


def environ(data_dir: Path, port: int) -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if name not in GIVEN}
    return ours | {"DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUNBUFFERED": "1"}


def up(data_dir: Path, port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=BASE_DIR,
        env=environ(data_dir, port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def refusal(data_dir: Path, port: int) -> str:
    """What is printed by a start that must not succeed: one sentence, status 1, no traceback."""
    process = up(data_dir, port)
    said, _ = process.communicate(timeout=60)
    assert process.returncode == 1, said
    assert len(said.strip().splitlines()) == 1, said
    return said.strip()


def test_a_port_in_use_is_one_sentence(data_dir: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert refusal(data_dir, port).startswith(f"Port {port} is in use")
    assert marked_processes(data_dir) == []


def test_a_data_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "a file is in the way" in refusal(tmp_path / "file", free_port())
    assert "a file is in the way" in refusal(tmp_path / "file" / "var", free_port())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_data_folder_without_permission_is_one_sentence(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    assert "permission is missing" in refusal(locked / "var", free_port())
    assert "permission is missing" in refusal(locked, free_port())


@pytest.mark.skipif(not pathlib.Path("/proc/version").exists(), reason="needs /proc, where nobody can write")
def test_a_place_where_nothing_can_be_made_is_one_sentence() -> None:
    assert "cannot be used" in refusal(Path("/proc/pincite"), free_port())


def test_a_second_start_on_the_same_data_is_one_sentence(data_dir: Path) -> None:
    (data_dir / "run").mkdir(parents=True)
    with only_one(data_dir / "run" / "up.lock"):
        assert f"already runs on {data_dir} (process {os.getpid()})" in refusal(data_dir, free_port())


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """Everything said up to the line that holds the words."""
    said = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if words in line:
            return "".join(said)
    raise AssertionError("".join(said))


def child_pids(data_dir: Path) -> dict[str, int]:
    return {name: json.loads((data_dir / "run" / f"{name}.pid").read_text())["pid"] for name in CHILDREN}


def stop(process: subprocess.Popen[str], number: signal.Signals) -> str:
    process.send_signal(number)
    said, _ = process.communicate(timeout=120)
    return said


@pytest.mark.long
@pytest.mark.timeout(600)
def test_one_life(data_dir: Path) -> None:
    """First start with samples; Ctrl-C; warm start with all data; kill -9; recovery; SIGTERM."""
    port = free_port()
    process = up(data_dir, port)
    said = read_until(process, "stop       Ctrl-C")
    assert "adding samples" in said
    assert re.search(r"pages \d+–\d+ of \d+", said), "a citation with its pages"
    password = (data_dir / "admin-password").read_text().strip()
    assert f"admin / {password}" in said
    assert (data_dir / "admin-password").stat().st_mode & 0o777 == 0o600
    assert (data_dir / "run" / "stack.env").stat().st_mode & 0o777 == 0o600
    assert http_status(port, "/readyz", seconds=20) == 200
    assert f"already runs on {data_dir}" in refusal(data_dir, free_port())
    pids = child_pids(data_dir)
    stop(process, signal.SIGINT)
    assert process.returncode == 0
    assert_all_gone(data_dir, pids)

    process = up(data_dir, port)
    said = read_until(process, "stop       Ctrl-C")
    assert "adding samples" not in said
    assert f"admin / {password}" in said
    assert count_documents(data_dir) == 3
    pids = child_pids(data_dir)
    process.kill()
    process.communicate()

    process = up(data_dir, port)
    said = read_until(process, "stop       Ctrl-C")
    assert "that an earlier start had left behind" in said
    assert not any(pid in child_pids(data_dir).values() for pid in pids.values())
    assert count_documents(data_dir) == 3
    pids = child_pids(data_dir)
    stop(process, signal.SIGTERM)
    assert process.returncode == 0
    assert_all_gone(data_dir, pids)


def count_documents(data_dir: Path) -> int:
    with psycopg.connect(read_stack_addresses(data_dir)["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT count(*) FROM documents_document").fetchone()
    assert row is not None
    return int(row[0])


def assert_all_gone(data_dir: Path, pids: dict[str, int]) -> None:
    assert marked_processes(data_dir) == []
    assert [name for name, pid in pids.items() if psutil.pid_exists(pid)] == []
    assert not (data_dir / "run" / "stack.env").exists()
