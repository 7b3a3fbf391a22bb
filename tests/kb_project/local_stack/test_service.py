import signal
import threading
import time
from pathlib import Path

import psutil
import pytest

from kb_project.local_stack.failures import StackFailure, Stopping
from kb_project.local_stack.processes import is_alive, marked_processes
from kb_project.local_stack.service import wait_until
from tests.kb_project.local_stack.programs import DEAF, NEVER_UP, OBEDIENT, PARENT, Program


def test_a_started_program_is_ready_and_a_stopped_one_leaves_nothing(data_dir: Path) -> None:
    program = Program(data_dir)
    program.start()
    assert program.is_running()
    program.stop()
    assert not program.is_running()
    assert marked_processes(data_dir) == []
    assert not program.pid_path.exists()


def test_a_program_that_dies_at_once_is_told_in_one_sentence(data_dir: Path) -> None:
    with pytest.raises(StackFailure, match=r'^program ended with status 1 and said "no room on this ship"; see .*\.$'):
        Program(data_dir, NEVER_UP).start()


def test_a_program_that_is_never_ready_is_not_left_running(data_dir: Path) -> None:
    program = Program(data_dir, "import time; time.sleep(600)")
    program.ready_within = 0.2  # type: ignore[misc]
    with pytest.raises(StackFailure, match="was not ready within"):
        program.start()
    assert marked_processes(data_dir) == []


def test_stopping_kills_who_does_not_listen(data_dir: Path) -> None:
    program = Program(data_dir, DEAF)
    program.start()
    program.stop()
    assert program.exit_status() == -signal.SIGKILL


def test_stopping_ends_the_grandchildren(data_dir: Path) -> None:
    program = Program(data_dir, PARENT)
    program.start()
    grandchild = psutil.Process(program.child_pid())
    program.stop()
    assert not is_alive(grandchild)


def test_a_start_ends_the_children_of_a_program_that_was_killed(data_dir: Path) -> None:
    program = Program(data_dir, PARENT)
    program.start()
    grandchild = psutil.Process(program.child_pid())
    psutil.Process(program.pid).kill()
    program.start()
    try:
        assert not is_alive(grandchild)
    finally:
        program.stop()


def test_a_start_ends_the_orphan_that_the_pid_file_names(data_dir: Path) -> None:
    first, second = Program(data_dir), Program(data_dir)
    first.start()
    second.start()  # as a supervisor does whose predecessor was killed
    try:
        assert not first.is_running()
    finally:
        second.stop()


def test_what_a_program_said_before_its_last_start_is_not_read_again(data_dir: Path) -> None:
    program = Program(data_dir, OBEDIENT.replace("up", "up for the first time"))
    program.start()
    program.stop()
    program.source = OBEDIENT
    program.start()
    program.stop()
    assert program.log_since_start() == "up\n"


def test_waiting_ends_when_the_stack_is_to_stop() -> None:
    stopping = threading.Event()
    threading.Timer(0.1, stopping.set).start()
    with pytest.raises(Stopping):
        wait_until(lambda: False, 60, stopping)


def test_waiting_gives_up_in_time() -> None:
    began = time.monotonic()
    assert wait_until(lambda: False, 0.1, threading.Event()) is False
    assert time.monotonic() >= began + 0.1
