"""Columns that a file draws row by row, put one after the other; and only what is certainly that.

pdfium reads in the order in which a file draws, and what stands at one height as one line. Most files draw a column
to its end before the next, and then nothing is done here. Otherwise a page is taken apart only where several lines
in a row leave the same gutter free, and where on both sides of it there is prose that goes on from line to line:
tables, lists, tables of contents, signatures and forms are rows, and stay rows.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import mean, median

from documents.extractors.pdf_characters import Box
from documents.extractors.pdf_pieces import Piece, Row

LEAST_ROWS = 3
"""So many lines must stand on both sides of a gutter."""
_LEAST_ROWS_OF_A_NARROW_ONE = 6
_LEAST_GUTTER = 1.2  # these in heights of a word
_WIDE_GUTTER = 2.5
_LEAST_COLUMN = 8
_SAME_EDGE = 0.4
_LEAST_DROP = 0.3
_LEAST_BLANKS = 2.0  # in blanks between words
_EDGE_SHARE = 0.6
_WIDEST_GAP = 1.7  # these in distances from line to line
_WIDEST_GAP_AT_THE_END = 1.5
_LEAST_LETTERS = 12  # a line, in the mean
_LEAST_WIDE_LETTERS = 6
_FULL_LINE = 0.6  # of the column
_ENDS_EARLY = 0.8
_LEAST_GOING_ON = 2
_GOING_ON_SHARE = 0.5
_MANY_GOING_ON = 6  # of many full lines fewer need to show it: names, sentences and figures begin lines as well
_SOME_GOING_ON_SHARE = 0.3
_SAME_BREAKS = 0.7
_SENTENCE_ENDS = frozenset(".:;!?\u3002\uff01\uff1f\u061f\u06d4")
_HYPHENS = frozenset("-\u2010\x02\ufffe\u00ad")


@dataclass(frozen=True, slots=True)
class _Run:
    """Rows `[start, end)` that leave a gutter free, and what stands left and right of it in each; either may be ()."""

    start: int
    gutter: float
    sides: tuple[tuple[Row, Row], ...]

    @property
    def end(self) -> int:
        return self.start + len(self.sides)

    def columns(self, units: str) -> tuple["_Column", "_Column"]:
        return _Column.of(units, [left for left, _ in self.sides]), _Column.of(
            units, [right for _, right in self.sides]
        )

    @property
    def both(self) -> int:
        return sum(bool(left and right) for left, right in self.sides)


@dataclass(frozen=True, slots=True)
class Gap:
    """Between two objects that are drawn after each other and stand beside each other, apart: from where to where, and
    how high over the ground."""

    start: float
    end: float
    height: float


def gaps_between(boxes: Sequence[Box]) -> list[Gap]:
    """`boxes` are those of the objects of a page, in pdfium's order."""
    scale = median([top - bottom for _, bottom, _, top in boxes]) if boxes else 0.0
    gaps = []
    for (left, bottom, right, top), (next_left, next_bottom, next_right, next_top) in pairwise(boxes):
        start, end = min(right, next_right), max(left, next_left)
        if end - start >= scale and abs(bottom + top - next_bottom - next_top) <= 2 * scale:
            gaps.append(Gap(start, end, (bottom + top) / 2))
    return gaps


def may_be_gutter(gaps: Sequence[Gap]) -> bool:
    """Whether several of them leave one place free."""
    edges = sorted([(gap.start, 1) for gap in gaps] + [(gap.end, -1) for gap in gaps])
    return max(accumulate(step for _, step in edges), default=0) >= LEAST_ROWS


@dataclass(frozen=True, slots=True)
class Script:
    """How the words of a page are set: their usual height and blank, in points, and where its lines begin."""

    scale: float
    blank: float = 0.0
    from_the_right: bool = False

    @property
    def least_gutter(self) -> float:
        return max(_LEAST_GUTTER * self.scale, _LEAST_BLANKS * self.blank)


def in_columns(units: str, rows: Sequence[Row], script: Script) -> list[Row]:
    """The rows as they are read: parts of them, where they stand in columns."""
    found: list[Row] = []
    at = 0
    while at < len(rows):
        run = _run_at(units, rows, at, script) if len(rows[at]) > 1 else None
        if run is None:
            found.append(rows[at])
            at += 1
            continue
        if _are_cells(*run.columns(units)):
            found += rows[at : run.end]
        else:
            sides = [[left for left, _ in run.sides if left], [right for _, right in run.sides if right]]
            for side in reversed(sides) if script.from_the_right else sides:
                found += in_columns(units, side, script)
        at = run.end
    return found


def _run_at(units: str, rows: Sequence[Row], at: int, script: Script) -> _Run | None:
    """The rows of prose that begin with one; of several gutters the one that most of them leave free."""
    gaps = [(left.box[2], right.box[0]) for left, right in pairwise(rows[at])]
    runs = [run for gap in gaps if (run := _whole_run(rows, at, gap, script)) and _is_prose(units, run, script)]
    return max(runs, key=lambda run: run.both, default=None)


