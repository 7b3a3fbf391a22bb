"""Whether a file of an older Office program (.doc, .xls, .ppt) is behind a password, by how its streams begin."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

from documents.extractors import ole

_DOC_FLAGS_AT = 10
_DOC_ENCRYPTED = 0x0100
_SHEETS = ("Workbook", "Book")
_FILE_PASSWORD = 0x002F
_SLIDES_SUMMARY = "encryptedsummary"


def is_locked(file: BinaryIO) -> bool:
    """Whether the words in the file can only be had with a password."""
    return _is_locked_text(file) or _is_locked_workbook(file) or _are_locked_slides(file)


def _is_locked_text(file: BinaryIO) -> bool:
    head = ole.stream_head(file, "WordDocument")
    return len(head) > _DOC_FLAGS_AT + 1 and bool(struct.unpack_from("<H", head, _DOC_FLAGS_AT)[0] & _DOC_ENCRYPTED)


def _is_locked_workbook(file: BinaryIO) -> bool:
    """The record that says so stands near the start, before anything that it hides."""
    return any(_FILE_PASSWORD in _record_types(ole.stream_head(file, name)) for name in _SHEETS)


def _record_types(head: bytes) -> Iterator[int]:
    at = 0
    while at + 4 <= len(head):
        kind, length = struct.unpack_from("<HH", head, at)
        yield kind
        at += 4 + length


def _are_locked_slides(file: BinaryIO) -> bool:
    return _SLIDES_SUMMARY in {name.casefold() for name in ole.stream_names(file)}
