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
ITEM = re.compile(r"\s*(?:[•·▪‣*–—-]\s|\(?\w{1,4}[.)]\s)")


@dataclass(frozen=True, slots=True)
class Line:
    """A stretch of text; `breaks` says whether a line break is shown after it."""

    text: str
    breaks: bool


def flowing_lines(text: str) -> tuple[Line, ...]:
    """`text` in stretches whose concatenation is `text`, each ending where a reader should see a line end."""
    breaks = hard_breaks(text)
    return tuple(cut_at(text, 0, breaks))


def hard_breaks(text: str) -> frozenset[int]:
    """The offsets of the line feeds that stay line ends on the screen."""
    lines = text.split("\n")
    full = FULL * max(map(len, lines))
    hard, offset = set(), -1
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
