import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from kb_project.local_stack.processes import (
    CHILD_MARK,
    STACK_MARK,
    ProcessIdentity,
    end_family,
    is_alive,
    marked_processes,
    read_pid_file,
    write_pid_file,
)
from tests.kb_project.local_stack.programs import DEAF, OBEDIENT, PARENT


def started(source: str, **environ: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, text=True, env={**os.environ, **environ}
    )
    assert process.stdout is not None
    process.said = process.stdout.readline().strip()  # type: ignore[attr-defined]
    process.stdout.close()
    return process


def test_a_pid_file_finds_its_process_while_it_lives(tmp_path: Path) -> None:
    process = started(OBEDIENT)
    write_pid_file(tmp_path / "p.pid", process.pid)
    found = read_pid_file(tmp_path / "p.pid")
    process.kill()
    process.wait()

    assert found is not None
    assert found.pid == process.pid
    assert read_pid_file(tmp_path / "p.pid") is None


def test_a_number_that_was_given_out_again_is_another_process(tmp_path: Path) -> None:
    (tmp_path / "p.pid").write_text(f'{{"pid": {os.getpid()}, "created": 1000.0}}')
    assert read_pid_file(tmp_path / "p.pid") is None
    assert ProcessIdentity.of(os.getpid()).find() is not None


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"pid": "x", "created": 1}', '{"pid": 1}'])
def test_a_torn_pid_file_names_nobody(tmp_path: Path, torn: str) -> None:
    (tmp_path / "p.pid").write_text(torn)
    assert read_pid_file(tmp_path / "p.pid") is None


def test_a_process_that_ended_and_waits_to_be_collected_is_not_alive() -> None:
    process = started(OBEDIENT)
    process.send_signal(signal.SIGKILL)
    seen = psutil.Process(process.pid)
    end_family(seen, ())
    try:
        assert not is_alive(seen)
    finally:
        process.wait()


def test_ending_a_family_ends_the_grandchildren() -> None:
    process = started(PARENT)
    grandchild = psutil.Process(int(process.said.split()[1]))  # type: ignore[attr-defined]
    end_family(psutil.Process(process.pid), ((signal.SIGTERM, 1.0),))
    process.wait()
    assert not is_alive(grandchild)


def test_who_does_not_listen_is_killed() -> None:
    process = started(DEAF)
    end_family(psutil.Process(process.pid), ((signal.SIGTERM, 0.2),))
    assert process.wait() == -signal.SIGKILL


def test_marks_tell_one_data_folder_and_one_child_from_another(tmp_path: Path) -> None:
    ours = started(OBEDIENT, **{STACK_MARK: str(tmp_path), CHILD_MARK: "web"})
    others = started(OBEDIENT, **{STACK_MARK: f"{tmp_path}-other", CHILD_MARK: "web"})
    try:
        assert [process.pid for process in marked_processes(tmp_path)] == [ours.pid]
        assert [process.pid for process in marked_processes(tmp_path, "web")] == [ours.pid]
        assert marked_processes(tmp_path, "worker") == []
    finally:
        for process in (ours, others):
            process.kill()
            process.wait()
