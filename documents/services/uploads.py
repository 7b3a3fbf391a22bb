"""The folder that uploads are streamed to: made at start, and cleared of what a lost process left there."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from documents import conf

# As Django and `documents.services.unlocking` name them: whatever else is in the folder is not ours to remove.
_NAME = re.compile(r"tmp\w{8}\.upload(\..*)?")


def uploads_folder() -> Path:
    """Only this user may look into it, where it is made here; one that is there already stays as it is."""
    folder = conf.uploads_root()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def remove_left_uploads(before: datetime) -> int:
    """Remove what was last written before that moment; returns how many. A process that is killed removes nothing."""
    folder = conf.uploads_root()
    left = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)] if folder.is_dir() else []
    return sum(_removed(path, before.timestamp()) for path in left)


def _removed(path: Path, before: float) -> bool:
    with suppress(FileNotFoundError):  # its upload has just ended
        if path.lstat().st_mtime < before:
            path.unlink()
            return True
    return False
