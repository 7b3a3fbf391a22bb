"""The text of a page in the order in which people read it.

pdfium's own order is kept wherever it cannot be shown to be wrong. What is put right: columns that a file draws row by
row, rows that pdfium ends before a lone character, vertical writing, lines and words of turned pages, runs from right
to left that were turned for nothing, and what pdfium joins to a word broken at a line end although it stands elsewhere
(a page number, a caption).

Reading and placing marks must agree on every character: both go through `in_reading_order`.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extractors.pdf_characters import (
    Boxes,
    Handle,
    boxes_of,
    object_boxes,
    origins_of,
    turn_of_lines,
    turn_of_page,
)
from documents.extractors.pdf_columns import Gap, Script, gaps_between, in_columns, may_be_gutter
from documents.extractors.pdf_lone_characters import LINE_END, line_ends_within_rows
from documents.extractors.pdf_pieces import Row, pieces_of, rows_of, units_of, words_of_page
from documents.extractors.pdf_right_to_left import has_right_to_left, in_spoken_order, is_right_to_left
from documents.extractors.pdf_vertical import may_be_vertical, vertical_order

_BROKEN = re.compile("[\x02\ufffe](?=[^\\s\x02\ufffe])")
_NUMBER_ALONE = re.compile(r"\d{1,6}[ \t]*(?:[\r\n]|\Z)")
_LINE_ENDS = "\r\n\x02\ufffe"
_NEXT_LINE = 4.0  # heights of the letters before: no line of the same words stands further below
_NEARLY_USUAL = 1.2
_INDENT, _FIRST_LINE = 8.0, 20.0  # heights of the letters before: further in, and further out, no line begins
_NO_GAP_WITHIN = 8.0  # points
_MOSTLY = 0.8
_MOST_PIECES = 2_000  # no page of print has more, and what it costs to compare them grows with their square
_LEAST_LINES = 3
_UPSIDE_DOWN, _DOWNWARDS = 2, 1  # quarters to the right that the lines go on the page as shown


@dataclass(frozen=True, slots=True)
class Reading:
    """Units in reading order, and the index that pdfium gives each; None for a line end that pdfium has not."""

    units: str
    sources: Sequence[int | None]

    def reordered(self, order: Sequence[int | None], put: dict[int, str] | None = None) -> "Reading":
        changed = put or {}
        return Reading(
            "".join(["\n" if at is None else changed.get(at, self.units[at]) for at in order]),
            [None if at is None else self.sources[at] for at in order],
        )

    def of(self, box: Boxes) -> Boxes:
        """From an index of these units to the box that pdfium has for it."""
        return lambda at: None if (source := self.sources[at]) is None else box(source)


def in_reading_order(page: Handle, text_page: Handle, units: str) -> Reading:
    """`units` are all those of the text page, in pdfium's order."""
    reading = Reading(units, range(len(units)))
    if not units:
        return reading
    turn = turn_of_lines(text_page, len(units))
    shown = (turn + turn_of_page(page)) % 4
    box = boxes_of(text_page, turn)
    leftwards = has_right_to_left(units)
    if shown == 0 and may_be_vertical(units) and (order := vertical_order(units, origins_of(text_page, turn))):
        reading = reading.reordered(order)
    else:
        if shown:
            reading = upright(reading, box, shown)
        gaps = gaps_between(object_boxes(text_page, turn))
        if may_be_gutter(gaps):
            reading = column_by_column(reading, box, gaps)
        if not leftwards:
            reading = with_whole_rows(reading, box, origins_of(text_page, turn))
    if leftwards:
        reading = reading.reordered(*in_spoken_order(reading.units, reading.of(box)))
    return without_false_joins(reading, box)


