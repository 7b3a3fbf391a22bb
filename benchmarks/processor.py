"""Processor time of everything that takes part: on a machine that others use as well it says more than the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil


@contextmanager
def processor_time() -> Iterator[list[float]]:
    """Seconds of this process and of the local stack of its DATA_DIR, in a list that is filled at the end.

    It stays empty where the services are somewhere else. What ended meanwhile is not counted.
    """
    spent: list[float] = []
    before = _of_stack()
    own = time.process_time()
    yield spent
    after = _of_stack()
    if before and after:
        spent.append(time.process_time() - own + sum(now - before.get(pid, 0.0) for pid, now in after.items()))


def _of_stack() -> dict[int, float]:
    """Of each process below `manage.py up`, so far."""
    from kb_project import settings

    found: dict[int, float] = {}
    for process in _processes_of_stack(settings.DATA_DIR):
        with suppress(psutil.Error):
            times = process.cpu_times()
            found[process.pid] = times.user + times.system
    return found


def _processes_of_stack(data_dir: Path) -> list[psutil.Process]:
    for process in psutil.process_iter(["cmdline"]):
        if (process.info["cmdline"] or ())[1:3] != ["manage.py", "up"]:
            continue
        with suppress(psutil.Error):
            if Path(process.environ().get("DATA_DIR", "var")).resolve() == data_dir.resolve():
                return process.children(recursive=True)
    return []


def most_memory(pid: int) -> int:
    """The most resident memory in bytes that a process that runs has had; 0 where that is not told."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
