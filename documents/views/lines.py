"""Lines of a printed page, set anew for a screen.

A page's text breaks where its lines were full. A narrow screen breaks them elsewhere, so those breaks are
shown as spaces; a break after a short line is the writer's and stays. Only the showing changes: every
character of the text is kept, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

FULL = 0.72  # of the longest line: what counts as a full one
NARROWEST = 30  # code points: below this nothing is prose

_ROMAN = r"(?=[ivxl])(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})"
_COUNTED = rf"(?:\d{{1,3}}|[^\W\d_]|{_ROMAN}|{_ROMAN.upper()})"
_NUMBERED = rf"\(?{_COUNTED}(?:\.{_COUNTED})*[.)]"
_SECTION = r"(?:\d{1,3}|[A-Z])(?:\.\d{1,3})+(?=\s+[A-ZÀ-Þ])"
ITEM = re.compile(rf"\s*(?:[•·▪‣*–—-]|{_NUMBERED}|{_SECTION})\s+\S")
"""A line that begins an item of a list: a bullet or a number, and words after it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A stretch of text; `breaks` says whether a line break is shown after it."""

    text: str
    breaks: bool


def flowing_lines(text: str, start: int = 0, end: int | None = None) -> tuple[Line, ...]:
    """`text[start:end]` in stretches, in order and without gaps, each ending where a reader should see a line end."""
    return tuple(cut_at(text[start:end], start, hard_breaks(text, start, end)))


def hard_breaks(text: str, start: int = 0, end: int | None = None) -> frozenset[int]:
    """The offsets in `text` of the line feeds in `[start, end)` that stay line ends on the screen.

    A line that is cut at either end is judged as it stands in `text`, where it may be a full one.
    """
    first = text.rfind("\n", 0, start) + 1
    last = -1 if end is None else text.find("\n", end)
    lines = text[first : None if last < 0 else last].split("\n")
    full = FULL * max(map(len, lines))
    hard, offset = set(), first - 1
    for line, following in pairwise(lines):
        offset += len(line) + 1
        if not _runs_on(line, following, full):
            hard.add(offset)
    return frozenset(hard)


def cut_at(text: str, start: int, breaks: frozenset[int]) -> Iterator[Line]:
    """`text`, which stands at `start`, cut after each line feed of `breaks`."""
    last = 0
    for position, character in enumerate(text):
        if character == "\n" and start + position in breaks:
            yield Line(text[last : position + 1], breaks=True)
            last = position + 1
    if last < len(text):
        yield Line(text[last:], breaks=False)


def _runs_on(line: str, following: str, full: float) -> bool:
    return len(line) >= max(full, NARROWEST) and bool(following.strip()) and not ITEM.match(following)
