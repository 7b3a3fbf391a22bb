"""Recognise and end operating system processes, also those of a supervisor that is no longer there."""

import contextlib
import json
import os
import signal
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

STACK_MARK = "PINCITE_STACK"  # every child carries it: the data folder that it serves
CHILD_MARK = "PINCITE_CHILD"  # and this: its own name
POLL_SECONDS = 0.02
SAME_PROCESS_SECONDS = 2.0  # the boot time that create_time() counts from moves when the clock is set

StopSteps = Sequence[tuple[signal.Signals, float]]


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """A process id with its start in seconds since the epoch: the number alone is given out again."""

    pid: int
    created: float

    @classmethod
    def of(cls, pid: int) -> "ProcessIdentity":
        """Raise `psutil.NoSuchProcess` where there is none."""
        return cls(pid, psutil.Process(pid).create_time())

    def find(self) -> psutil.Process | None:
        try:
            process = psutil.Process(self.pid)
            is_same = abs(process.create_time() - self.created) < SAME_PROCESS_SECONDS
            return process if is_same and is_alive(process) else None
        except psutil.Error:
            return None


def write_pid_file(path: Path, pid: int) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):  # it ended at once: nothing to find again
        identity = ProcessIdentity.of(pid)
        path.write_text(json.dumps({"pid": identity.pid, "created": identity.created}), encoding="ascii")


def read_pid_file(path: Path) -> psutil.Process | None:
    """The live process that the file names; ``None`` for a missing, torn or outdated file."""
    try:
        stored = json.loads(path.read_text(encoding="ascii"))
        return ProcessIdentity(int(stored["pid"]), float(stored["created"])).find()
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def marked_processes(data_dir: Path, name: str | None = None) -> list[psutil.Process]:
    """Live processes that were started for this data folder (as this child), without us and our parents."""
    own = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            environ = process.environ() if process.pid not in own else {}
            if environ.get(STACK_MARK) == str(data_dir) and name in (None, environ.get(CHILD_MARK)):
                found.append(process)
    return [process for process in found if is_alive(process)]


def family_of(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def end_family(process: psutil.Process, steps: StopSteps) -> None:
    """Ask the process to stop, step by step (signal, seconds to wait); kill what is left of its family."""
    family = family_of(process)
    for number, seconds in steps:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)
        if wait_gone([process], seconds):
            break
    kill_all([*family, *family_of(process)])


def wait_gone(processes: Sequence[psutil.Process], seconds: float) -> bool:
    """Whether all end in time. A zombie has ended: not every machine's first process collects orphans."""
    deadline = time.monotonic() + seconds
    while any(is_alive(process) for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def kill_all(processes: Iterable[psutil.Process], seconds: float = 5.0) -> None:
    """SIGKILL and wait until they are gone; those gone already cost nothing."""
    doomed = [process for process in processes if is_alive(process)]
    for process in doomed:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    wait_gone(doomed, seconds)
