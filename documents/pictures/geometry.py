"""From character boxes to the rectangles of a span: pure, and the same for every direction of writing.

A page's *placement* says for each character of its stored text where it is on the page as displayed. It is small enough
to be kept: a byte a character, and eight for each that has a box.
"""

import json
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from documents.pictures.sizes import PageSize
from documents.text import is_ink

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1: fractions of the page as displayed, origin top left."""

_BOX, _BLANK, _BREAK, _UNKNOWN, _OUTSIDE = b"#", b" ", b"/", b"?", b"o"
_WHOLE = 65_535
_LENGTH = struct.Struct("!I")
_MOST_BYTES = 64 << 20
_MOST_MARKED = 50_000  # characters: beyond it nobody is shown one place

_LEAST_OVERLAP = 0.4  # of the lower of two boxes: a raised figure belongs to its line
_TALLEST = 1.7  # line heights: a rectangle that grows beyond this has met another line
_WIDEST_GAP = 2.0  # line heights: beyond it is another column


@dataclass(frozen=True, slots=True)
class PageRect:
    """Fractions of the page as displayed, origin top left; never outside of it."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the characters of one stored page are: `kinds` has a byte for each, `boxes` four numbers for each box."""

    size: PageSize
    kinds: bytes
    boxes: "array[int]"

    def rects(self, start: int, end: int) -> tuple[tuple[PageRect, ...], str]:
        """The rectangles of the characters `[start, end)` of this page, and the code of a problem, or ""."""
        problem = _problem(self.kinds[start:end])
        if problem:
            return (), problem
        return tuple(_merged(self._placed(start, end), self.size)), ""

    def _placed(self, start: int, end: int) -> Iterator[Box | None]:
        """The boxes of a span; None for a line break."""
        at = 4 * self.kinds.count(_BOX, 0, start)
        for position in range(start, min(end, len(self.kinds))):
            kind = self.kinds[position : position + 1]
            if kind == _BOX:
                x0, y0, x1, y1 = self.boxes[at : at + 4]
                yield x0 / _WHOLE, y0 / _WHOLE, x1 / _WHOLE, y1 / _WHOLE
                at += 4
            elif kind == _BREAK:
                yield None


def _problem(kinds: bytes) -> str:
    placed, unknown = kinds.count(_BOX), kinds.count(_UNKNOWN)
    if placed > _MOST_MARKED:
        return "too-long"
    if unknown > placed:
        return "place-unknown"
    return "outside-picture" if not placed and _OUTSIDE in kinds else ""


class CharacterBoxes(Protocol):
    """The boxes of the raw characters of a page; None for one without extent."""

    def __getitem__(self, at: int, /) -> Box | None: ...


def place_characters(
    size: PageSize, stored: str, ranges: Sequence[tuple[int, int] | None], boxes: CharacterBoxes
) -> Placement:
    """`ranges` says for each stored character which of the `boxes` are its own, None where that is not known."""
    kinds, numbers = bytearray(), array("H")
    for character, found in zip(stored, ranges, strict=True):
        box = _box_of(boxes, *found) if found else None
        inside = _clipped(box) if box else None
        if inside:
            kinds += _BOX
            numbers.extend(inside)
        else:
            kinds += _kind_without_box(character, is_outside=box is not None)
    return Placement(size, bytes(kinds), numbers)


def _kind_without_box(character: str, *, is_outside: bool) -> bytes:
    if not is_ink(character):
        return _BREAK if character == "\n" else _BLANK
    return _OUTSIDE if is_outside else _UNKNOWN


