"""ZIP containers, opened so that neither their table of contents nor their parts can grow without bound."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK\x03\x04")
"""How a ZIP begins: with a part, with the end of an empty one, or with a mark of having been split (or perhaps)."""

_TABLE_BYTES = 4 << 20
_END_RECORD = struct.Struct("<4s4H2LH")
_END_RECORD_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64_BYTES = 20
_LOCAL_HEADER_BYTES = 30
_LONGEST_COMMENT = 1 << 16
_READ_SIZE = 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, NotImplementedError, ValueError)
"""What `zipfile` is seen to raise; a ValueError is a name that is not in the encoding that it is said to be in."""


class Archive:
    """The parts of one ZIP file, by name. Parts are inflated one at a time, within the limits, never to disk."""

    def __init__(self, file: BinaryIO, *, part_bytes: int, total_bytes: int) -> None:
        self._zip = open_zip(file)
        refuse_shared_bytes(self._zip, may_repeat=True)
        self._part_bytes = part_bytes
        self._left = total_bytes
        self._infos = {info.filename.replace("\\", "/").casefold(): info for info in self._zip.infolist()}

    @classmethod
    def within(cls, file: BinaryIO, limits: Limits) -> "Archive":
        """Bounded by what an extraction may cost."""
        return cls(file, part_bytes=limits.part_bytes, total_bytes=limits.container_bytes)

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._infos

    def in_folders(self, name: str) -> Iterator[zipfile.ZipInfo]:
        """The table's lines of the parts that stand in any folder of this name."""
        for key, info in self._infos.items():
            if f"/{name}/" in f"/{key}" and not key.endswith("/"):
                yield info

    def read(self, name: str) -> bytes:
        """The inflated part; KeyError where there is none, ExtractionFailure where it cannot or must not be read."""
        info = self._infos[_key(name)]
        blocks = inflated_blocks(self._zip, info, name)
        limit = min(self._part_bytes, self._left)
        if info.file_size > limit:
            raise _expands(name, limit)
        part = b"".join(blocks)
        self._left -= len(part)
        return part


def open_zip(file: BinaryIO) -> zipfile.ZipFile:
    """ExtractionFailure where its table of contents cannot be read, or is too large to be."""
    _check_table_of_contents(file)
    try:
        return zipfile.ZipFile(file)
    except _DAMAGE as error:
        raise ExtractionFailure("damaged", f"not a readable ZIP container: {error}") from error


def refuse_shared_bytes(archive: zipfile.ZipFile, *, may_repeat: bool = False) -> None:
    """`expands-too-much` unless each part's bytes end before the next begin, and the last before the table of contents.

    Only a bomb's do not. `may_repeat`: the same part may be named twice, as careless programs do.
    """
    named = [(info.header_offset, info.compress_size) for info in archive.infolist()]
    spans = sorted(set(named) if may_repeat else named)
    for (start, size), (following, _) in pairwise([*spans, (archive.start_dir, 0)]):
        if start + _LOCAL_HEADER_BYTES + size > following:
            raise ExtractionFailure("expands-too-much", "Files in the archive share their bytes.")


def inflated_blocks(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Iterator[bytes]:
    """The part, together never more than its declared size; ExtractionFailure, at once or later, where it has none."""
    if info.flag_bits & 0x1:
        raise ExtractionFailure("password-needed", f"{name} is encrypted")
    if info.compress_type not in _METHODS:
        raise ExtractionFailure("damaged", f"{name} is packed with the unknown method {info.compress_type}")
    return _inflate(archive, info, name)


def _inflate(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> Iterator[bytes]:
    """In blocks: `zipfile` gives no more than the declared size, but inflates a lie whole before it cuts it."""
    try:
        with archive.open(info) as stream:
            yield from iter(lambda: stream.read(_READ_SIZE), b"")
    except _DAMAGE as error:
        raise ExtractionFailure("damaged", f"{name}: {error}") from error


def _key(name: str) -> str:
    return name.lstrip("/").casefold()


def _expands(name: str, limit: int) -> ExtractionFailure:
    return ExtractionFailure("expands-too-much", f"{name} unpacks to more than {limit} bytes")


def _check_table_of_contents(file: BinaryIO) -> None:
    """`zipfile` reads the whole table into memory, some 500 bytes an entry; so its size is looked at first."""
    size = file.seek(0, 2)
    tail_start = max(0, size - _LONGEST_COMMENT - _END_RECORD.size - _LOCATOR_64_BYTES - _END_RECORD_64.size)
    file.seek(tail_start)
    tail = file.read()
    position = tail.rfind(b"PK\x05\x06")
    if position < 0 or len(tail) < position + _END_RECORD.size:
        raise ExtractionFailure("damaged", "the ZIP container has no end: it was cut off")
    table_bytes = max(_END_RECORD.unpack_from(tail, position)[5], _table_bytes_64(tail, position))
    if table_bytes > _TABLE_BYTES and table_bytes != 0xFFFFFFFF:
        raise ExtractionFailure("expands-too-much", f"a table of contents of {table_bytes} bytes")
    file.seek(0)


def _table_bytes_64(tail: bytes, end_record: int) -> int:
    start = end_record - _LOCATOR_64_BYTES - _END_RECORD_64.size
    if start < 0 or not tail.startswith(b"PK\x06\x06", start):
        return 0
    size: int = _END_RECORD_64.unpack_from(tail, start)[8]
    return size
