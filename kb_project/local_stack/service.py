"""One program that the local stack runs: start it, wait until it is ready, stop it."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import psutil

from kb_project.local_stack.accounts import Account, popen_options
from kb_project.local_stack.failures import StackFailure, Stopping
from kb_project.local_stack.folders import StackFolders
from kb_project.local_stack.logs import shorten_log
from kb_project.local_stack.processes import (
    CHILD_MARK,
    STACK_MARK,
    StopSteps,
    end_family,
    kill_all,
    marked_processes,
    read_pid_file,
    write_pid_file,
)

POLL_SECONDS = 0.05
LOG_TAIL_BYTES = 20_000


def wait_until(is_true: Callable[[], bool], seconds: float, stopping: threading.Event) -> bool:
    """Ask again and again for that long; raise `Stopping` as soon as someone wants the stack to stop."""
    deadline = time.monotonic() + seconds
    while not is_true():
        if stopping.is_set():
            raise Stopping
        if time.monotonic() > deadline:
            return False
        stopping.wait(POLL_SECONDS)
    return True


class Service:
    """A supervised program with a log, a pid file and a way to tell that it is ready.

    `start` leaves a ready program or raises `StackFailure`; `stop` leaves none of its processes.
    """

    name: ClassVar[str]
    ready_within: ClassVar[float] = 60.0  # seconds
    stop_steps: ClassVar[StopSteps] = ((signal.SIGTERM, 10.0),)

    def __init__(self, data_dir: Path, stopping: threading.Event | None = None) -> None:
        self.folders = StackFolders(data_dir.resolve())
        self.stopping = stopping or threading.Event()
        self.account: Account | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._log_start = 0

    # What a program says about itself

    def command(self) -> list[str]:
        raise NotImplementedError

    def environ(self) -> dict[str, str]:
        return dict(os.environ)

    def working_folder(self) -> Path:
        return Path("/")

    def prepare(self) -> None:
        """Make what the program needs before its first start."""

    def is_ready(self) -> bool:
        raise NotImplementedError

    # Starting and stopping

    def start(self) -> None:
        self._end()
        self.prepare()
        self.spawn()
        try:
            self.wait_ready()
        except BaseException:
            self._end()
            raise

    def spawn(self) -> None:
        environ = self.environ() | {STACK_MARK: str(self.folders.data_dir), CHILD_MARK: self.name}
        with self.log_path.open("ab") as log:
            self._log_start = log.tell()
            self._process = subprocess.Popen(  # type: ignore[call-overload]
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environ,
                cwd=self.working_folder(),
                start_new_session=True,  # Ctrl-C reaches the supervisor only, which stops the others in order
                **popen_options(self.account),
            )
        write_pid_file(self.pid_path, self._process.pid)

    def wait_ready(self) -> None:
        """Raise `StackFailure` when it dies first or takes too long."""
        if not wait_until(self._is_ready_or_dead, self.ready_within, self.stopping):
            raise StackFailure(f"{self.name} was not ready within {self.ready_within:.0f} s; see {self.log_path}.")
        if not self.is_running():
            raise StackFailure(self.why_it_died())

    def _is_ready_or_dead(self) -> bool:
        return not self.is_running() or self.is_ready()

    def stop(self) -> None:
        """End the program and everything that it started; nothing happens where nothing runs."""
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            if self._process.poll() is None:
                end_family(psutil.Process(self._process.pid), self.stop_steps)
            self._process.wait(5)
        self.end_leftovers()

    def end_leftovers(self) -> None:
        """End what an earlier start left behind: an orphan, or the children of a program that was killed."""
        orphan = read_pid_file(self.pid_path)
        if orphan is not None:
            end_family(orphan, self.stop_steps)
        kill_all(marked_processes(self.folders.data_dir, self.name))
        self.pid_path.unlink(missing_ok=True)

    # What is known about it

    @property
    def log_path(self) -> Path:
        return self.folders.logs / f"{self.name}.log"

    @property
    def pid_path(self) -> Path:
        return self.folders.run / f"{self.name}.pid"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def exit_status(self) -> int | None:
        return self._process.poll() if self._process else None

    def log_since_start(self) -> str:
        """The end of what the program has said since it was last started."""
        with self.log_path.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(self._log_start, size - LOG_TAIL_BYTES))
            return log.read().decode("utf-8", "replace")

    def shorten_log(self) -> None:
        if shorten_log(self.log_path):
            self._log_start = 0

    def why_it_died(self) -> str:
        said = [line.strip() for line in self.log_since_start().splitlines() if line.strip()]
        last = f' and said "{said[-1][:200]}"' if said else ""
        return f"{self.name} ended with status {self.exit_status()}{last}; see {self.log_path}."
