"""How much memory the processes took that read a file."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

LOOK_SECONDS = 0.005
_PEAK = re.compile(rb"^VmHWM:\s*(\d+) kB$", re.MULTILINE)


class PeakMemory:
    """While it is entered, looks at every process that this one begins; `bytes` is the most that one of them took.

    The kernel keeps the most resident memory of each process; what it grew by after the last look is missed.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._before = set(_descendants(os.getpid()))
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        own = _command(os.getpid())
        while not self._over.wait(LOOK_SECONDS):
            for process in set(_descendants(os.getpid())) - self._before:
                # Before it runs its own program, a new process shares the memory of the one that began it.
                if _command(process) not in (b"", own):
                    self.bytes = max(self.bytes, _peak_bytes(process))


def _descendants(process: int) -> Iterator[int]:
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        for child in _read(file).split():
            yield int(child)
            yield from _descendants(int(child))


def _command(process: int) -> bytes:
    return _read(Path(f"/proc/{process}/cmdline"))


def _peak_bytes(process: int) -> int:
    found = _PEAK.search(_read(Path(f"/proc/{process}/status")))
    return int(found[1]) * 1024 if found else 0


def _read(file: Path) -> bytes:
    with suppress(OSError):  # it has ended
        return file.read_bytes()
    return b""
