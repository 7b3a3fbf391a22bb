"""The streams of an OLE compound file: enough to tell what kind of Office file it is, and whether it is locked."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER_BYTES = 512
_ENTRY_BYTES = 128
_SMALLEST_IN_SECTORS = 4096
_HEADER_SECTORS = 109
_MOST_DIRECTORY_SECTORS = 256
_LAST_SECTOR = 0xFFFFFFFA


def stream_names(file: BinaryIO) -> set[str]:
    """The names in the directory; as many as can be read of a damaged file. Reads a bounded number of sectors."""
    return {name for name, _ in _entries(file)}


def stream_head(file: BinaryIO, name: str) -> bytes:
    """The first sector of a stream of at least 4,096 bytes, whatever the case of its name; empty without one."""
    wanted = name.casefold()
    for found, entry in _entries(file):
        start, size = struct.unpack_from("<LL", entry, 116)
        if found.casefold() == wanted and size >= _SMALLEST_IN_SECTORS:
            return _sector(file, start, _sector_size(file))
    return b""


def _entries(file: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """Name and record of each entry of the directory."""
    size = _sector_size(file)
    file.seek(0)
    header = file.read(_HEADER_BYTES)
    for sector in _directory_sectors(file, header, size) if size else ():
        yield from _entries_in(sector)


def _sector_size(file: BinaryIO) -> int:
    """0 where the file is none of this kind."""
    file.seek(0)
    header = file.read(_HEADER_BYTES)
    if len(header) < _HEADER_BYTES or not header.startswith(MAGIC):
        return 0
    (shift,) = struct.unpack_from("<H", header, 30)
    return 1 << shift if shift in (9, 12) else 0


def _directory_sectors(file: BinaryIO, header: bytes, size: int) -> Iterator[bytes]:
    (sector,) = struct.unpack_from("<L", header, 48)
    seen: set[int] = set()
    while sector < _LAST_SECTOR and sector not in seen and len(seen) < _MOST_DIRECTORY_SECTORS:
        seen.add(sector)
        yield _sector(file, sector, size)
        sector = _next_sector(file, header, sector, size)


def _sector(file: BinaryIO, number: int, size: int) -> bytes:
    file.seek((number + 1) * size)
    return file.read(size)


def _next_sector(file: BinaryIO, header: bytes, sector: int, size: int) -> int:
    """By the allocation table, as far as the header itself lists its sectors (files up to 7 MB, and more)."""
    table, index = divmod(sector, size // 4)
    if table >= _HEADER_SECTORS:
        return _LAST_SECTOR
    (table_sector,) = struct.unpack_from("<L", header, 76 + 4 * table)
    if table_sector >= _LAST_SECTOR:
        return _LAST_SECTOR
    entries = _sector(file, table_sector, size)
    following = entries[4 * index : 4 * index + 4]
    return int.from_bytes(following, "little") if len(following) == 4 else _LAST_SECTOR


def _entries_in(sector: bytes) -> Iterator[tuple[str, bytes]]:
    for start in range(0, len(sector) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
        entry = sector[start : start + _ENTRY_BYTES]
        (length,) = struct.unpack_from("<H", entry, 64)
        if 2 < length <= 64:
            yield entry[: length - 2].decode("utf-16-le", errors="replace"), entry
