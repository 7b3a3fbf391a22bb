"""Run a part of Pincite to its end, in a process whose settings hold the services' addresses."""

import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

import psutil

from kb_project.environment import BASE_DIR
from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.processes import CHILD_MARK, STACK_MARK, family_of, kill_all
from kb_project.local_stack.service import wait_until


class Errand:
    """``python -m module argument``: its output is for the terminal, its complaints go to its log.

    Its standard input ends when it is released: one that has something to say at the end waits for that.
    """

    def __init__(self, what: str, module: str, argument: str, log: Path) -> None:
        self._what = what
        self._arguments = [sys.executable, "-m", module, argument]
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, data_dir: Path, environ: Mapping[str, str]) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._arguments,
                stdin=subprocess.PIPE,
                stderr=log,
                env={**environ, STACK_MARK: str(data_dir), CHILD_MARK: "errand"},
                cwd=BASE_DIR,
                start_new_session=True,
            )

    def release(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def finish(self, stopping: threading.Event, seconds: float) -> None:
        """Wait for its end; raise `StackFailure` where it failed, `Stopping` when the stack is to stop."""
        self.release()
        if not wait_until(self.is_over, seconds, stopping):
            raise StackFailure(f"{self._what} took more than {seconds:.0f} s; see {self._log}.")
        if self._process is not None and self._process.returncode:
            raise StackFailure(f"{self._what} failed: {self._last_words()}; see {self._log}.")

    def is_over(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def stop(self) -> None:
        self.release()
        if self._process is not None and self._process.poll() is None:
            kill_all(family_of(psutil.Process(self._process.pid)))
            self._process.wait(5)

    def _last_words(self) -> str:
        lines = [line.strip() for line in self._log.read_text(encoding="utf-8", errors="replace").splitlines()]
        said = [line for line in lines if line]
        return said[-1][:300] if said else f"status {self._process.returncode if self._process else '?'}"
