"""One supervisor for each data folder."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from kb_project.local_stack.failures import StackFailure


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold the lock file; the kernel frees it however we end. Raise `StackFailure` where another holds it."""
    with path.open("a+", encoding="ascii") as stream:
        _lock(stream.fileno(), path)
        stream.truncate(0)
        stream.write(str(os.getpid()))
        stream.flush()
        yield


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = path.read_text(encoding="ascii").strip() or "unknown"
        folder = path.parent.parent
        raise StackFailure(f"Pincite already runs on {folder} (process {holder}): stop it first.") from None
