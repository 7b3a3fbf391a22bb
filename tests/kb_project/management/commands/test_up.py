"""`manage.py up` as a person sees it: what it refuses, and one whole life of it."""

import os
import re
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import psutil
import psycopg
import pytest

from kb_project.environment import read_stack_addresses
from kb_project.local_stack.lock import only_one
from kb_project.local_stack.ports import free_port, http_status
from kb_project.local_stack.processes import marked_processes
from kb_project.management.commands import up as up_command
from tests.kb_project.local_stack.ordinary_user import ordinary_user
from tests.kb_project.management.commands.lives import READY, child_pids, read_until, refusal, stop, up


def test_a_port_in_use_is_one_sentence(data_dir: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert refusal(data_dir, port).startswith(f"Port {port} is in use")
    assert marked_processes(data_dir) == []


@pytest.mark.long
def test_a_data_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "a file is in the way" in refusal(tmp_path / "file", free_port())
    assert "a file is in the way" in refusal(tmp_path / "file" / "var", free_port())


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """Where another user may look but nobody may write; pytest's own folders are closed to other users."""
    folder = Path(tempfile.mkdtemp(prefix="pincite-locked-")).resolve()
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.long
def test_a_data_folder_without_permission_is_one_sentence(locked_folder: Path) -> None:
    user = ordinary_user()
    assert "permission is missing" in refusal(locked_folder / "var", free_port(), user)
    assert "permission is missing" in refusal(locked_folder, free_port(), user)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs /proc, where nobody can write")
def test_a_place_where_nothing_can_be_made_is_one_sentence() -> None:
    assert "cannot be used" in refusal(Path("/proc/pincite"), free_port())


@pytest.mark.long
def test_a_second_start_on_the_same_data_is_one_sentence(data_dir: Path) -> None:
    (data_dir / "run").mkdir(parents=True)
    with only_one(data_dir / "run" / "up.lock"):
        assert f"already runs on {data_dir} (process {os.getpid()})" in refusal(data_dir, free_port())


@pytest.mark.parametrize(("given", "port"), [(None, 8000), ("8123", 8123), ("8200", 8200)])
def test_the_port_that_a_killed_stack_wrote_down_is_not_the_next_one(
    monkeypatch: pytest.MonkeyPatch, given: str | None, port: int
) -> None:
    started = []
    monkeypatch.setattr(up_command.signal, "signal", lambda *_: None)
    monkeypatch.setattr(up_command, "LocalStack", lambda folder, port, *_: started.append(port) or Mock())
    monkeypatch.setattr(up_command.settings, "PORT", 8123)  # as settings read it from the file
    monkeypatch.setenv("PORT", given) if given else monkeypatch.delenv("PORT", raising=False)
    up_command.Command().handle(stop_with_parent=False)
    assert started == [port]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_one_life(data_dir: Path) -> None:
    """First start with samples; Ctrl-C; warm start with all data; kill -9; recovery; SIGTERM."""
    port = free_port()
    process = up(data_dir, port)
    said = read_until(process, READY)
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
    said = read_until(process, READY)
    assert "adding samples" not in said
    assert f"admin / {password}" in said
    assert count_documents(data_dir) == 3
    pids = child_pids(data_dir)
    process.kill()
    process.communicate()

    process = up(data_dir, port)
    said = read_until(process, READY)
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
