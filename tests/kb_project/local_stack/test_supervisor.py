import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from kb_project.local_stack import logs
from kb_project.local_stack.failures import StackFailure, Stopping
from kb_project.local_stack.processes import marked_processes
from kb_project.local_stack.service import Service, wait_until
from kb_project.local_stack.supervisor import DEATHS_TOLD, STEADY_SECONDS, WAITS, Keeper, Supervisor
from tests.kb_project.local_stack.programs import NEVER_UP, PARENT, TALKATIVE, Program

PATIENCE = 30.0  # seconds that a busy machine may need


@contextmanager
def watched(*programs: Program) -> Iterator[list[str]]:
    """Supervise the programs in a thread; give what is said at the terminal."""
    said: list[str] = []
    stopping = threading.Event()
    supervisor = Supervisor(said.append, stopping)
    supervisor.start(*programs)
    thread = threading.Thread(target=supervisor.watch)
    thread.start()
    try:
        yield said
    finally:
        stopping.set()
        thread.join()
        supervisor.stop()


def eventually(is_true) -> bool:
    return wait_until(is_true, PATIENCE, threading.Event())


def test_a_killed_child_is_started_again(data_dir: Path) -> None:
    program = Program(data_dir)
    with watched(program) as said:
        first = program.pid
        psutil.Process(first).kill()
        assert eventually(lambda: program.is_running() and program.pid != first)
    assert f"program ended with status -{signal.SIGKILL}; starting it again." in said


def test_a_supervisor_stops_children_and_grandchildren(data_dir: Path) -> None:
    with watched(Program(data_dir, PARENT, "one"), Program(data_dir, PARENT, "two")):
        assert len(marked_processes(data_dir)) == 4
    assert marked_processes(data_dir) == []


def test_children_are_stopped_in_the_reverse_order_of_their_start(data_dir: Path) -> None:
    order: list[str] = []

    class Noted(Program):
        def stop(self) -> None:
            order.append(self.name)
            super().stop()

    supervisor = Supervisor(lambda _: None, threading.Event())
    supervisor.start(Noted(data_dir, name="first"))
    supervisor.start(Noted(data_dir, name="second"))
    supervisor.stop()
    assert order == ["second", "first"]


def test_one_that_fails_to_stop_does_not_keep_the_others_running(data_dir: Path) -> None:
    class Stubborn(Program):
        def stop(self) -> None:
            super().stop()
            raise RuntimeError("will not")

    other = Program(data_dir, name="other")
    supervisor = Supervisor(lambda _: None, threading.Event())
    supervisor.start(other)
    supervisor.start(Stubborn(data_dir, name="stubborn"))
    with pytest.raises(RuntimeError, match="will not"):
        supervisor.stop()
    assert not other.is_running()


def test_when_one_cannot_start_the_others_are_known_and_stopped(data_dir: Path) -> None:
    good = Program(data_dir, name="good")
    supervisor = Supervisor(lambda _: None, threading.Event())
    with pytest.raises(StackFailure, match="no room on this ship"):
        supervisor.start(good, Program(data_dir, NEVER_UP, "bad"))
    assert good.is_running()
    supervisor.stop()
    assert marked_processes(data_dir) == []


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Doomed(Program):
    def start(self) -> None:
        """It dies at once."""

    def is_running(self) -> bool:
        return False


class Steady(Program):
    def is_running(self) -> bool:
        return True


def test_a_child_that_keeps_dying_is_slowed_down_and_told_once(data_dir: Path) -> None:
    said: list[str] = []
    clock = Clock()
    keeper = Keeper(Doomed(data_dir), said.append, clock=clock)
    waits = []
    for _ in range(len(WAITS) + 2):
        keeper.check()
        assert keeper.start_at is not None
        waits.append(keeper.start_at - clock.now)
        clock.now = keeper.start_at - 0.01
        keeper.check()
        assert keeper.start_at is not None, "it is not started before its time"
        clock.now = keeper.start_at
        keeper.check()
    assert waits == pytest.approx([*WAITS, WAITS[-1], WAITS[-1]])
    assert len(said) == DEATHS_TOLD + 1
    assert "keeps ending" in said[-1]


def test_a_child_that_ran_long_enough_is_forgiven(data_dir: Path) -> None:
    clock = Clock()
    keeper = Keeper(Steady(data_dir), print, deaths=5, clock=clock)
    clock.now += STEADY_SECONDS - 1
    keeper.check()
    assert keeper.deaths == 5
    clock.now += 2
    keeper.check()
    assert keeper.deaths == 0


@pytest.mark.long
def test_a_child_that_cannot_be_started_again_is_tried_later(data_dir: Path) -> None:
    program = Program(data_dir)
    with watched(program) as said:
        program.source = NEVER_UP
        psutil.Process(program.pid).kill()
        assert eventually(lambda: any("did not start" in line for line in said))
        program.source = PARENT
        assert eventually(program.is_running)


def test_a_child_that_talks_for_months_does_not_fill_the_disk(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LONGEST_LOG_BYTES", 5_000)
    program = Program(data_dir, TALKATIVE)
    older = program.log_path.with_suffix(".log.1")
    with watched(program):
        assert eventually(older.exists)
        older.unlink()
        assert eventually(older.exists), "and again"
        assert eventually(lambda: program.log_path.read_bytes().startswith(b"word")), "it goes on from the start"


def test_a_log_that_cannot_be_shortened_ends_nothing(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(service: Service) -> None:
        raise PermissionError

    monkeypatch.setattr(Service, "shorten_log", refuse)
    keeper = Keeper(Steady(data_dir), print)
    keeper.check()
    assert keeper.start_at is None


class Odd(Doomed):
    def start(self) -> None:
        raise ValueError("of a kind that nobody expects")


class Stopped(Doomed):
    def start(self) -> None:
        raise Stopping


def test_no_failure_of_one_child_ends_the_supervisor(data_dir: Path) -> None:
    said: list[str] = []
    keeper = Keeper(Odd(data_dir), said.append)
    keeper.check()
    keeper.check()
    assert said[-1] == "program did not start (of a kind that nobody expects); starting it again."


def test_a_start_that_is_waited_for_ends_when_the_stack_is_to_stop(data_dir: Path) -> None:
    keeper = Keeper(Stopped(data_dir), print)
    keeper.check()
    with pytest.raises(Stopping):
        keeper.check()
