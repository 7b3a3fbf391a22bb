"""The names of the streams in an OLE compound file: enough to tell what kind of Office file it is."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENTRY_BYTES = 128
_HEADER_SECTORS = 109
_MOST_DIRECTORY_SECTORS = 256
_LAST_SECTOR = 0xFFFFFFFA


def stream_names(file: BinaryIO) -> set[str]:
    """The names in the directory; as many as can be read of a damaged file. Reads a bounded number of sectors."""
    file.seek(0)
    header = file.read(512)
    if len(header) < 512 or not header.startswith(MAGIC):
        return set()
    (sector_shift,) = struct.unpack_from("<H", header, 30)
    if sector_shift not in (9, 12):
        return set()
    names: set[str] = set()
    for sector in _directory_sectors(file, header, 1 << sector_shift):
        names.update(_names_in(sector))
    return names


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


def _names_in(sector: bytes) -> Iterator[str]:
    for start in range(0, len(sector) - _ENTRY_BYTES + 1, _ENTRY_BYTES):
        (length,) = struct.unpack_from("<H", sector, start + 64)
        if 2 < length <= 64:
            yield sector[start : start + length - 2].decode("utf-16-le", errors="replace")
