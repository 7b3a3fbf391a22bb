"""Whether a PDF may declare page labels, told from its bytes.

pdfium could be asked, but a circle in their tree ends its process. pypdf knows them, but its import takes longer than
most files do, and few of them have any. The entry stands in the catalogue: as it is, or packed in an object stream.
"""

import mmap
import re
import zlib
from itertools import islice
from pathlib import Path

_ENTRY = b"/PageLabels"
_PACKED = re.compile(rb"/ObjStm\b")
_STREAM = re.compile(rb"stream\r?\n")
_ENCRYPTED = b"/Encrypt"
_ONE_FILTER = re.compile(rb"/Filter\s*(?:\[\s*)?/(?:FlateDecode|Fl)\b(?!\s*/\w+Decode)")

# In bytes: how far an object's start or its stream is from the name of its type; how much is inflated, of one and of
# all. Where that is not enough, pypdf is to tell.
_NEAR = 2000
_READ_SIZE = 1 << 16
_INFLATED = 8 << 20
_MOST_STREAMS = 20_000


def may_declare_labels(path: Path) -> bool:
    """False only where it is certain that the catalogue has none, in a file that follows the rules."""
    with path.open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file
            return False
    with data:
        return data.find(_ENTRY) >= 0 or _are_packed(data)


def _are_packed(data: mmap.mmap) -> bool:
    packed = list(islice(_PACKED.finditer(data), _MOST_STREAMS + 1))
    if not packed:
        return False
    if len(packed) > _MOST_STREAMS or data.find(_ENCRYPTED) >= 0:
        return True
    return any(_may_hold_entry(data, match.start()) for match in packed)


def _may_hold_entry(data: mmap.mmap, at: int) -> bool:
    """Whether the object stream whose type is named at this offset has the entry, or cannot be unpacked here."""
    stream = _STREAM.search(data, at, at + _NEAR)
    if stream is None:
        return False  # in a comment or a text
    start = max(data.rfind(b" obj", max(0, at - _NEAR), at), 0)
    dictionary = data[start : stream.start()]
    if b"/Filter" not in dictionary:
        return False  # it was searched with the rest of the file
    if b"/Predictor" in dictionary or not _ONE_FILTER.search(dictionary):
        return True
    inflated = _inflated(data, stream.end())
    return inflated is None or _ENTRY in inflated


def _inflated(data: mmap.mmap, start: int) -> bytes | None:
    """None where it is damaged or too large. In pieces: what is left over of each is copied."""
    unpacker = zlib.decompressobj()
    parts: list[bytes] = []
    left = _INFLATED
    while not unpacker.eof:
        piece = unpacker.unconsumed_tail or data[start : start + _READ_SIZE]
        start += 0 if unpacker.unconsumed_tail else len(piece)
        if not piece or left <= 0:
            return None
        try:
            parts.append(unpacker.decompress(piece, left))
        except zlib.error:
            return None
        left -= len(parts[-1])
    return b"".join(parts)
