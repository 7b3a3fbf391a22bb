"""How far a reading is, told to whoever started it. In a confined child one pipe takes it; elsewhere nobody listens.

A line a page, `40 120`. The pipe is never waited for: when it is full, a line is lost and the next one says more.
"""

import os
import re
from contextlib import suppress

_LINE = re.compile(rb"^([0-9]{1,6}) ([0-9]{1,6})\n", re.MULTILINE)
_KEPT_BYTES = 64

# A child reads one file, so its one listener belongs to the process.
_listener: int | None = None


def report_to(descriptor: int) -> None:
    """Write what `report` is told to this descriptor."""
    global _listener  # noqa: PLW0603 - see above
    os.set_blocking(descriptor, False)
    _listener = descriptor


def report(done: int, total: int) -> None:
    """Say that `done` of `total` pages are read. Whether anybody hears it makes no difference to the reading."""
    if _listener is not None:
        with suppress(OSError):
            os.write(_listener, b"%d %d\n" % (done, total))


class ProgressLines:
    """The lines in what a child writes. It is not trusted: what is no such line is left out."""

    def __init__(self) -> None:
        self._rest = b""

    def latest(self, block: bytes) -> tuple[int, int] | None:
        """The last pair that `block` completes, as done and total; None where it completes none."""
        seen = self._rest + block
        self._rest = seen[seen.rfind(b"\n") + 1 :][-_KEPT_BYTES:]
        lines = _LINE.findall(seen)
        pairs = [(int(done), int(total)) for done, total in lines]
        sound = [pair for pair in pairs if pair[0] <= pair[1]]
        return sound[-1] if sound else None