def _whole_run(rows: Sequence[Row], at: int, gap: tuple[float, float], script: Script) -> _Run | None:
    start, end = gap
    sides: list[tuple[Row, Row]] = []
    for row in rows[at:]:
        if sides and _top(row) > _top_of(sides[-1]) - _LEAST_DROP * script.scale:
            break
        middle = (start + end) / 2
        left = tuple(piece for piece in row if piece.middle < middle)
        right = tuple(piece for piece in row if piece.middle >= middle)
        new_start = max([start, *(piece.box[2] for piece in left)])
        new_end = min([end, *(piece.box[0] for piece in right)])
        if new_end - new_start < script.least_gutter:
            break
        start, end = new_start, new_end
        sides.append((left, right))
    return _without_loose_ends(_Run(at, end - start, tuple(sides))) if len(sides) >= LEAST_ROWS else None


def _without_loose_ends(run: _Run) -> _Run:
    """Up to a gap between lines that goes through both columns, and without what stands apart below one of them."""
    tops = [_top_of(side) for side in run.sides]
    drops = [above - below for above, below in pairwise(tops)]
    usual = median(drops)
    length = next((at for at, drop in enumerate(drops, start=1) if drop > _WIDEST_GAP * usual), len(tops))
    last = max((at for at in range(length) if all(run.sides[at])), default=0)
    for at in range(last, length - 1):
        if drops[at] > _WIDEST_GAP_AT_THE_END * usual:
            length = at + 1
            break
    return _Run(run.start, run.gutter, run.sides[:length])


def _top_of(side: tuple[Row, Row]) -> float:
    return _top(side[0] + side[1])


def _top(row: Row) -> float:
    return max(piece.box[3] for piece in row)


def _is_prose(units: str, run: _Run, script: Script) -> bool:
    is_wide = run.gutter >= _WIDE_GUTTER * script.scale
    if run.both < (LEAST_ROWS if is_wide else _LEAST_ROWS_OF_A_NARROW_ONE):
        return False
    left, right = run.columns(units)
    return (
        left.is_prose(script.scale)
        and right.is_prose(script.scale)
        and (left.has_edge(script, at_the_right=True) if script.from_the_right else right.has_edge(script))
    )


@dataclass(frozen=True, slots=True)
class _Line:
    row: int
    left: float
    right: float
    text: str

    @property
    def width(self) -> float:
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class _Column:
    lines: tuple[_Line, ...]

    @classmethod
    def of(cls, units: str, rows: Sequence[Row]) -> "_Column":
        return cls(tuple(_line(units, number, row) for number, row in enumerate(rows) if row))

    @property
    def width(self) -> float:
        return max(line.right for line in self.lines) - min(line.left for line in self.lines)

    def is_prose(self, scale: float) -> bool:
        """Wide enough for words, its lines mostly full, and one going on in the next."""
        if self.width < _LEAST_COLUMN * scale or mean(_weight(line.text) for line in self.lines) < _LEAST_LETTERS:
            return False
        pairs = list(pairwise(self.lines))
        going_on = sum(self._goes_on(line, following) for line, following in pairs)
        usual = median([line.width for line in self.lines]) / self.width
        return (usual >= _FULL_LINE and going_on >= max(_LEAST_GOING_ON, _GOING_ON_SHARE * len(pairs))) or (
            usual >= _ENDS_EARLY and going_on >= max(_MANY_GOING_ON, _SOME_GOING_ON_SHARE * len(pairs))
        )

    def has_edge(self, script: Script, *, at_the_right: bool = False) -> bool:
        """Whether most lines begin at one place."""
        starts = [line.right if at_the_right else line.left for line in self.lines]
        usual = median(starts)
        return mean(abs(start - usual) <= _SAME_EDGE * script.scale for start in starts) >= _EDGE_SHARE

    def _goes_on(self, line: _Line, following: _Line) -> bool:
        if line.text[-1] in _HYPHENS:
            return True
        if line.text[-1] in _SENTENCE_ENDS:
            return False
        first = following.text[0]
        has_no_case = unicodedata.category(first) == "Lo" and line.width >= _ENDS_EARLY * self.width
        return first.islower() or has_no_case

    def breaks(self) -> set[int]:
        """The rows in which something new begins: after a sentence or a short line, and with no small letter."""
        return {
            following.row
            for line, following in pairwise(self.lines)
            if not following.text[0].islower()
            and (line.text[-1] in _SENTENCE_ENDS or line.width < _ENDS_EARLY * self.width)
        }


def _line(units: str, number: int, row: Row) -> _Line:
    pieces = sorted(row, key=lambda piece: piece.start)
    return _Line(number, row[0].box[0], row[-1].box[2], " ".join(_text(units, piece) for piece in pieces))


def _text(units: str, piece: Piece) -> str:
    return units[piece.start : piece.end]


def _weight(text: str) -> float:
    """In letters of an alphabet: one that is as wide as high counts as two."""
    letters = re.findall(r"[^\W\d_]", text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in letters)
    return len(letters) + wide * (_LEAST_LETTERS / _LEAST_WIDE_LETTERS - 1)


def _are_cells(column: _Column, other: _Column) -> bool:
    """Whether what begins on one side begins in the same row on the other, more than once: a table of prose."""
    ours, theirs = column.breaks(), other.breaks()
    return len(ours & theirs) > 1 and len(ours & theirs) >= _SAME_BREAKS * max(len(ours), len(theirs))
