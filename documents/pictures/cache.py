"""Answers kept in files: whole or not at all, and the least recently used go first."""

import os
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp

_MAGIC = b"pincite-picture-1\n"
_HEAD = struct.Struct("!QI")
_FRESH_SECONDS = 600  # a time of last use is written at most this often
_ABANDONED_SECONDS = 3600
_LEFT_AFTER_PRUNING = 0.9


@dataclass(frozen=True, slots=True)
class PictureCache:
    """A folder of this host. Several processes may use it at once; losing it costs time only."""

    folder: Path

    def get(self, key: str) -> bytes | None:
        """What was put under `key`; None when nothing was, or when the file is damaged."""
        path = self._path(key)
        try:
            content = _checked(path.read_bytes())
        except OSError:
            return None
        if content is None:
            path.unlink(missing_ok=True)
            return None
        _note_use(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Seen by others only when it is complete. A full or read-only disk is no reason to show nothing."""
        path = self._path(key)
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _write_whole(path, _MAGIC + _HEAD.pack(len(content), zlib.crc32(content)) + content)

    def prune(self, most_bytes: int) -> int:
        """Remove the least recently used when there is more than `most_bytes`; returns how many bytes went."""
        files = sorted(self._files(), key=lambda file: file.used)
        total, removed = sum(file.size for file in files), 0
        if total <= most_bytes:
            return 0
        for file in files:
            if total - removed <= _LEFT_AFTER_PRUNING * most_bytes:
                break
            file.path.unlink(missing_ok=True)
            removed += file.size
        return removed

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key[2:]

    def _files(self) -> Iterator["_File"]:
        for path in self.folder.glob("??/*"):
            with suppress(OSError):
                found = path.stat()
                if path.name.startswith("draft-") and found.st_mtime < time.time() - _ABANDONED_SECONDS:
                    path.unlink()
                    continue
                yield _File(path, found.st_size, found.st_mtime)


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    size: int
    used: float


def key_of(*parts: object) -> str:
    """The name of what these determine."""
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()


def _write_whole(path: Path, content: bytes) -> None:
    """mkstemp makes the draft readable by its owner only."""
    descriptor, draft = mkstemp(dir=path.parent, prefix="draft-")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise


def _checked(stored: bytes) -> bytes | None:
    head, content = stored[: len(_MAGIC) + _HEAD.size], stored[len(_MAGIC) + _HEAD.size :]
    if not head.startswith(_MAGIC) or len(head) != len(_MAGIC) + _HEAD.size:
        return None
    length, checksum = _HEAD.unpack(head[len(_MAGIC) :])
    return content if length == len(content) and checksum == zlib.crc32(content) else None


def _note_use(path: Path) -> None:
    with suppress(OSError):
        if path.stat().st_mtime < time.time() - _FRESH_SECONDS:
            os.utime(path)
