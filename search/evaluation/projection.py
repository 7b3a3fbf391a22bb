"""Texts compared by their letters and digits alone.

Two programs that read the same page differ in white space, hyphens and ligatures; what a reader reads is the same.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

SHORTEST_BLOCK = 12
"""Letters that stand together before they count as found: fewer are on any page by chance."""

Interval = tuple[int, int]
"""`[start, end)` in the signs of a projection."""


@dataclass(frozen=True, slots=True)
class Projection:
    """The letters and digits of a text, folded; `origins[i]` is the code point of the text that sign `i` comes from."""

    signs: str
    origins: tuple[int, ...]

    def interval(self, start: int, end: int) -> Interval:
        """Where `[start, end)` of the text is in the signs."""
        return bisect_left(self.origins, start), bisect_left(self.origins, end)


@dataclass(frozen=True, slots=True)
class Located:
    """Where an excerpt stands on a page; `share` of its signs are there, from 0 to 1."""

    intervals: tuple[Interval, ...] = ()
    share: float = 0.0


def project(text: str) -> Projection:
    """Compatibility forms are resolved, case is folded to lower, and what is no letter or digit is left out."""
    signs: list[str] = []
    origins: list[int] = []
    for at, character in enumerate(text):
        for sign in unicodedata.normalize("NFKC", character).lower():
            if sign.isalnum():
                signs.append(sign)
                origins.append(at)
    return Projection("".join(signs), tuple(origins))


def locate(page: Projection, excerpt: str) -> Located:
    """Where `excerpt` stands: its first exact place, else the blocks of it that the page has in the same order."""
    wanted = project(excerpt).signs
    if not wanted or not page.signs:
        return Located()
    at = page.signs.find(wanted)
    if at >= 0:
        return Located(((at, at + len(wanted)),), 1.0)
    matcher = SequenceMatcher(None, page.signs, wanted, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size >= SHORTEST_BLOCK]
    intervals = tuple((block.a, block.a + block.size) for block in blocks)
    return Located(intervals, length(intervals) / len(wanted))


def united(intervals: Iterable[Interval]) -> list[Interval]:
    """In order, and none meets another."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def length(intervals: Iterable[Interval]) -> int:
    return sum(end - start for start, end in intervals)


def overlap(some: Sequence[Interval], others: Sequence[Interval]) -> int:
    """How many signs both have; neither may meet itself."""
    return sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a in some for b in others)
