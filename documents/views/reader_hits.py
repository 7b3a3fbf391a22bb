"""Where the words that someone looks for stand in a document, by page or by part."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from documents.text import TextSpan
from documents.text.finding import find_occurrences
from documents.views.reader_units import Unit

MOST_HITS = 1000


@dataclass(frozen=True, slots=True)
class Hit:
    """The `number`-th place, counted from 1; it begins in one unit and may end in a later one."""

    number: int
    span: TextSpan
    unit: int
    last_unit: int


@dataclass(frozen=True, slots=True)
class Hits:
    """At most MOST_HITS places in order; `more` is true where there are more than that."""

    all: tuple[Hit, ...] = ()
    more: bool = False

    def within(self, unit: Unit) -> tuple[Hit, ...]:
        """Those that share a character with `unit`."""
        first = bisect_right(self.all, unit.start, key=lambda hit: hit.span.end)
        last = bisect_left(self.all, unit.end, key=lambda hit: hit.span.start)
        return self.all[first:last]

    def numbered(self, number: int | None) -> Hit | None:
        return self.all[number - 1] if number is not None and 1 <= number <= len(self.all) else None

    def from_unit(self, unit: int) -> Hit | None:
        """The first at or after a unit, else the first of all; None where there are none."""
        return next((hit for hit in self.all if hit.unit >= unit), self.all[0] if self.all else None)


def find_hits(text: str, units: Sequence[Unit], words: str) -> Hits:
    """Every place of `words` in `text`, with the unit that it begins in; `units` in order, with all ink of the text."""
    spans = find_occurrences(text, words, MOST_HITS + 1) if words else ()
    inked = [unit for unit in units if unit.end > unit.start]
    starts = [unit.start for unit in inked]

    def unit_at(offset: int) -> int:
        return inked[max(bisect_right(starts, offset) - 1, 0)].number

    return Hits(
        tuple(
            Hit(number, span, unit_at(span.start), unit_at(span.end - 1))
            for number, span in enumerate(spans[:MOST_HITS], start=1)
        ),
        more=len(spans) > MOST_HITS,
    )