def _box_of(boxes: CharacterBoxes, start: int, end: int) -> Box | None:
    """The box of one character, or the one around those that several were composed of."""
    if end == start + 1:
        return boxes[start]
    found = [box for at in range(start, end) if (box := boxes[at])]
    if not found:
        return None
    x0, y0, x1, y1 = zip(*found, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def _clipped(box: Box) -> tuple[int, int, int, int] | None:
    """The part of a box that is on the page, in the numbers that are kept; None when nothing of it is."""
    x0, y0, x1, y1 = [0 if value <= 0 else _WHOLE if value >= 1 else round(value * _WHOLE) for value in box]
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _merged(boxes: Iterator[Box | None], size: PageSize) -> Iterator[PageRect]:
    """One rectangle for each run of boxes that follow each other on a line, whichever way the line goes."""
    run: _Run | None = None
    for box in boxes:
        points = _in_points(box, size) if box else None
        if run and points and run.takes(points):
            continue
        if run:
            yield run.rect(size)
        run = _Run(points) if points else None
    if run:
        yield run.rect(size)


def _in_points(box: Box, size: PageSize) -> Box:
    return box[0] * size.width, box[1] * size.height, box[2] * size.width, box[3] * size.height


class _Run:
    """A rectangle that grows along a line: across (0) or down (1), as its first two boxes show."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._thickness = [box[2] - box[0], box[3] - box[1]]
        self._axes: tuple[int, ...] = (0, 1)

    def takes(self, box: Box) -> bool:
        for along in self._axes:
            if self._fits(box, along):
                self._grow(box, along)
                return True
        return False

    def _fits(self, box: Box, along: int) -> bool:
        mine, across = self._box, 1 - along
        low, high, other_low, other_high = mine[across], mine[across + 2], box[across], box[across + 2]
        smaller, larger = sorted((self._thickness[across], other_high - other_low))
        gap = max(mine[along], box[along]) - min(mine[along + 2], box[along + 2])
        return (
            min(high, other_high) - max(low, other_low) >= _LEAST_OVERLAP * smaller
            and max(high, other_high) - min(low, other_low) <= _TALLEST * larger
            and gap <= _WIDEST_GAP * larger
        )

    def _grow(self, box: Box, along: int) -> None:
        (a, b, c, d), (x0, y0, x1, y1), across = self._box, box, 1 - along
        self._axes = (along,)
        self._thickness[across] = max(self._thickness[across], box[across + 2] - box[across])
        self._box = (min(a, x0), min(b, y0), max(c, x1), max(d, y1))

    def rect(self, size: PageSize) -> PageRect:
        x0, y0, x1, y1 = self._box
        wide, high = size.width, size.height
        return PageRect(x0 / wide, y0 / high, min(1.0, x1 / wide), min(1.0, y1 / high))


def joined(size: PageSize, length: int, parts: Iterable[tuple[int, Placement]]) -> Placement:
    """A page of `length` characters of which only `parts` are known, each with where it begins, in order."""
    kinds, boxes = bytearray(_BLANK * length), array("H")
    for start, part in parts:
        kinds[start : start + len(part.kinds)] = part.kinds
        boxes.extend(part.boxes)
    return Placement(size, bytes(kinds), boxes)


def encode_placement(placement: Placement) -> bytes:
    """Compact, for the way out of the child and for the cache."""
    head = json.dumps([placement.size.width, placement.size.height, len(placement.kinds)]).encode()
    content = head + b"\n" + placement.kinds + placement.boxes.tobytes()
    return zlib.compress(content, level=1)


def decode_placement(content: bytes) -> Placement:
    """Back from `encode_placement`; ValueError for anything that it would not write."""
    reader = zlib.decompressobj()
    try:
        plain = reader.decompress(content, _MOST_BYTES)
    except zlib.error as error:
        raise ValueError("not compressed") from error
    if not reader.eof:
        raise ValueError("cut off, or far too long")
    head, _, rest = plain.partition(b"\n")
    size, count = _decode_head(head)
    kinds, boxes = rest[:count], array("H")
    boxes.frombytes(rest[count : len(rest) - (len(rest) - count) % 2] if count <= len(rest) else b"")
    if len(kinds) != count or len(boxes) != 4 * kinds.count(_BOX) or len(rest) != count + 2 * len(boxes):
        raise ValueError("kinds and boxes do not agree")
    return Placement(size, kinds, boxes)


def _decode_head(head: bytes) -> tuple[PageSize, int]:
    values = json.loads(head)
    if not (isinstance(values, list) and len(values) == 3 and all(isinstance(one, int | float) for one in values)):
        raise ValueError("the head is not three numbers")
    width, height, count = values
    if not (0 < width < float("inf") and 0 < height < float("inf") and isinstance(count, int) and count >= 0):
        raise ValueError("a page without extent")
    return PageSize(float(width), float(height)), count
