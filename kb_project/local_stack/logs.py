"""Logs that never fill the disk: of each program this start's and the one before, neither without end."""

import os
import shutil
from pathlib import Path

LONGEST_LOG_BYTES = 20 * 1024**2


def turn_logs(logs: Path) -> None:
    """Keep the logs of this start and of the one before."""
    for path in logs.glob("*.log"):
        path.replace(_older(path))


def shorten_log(path: Path) -> bool:
    """Put aside what a running program has said when it is too much; return whether it was.

    The program keeps its file open, so the words are copied and the file is emptied.
    """
    if not path.is_file() or path.stat().st_size <= LONGEST_LOG_BYTES:
        return False
    _copy_if_there_is_room(path)
    os.truncate(path, 0)
    return True


def _copy_if_there_is_room(path: Path) -> None:
    try:
        shutil.copyfile(path, _older(path))
    except OSError:
        _older(path).unlink(missing_ok=True)


def _older(path: Path) -> Path:
    return path.with_suffix(".log.1")
