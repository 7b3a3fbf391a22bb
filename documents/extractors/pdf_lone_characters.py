"""Line ends that pdfium puts before a character that a file draws alone and far from the one before.

A cell of one digit, a cross, the page number of a table of contents: the row goes on with it.
"""

import re
from collections.abc import Iterator

from documents.extractors.pdf_characters import Boxes

LINE_END = "\r\n"
_LONE = "[^\\s\x02\ufffe]"
_BEFORE_LONE = re.compile(rf"\n(?={_LONE}(?:\s|\Z))")  # begins with a character of its own, and so is found fast
_LONE_LINE = re.compile(rf"{_LONE}[ \t]*{LINE_END}")
_MARKS_OF_BROKEN_WORDS = "\x02\ufffe"
_SAME_BASELINE = 1.0  # points
_OVERLAP = 0.5  # points: the ink of a slanted letter leans over the next


def line_ends_within_rows(units: str, box: Boxes, origin: Boxes) -> list[int]:
    """Where each CR LF starts beside a lone character whose two sides share a baseline, the second to the right.

    `origin` gives the point on which a unit is set. No place is asked for on pages without a lone character.
    """
    return [at for at in dict.fromkeys(_beside_lone_characters(units)) if _goes_on_beside(units, at, box, origin)]


def _beside_lone_characters(units: str) -> Iterator[int]:
    if opening := _LONE_LINE.match(units):
        yield opening.end() - len(LINE_END)
    for before in _BEFORE_LONE.finditer(units):
        if units.endswith(LINE_END, 0, before.end()):
            yield before.end() - len(LINE_END)
        if line := _LONE_LINE.match(units, before.end()):
            yield line.end() - len(LINE_END)


def _goes_on_beside(units: str, at: int, box: Boxes, origin: Boxes) -> bool:
    last, first = _last_before(units, at), at + len(LINE_END)
    if last is None or not units[first : first + 1].strip():
        return False
    ground, onward = origin(last), origin(first)
    if ground is None or onward is None or abs(ground[1] - onward[1]) > _SAME_BASELINE:
        return False
    ended, begun = box(last), box(first)
    return ended is not None and begun is not None and begun[0] >= ended[2] - _OVERLAP


def _last_before(units: str, at: int) -> int | None:
    """The last unit with ink on the line that ends there, unless the word goes on."""
    last = at - 1
    while last >= 0 and units[last] in " \t":
        last -= 1
    return None if last < 0 or units[last].isspace() or units[last] in _MARKS_OF_BROKEN_WORDS else last
