"""Put right what a supervisor left that was killed."""

import os
import shutil
import signal
from pathlib import Path

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.processes import StopSteps, end_family, kill_all, marked_processes, read_pid_file

# The first takes no new work before the last goes away.
STOP_ORDER = ("web", "beat", "worker", "chroma", "valkey", "postgres")
TERMINATE: StopSteps = ((signal.SIGTERM, 2.0),)  # what is lost by the kill after it can be done again
NEW_LIBRARY_BYTES = 200 * 1024**2
KNOWN_LIBRARY_BYTES = 40 * 1024**2


def end_orphans(data_dir: Path) -> int:
    """End every process that an earlier supervisor of this data folder left; return how many there were."""
    from kb_project.local_stack.postgres import LocalPostgres

    ended = 0
    for name in STOP_ORDER:
        pid_file = data_dir / "run" / f"{name}.pid"
        orphan = read_pid_file(pid_file)
        if orphan is not None:
            ended += 1
            end_family(orphan, LocalPostgres.stop_steps if name == LocalPostgres.name else TERMINATE)
        pid_file.unlink(missing_ok=True)
    strays = marked_processes(data_dir)
    kill_all(strays)
    return ended + len(strays)


def check_writable(data_dir: Path) -> None:
    if not os.access(data_dir, os.W_OK | os.X_OK):
        raise StackFailure(f"{data_dir} cannot be used: permission is missing.")


def check_free_space(data_dir: Path, *, is_new: bool) -> None:
    """Raise `StackFailure` before a full disk stops Postgres half-way."""
    needed = NEW_LIBRARY_BYTES if is_new else KNOWN_LIBRARY_BYTES
    free = shutil.disk_usage(data_dir).free
    if free < needed:
        raise StackFailure(
            f"The disk that holds {data_dir} is full: {free >> 20} MB are free, {needed >> 20} MB are needed."
        )