def upright(reading: Reading, box: Boxes, shown: int) -> Reading:
    """The words of an upside-down line, and the lines of a page that reads downwards: pdfium sorts both as shown."""
    if shown == _UPSIDE_DOWN and not has_right_to_left(reading.units):
        words = words_of_page(reading.units, reading.of(box))
        rows = rows_of(words)
        if _share([before.start > after.start for row in rows for before, after in pairwise(row)]) >= _MOSTLY:
            return reading.reordered(_words_from_the_left(reading.units, rows))
    if shown == _DOWNWARDS:
        rows = rows_of(pieces_of(reading.units, reading.of(box)))
        rises = [above[0].height < below[0].height for above, below in pairwise(rows)]
        if len(rows) >= _LEAST_LINES and _share(rises) >= _MOSTLY:
            return reading.reordered(units_of(reading.units, rows[::-1]))
    return reading


def _share(held: Sequence[bool]) -> float:
    return sum(held) / len(held) if held else 0.0


def _words_from_the_left(units: str, rows: Sequence[Row]) -> list[int | None]:
    """Each line with the blanks that stood between its words, in the order of the words."""
    order: list[int | None] = []
    for row in rows:
        if order:
            order.append(None)
        for place, word in enumerate(row):
            if place:
                order.append(_blank_beside(units, word.start, word.end))
            order += range(word.start, word.end)
    return order


def _blank_beside(units: str, start: int, end: int) -> int | None:
    return next((at for at in (start - 1, end) if at >= 0 and units[at : at + 1] == " "), None)


def column_by_column(reading: Reading, box: Boxes, gaps: Sequence[Gap]) -> Reading:
    heights = sorted(gap.height for gap in gaps)

    def is_whole(height: float) -> bool:
        at = bisect(heights, height - _NO_GAP_WITHIN)
        return at == len(heights) or heights[at] > height + _NO_GAP_WITHIN

    pieces = pieces_of(reading.units, reading.of(box), is_whole)
    if len(pieces.all) > _MOST_PIECES:
        return reading
    rows = rows_of(pieces)
    read = in_columns(reading.units, rows, Script(pieces.scale, pieces.blank, is_right_to_left(reading.units)))
    return reading if read == rows else reading.reordered(units_of(reading.units, read))


def with_whole_rows(reading: Reading, box: Boxes, origin: Boxes) -> Reading:
    """A blank for each line end beside a lone character within a row; after the columns, which so are found as ever."""
    ends = line_ends_within_rows(reading.units, reading.of(box), reading.of(origin))
    if not ends:
        return reading
    dropped = {at + place for at in ends for place in range(len(LINE_END) - 1)}
    blanks = {at + len(LINE_END) - 1: " " for at in ends}
    return reading.reordered([at for at in range(len(reading.units)) if at not in dropped], blanks)


def without_false_joins(reading: Reading, box: Boxes) -> Reading:
    """A line end after each mark of a broken word that the next letters do not go on with."""
    place = reading.of(box)
    joints = [found.end() for found in _BROKEN.finditer(reading.units)]
    false = {at for at in joints if not _goes_on_below(reading.units, place, at)}
    if not false:
        return reading
    order: list[int | None] = []
    for at in range(len(reading.units)):
        if at in false:
            order.append(None)
        order.append(at)
    return reading.reordered(order)


def _goes_on_below(units: str, place: Boxes, at: int) -> bool:
    """Whether a letter begins the line below the hyphen before it, as far below as that one is below the one before."""
    if _NUMBER_ALONE.match(units, at):
        return False
    start = _line_start(units, at - 1)
    before, hyphen, letter, first = place(max(at - 2, 0)), place(at - 1), place(at), place(start)
    if before is None or hyphen is None or letter is None or first is None:
        return True
    height = max(before[3] - before[1], hyphen[3] - hyphen[1])
    drop = hyphen[1] - letter[1]
    above = place(_line_start(units, start - 1)) if start else None
    usual = above[1] - first[1] if above else 0.0
    farthest = _NEXT_LINE * height
    if height < usual < farthest:
        farthest = usual * _NEARLY_USUAL + height / 2
    return 0 < drop <= farthest and -_FIRST_LINE * height <= letter[0] - first[0] <= _INDENT * height


def _line_start(units: str, at: int) -> int:
    """Where the line begins in which a unit stands: after a line end, or after the mark of a broken word."""
    return max(units.rfind(end, 0, max(at, 0)) for end in _LINE_ENDS) + 1
