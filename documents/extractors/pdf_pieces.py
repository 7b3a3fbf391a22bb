"""The words of a page that stand together on a line, from the boxes of their first and last letters.

Two boxes a word tell as much as one a letter, and boxes are what costs; a line in which nothing stands apart needs no
more than two.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from documents.extractors.pdf_characters import Box, Boxes

_WORD = re.compile("[^\\s\x02\ufffe]+[\x02\ufffe]?|[\x02\ufffe]")  # a broken word goes on where the next line begins
_LINE = re.compile("[^\\s\x02\ufffe](?:[^\r\n\x02\ufffe]*[^\\s\x02\ufffe])?[\x02\ufffe]?|[\x02\ufffe]")
_WIDEST_BLANK = 1.0  # in heights of a word
_WIDEST_USUAL_BLANK = 1.6  # in blanks of the page
_LONGEST_BLANK = 3.0
_SAME_LINE = 1.2
_MOST_IN_A_ROW = 64
_LINE_BREAKS = frozenset("\r\n")


@dataclass(slots=True)
class Piece:
    """The units `[start, end)` in pdfium's order, and the box around them."""

    start: int
    end: int
    box: Box

    @property
    def middle(self) -> float:
        """Of its left and right edge."""
        return (self.box[0] + self.box[2]) / 2

    @property
    def height(self) -> float:
        """Of its middle, over the ground."""
        return (self.box[1] + self.box[3]) / 2


@dataclass(frozen=True, slots=True)
class Pieces:
    """Those of a page in pdfium's order; the usual height of its words, and blank between two of them, in points."""

    all: tuple[Piece, ...]
    scale: float
    blank: float = 0.0


Row = tuple[Piece, ...]
"""Pieces beside each other, from left to right."""


def pieces_of(units: str, box: Boxes, is_whole: Callable[[float], bool] = lambda height: False) -> Pieces:
    """Every unit with ink is in one of them, unless no character has a box.

    `is_whole` says of a height over the ground that no line there has words that stand apart.
    """
    words = words_of_page(units, box, is_whole)
    blanks = [
        blank
        for word, following in pairwise(words.all)
        if 0 < (blank := _blank(word, following)) <= _LONGEST_BLANK * words.scale
        and are_beside(word, following, words.scale)
    ]
    usual = median(blanks) if blanks else 0.0
    widest = max(_WIDEST_BLANK * words.scale, _WIDEST_USUAL_BLANK * usual)
    found: list[Piece] = []
    for word in words.all:
        if found and _goes_on(units, found[-1], word, words.scale, widest):
            found[-1].end, found[-1].box = word.end, around((found[-1].box, word.box))
        else:
            found.append(word)
    return Pieces(tuple(found), words.scale, usual)


def words_of_page(units: str, box: Boxes, is_whole: Callable[[float], bool] = lambda height: False) -> Pieces:
    """Each word as a piece; one without a box belongs to the word before it, or to the first."""
    words: list[Piece] = []
    start = None
    for first, last in _stretches(units, box, is_whole):
        ends = [found for found in (box(first), box(last - 1)) if found is not None]
        if ends:
            words.append(Piece(first if start is None or words else start, last, around(ends)))
        elif words:
            words[-1].end = last
        elif start is None:
            start = first
    return Pieces(tuple(words), median([word.box[3] - word.box[1] for word in words]) if words else 0.0)


def _stretches(units: str, box: Boxes, is_whole: Callable[[float], bool]) -> Iterator[tuple[int, int]]:
    """Where each word starts and ends, or each whole line."""
    for line in _LINE.finditer(units):
        first, last = box(line.start()), box(line.end() - 1)
        heights = [(found[1] + found[3]) / 2 for found in (first, last) if found is not None]
        if len(heights) == 2 and all(map(is_whole, heights)):
            yield line.span()
        else:
            yield from (word.span() for word in _WORD.finditer(units, *line.span()))


def _goes_on(units: str, piece: Piece, word: Piece, scale: float, widest: float) -> bool:
    """Whether a word is set behind a piece on its line, no further than blanks are wide."""
    if not _LINE_BREAKS.isdisjoint(units[piece.end : word.start]):
        return False
    return _blank(piece, word) <= widest and are_beside(piece, word, scale)


def _blank(piece: Piece, other: Piece) -> float:
    return max(piece.box[0], other.box[0]) - min(piece.box[2], other.box[2])


def are_beside(piece: Piece, other: Piece, scale: float) -> bool:
    """Whether they stand at about the same height."""
    return abs(piece.height - other.height) <= _SAME_LINE * scale


def rows_of(pieces: Pieces) -> list[Row]:
    """Pieces that follow each other in pdfium's order and stand beside each other, apart."""
    rows: list[list[Piece]] = []
    for piece in pieces.all:
        if (
            rows
            and len(rows[-1]) < _MOST_IN_A_ROW
            and all(_are_apart(piece, other, pieces.scale) for other in rows[-1])
        ):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [tuple(sorted(row, key=lambda piece: piece.box[0])) for row in rows]


def _are_apart(piece: Piece, other: Piece, scale: float) -> bool:
    is_disjoint = piece.box[0] >= other.box[2] or piece.box[2] <= other.box[0]
    return is_disjoint and are_beside(piece, other, scale)


def around(boxes: Sequence[Box]) -> Box:
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


def units_of(
    units: str, rows: Iterable[Row], key: Callable[[Piece], float] = lambda piece: piece.start
) -> list[int | None]:
    """The indices of the units in the order of the rows, all of them but blanks; None for a line end that is new.

    The pieces of a row keep pdfium's order, or go by `key`.
    """
    order: list[int | None] = []
    done = 0
    pieces = [piece for row in rows for piece in sorted(row, key=key)]
    for piece in pieces:
        if piece.start >= done and not units[done : piece.start].strip():
            order += range(done, piece.start)
        elif order and order[-1] is not None:
            order.append(None)
        order += range(piece.start, piece.end)
        done = piece.end
    return order
