"""Where the words that someone looks for stand in a document, by page or by part."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock

from documents.text import TextSpan
from documents.text.finding import find_occurrences
from documents.views.reader_units import Unit

MOST_HITS = 100_000
MOST_SECONDS = 1.5
"""For one search through one text; those that people ask for take a few tenths even in a long one."""
MOST_KEPT = 16
"""Searches whose places this process remembers: every page of a document that comes near asks for the same ones."""


@dataclass(frozen=True, slots=True)
class Found:
    """Offsets in a text, in order; `more` where it may hold further ones."""

    starts: array[int]
    ends: array[int]
    more: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """The `number`-th place, counted from 1; it begins in one unit and may end in a later one."""

    number: int
    span: TextSpan
    unit: int
    last_unit: int


@dataclass(frozen=True, slots=True)
class Hits:
    """At most MOST_HITS places in order, each made when it is asked for; `inked` are the units that have text."""

    found: Found = field(default_factory=lambda: Found(array("L"), array("L"), more=False))
    inked: Sequence[Unit] = ()

    @property
    def count(self) -> int:
        return len(self.found.starts)

    @property
    def more(self) -> bool:
        """Whether there may be places behind the last."""
        return self.found.more

    def numbered(self, number: int | None) -> Hit | None:
        if number is None or not 1 <= number <= self.count:
            return None
        start, end = self.found.starts[number - 1], self.found.ends[number - 1]
        return Hit(number, TextSpan(start, end), self._unit_at(start), self._unit_at(end - 1))

    def within(self, unit: Unit, most: int = MOST_HITS, around: Hit | None = None) -> tuple[Hit, ...]:
        """Those that share a character with `unit`: the first `most`, or as many about the one that is given."""
        first, last = self._numbers_within(unit)
        if around and first <= around.number <= last:
            first = max(first, min(around.number - most // 2, last - most + 1))
        return tuple(hit for n in range(first, min(last, first + most - 1) + 1) if (hit := self.numbered(n)))

    def is_within(self, unit: Unit) -> bool:
        """Whether any shares a character with `unit`."""
        first, last = self._numbers_within(unit)
        return first <= last

    def from_unit(self, number: int) -> Hit | None:
        """The first that begins in a unit of this number or a higher one."""
        return self.numbered(self._begun_before(number) + 1)

    def before_unit(self, number: int) -> Hit | None:
        """The last that begins in a unit of a lower number."""
        return self.numbered(self._begun_before(number))

    def runs(self) -> Iterator[tuple[int, int]]:
        """Units that places begin in, each with how many do."""
        edges = [0, *(bisect_left(self.found.starts, unit.start) for unit in self.inked[1:]), self.count]
        for unit, (first, last) in zip(self.inked, pairwise(edges), strict=False):
            if first < last:
                yield unit.number, last - first

    def crossing(self) -> Iterator[Hit]:
        """Those that end in a later unit than they begin in: of the places of a unit, only the last can."""
        last = 0
        for _, times in self.runs():
            last += times
            hit = self.numbered(last)
            if hit and hit.last_unit != hit.unit:
                yield hit

    def _unit_at(self, offset: int) -> int:
        return self.inked[max(bisect_right(self.inked, offset, key=lambda unit: unit.start) - 1, 0)].number

    def _numbers_within(self, unit: Unit) -> tuple[int, int]:
        return bisect_right(self.found.ends, unit.start) + 1, bisect_left(self.found.starts, unit.end)

    def _begun_before(self, number: int) -> int:
        at = bisect_left(self.inked, number, key=lambda unit: unit.number)
        if at == 0:
            return 0
        return bisect_left(self.found.starts, self.inked[at].start) if at < len(self.inked) else self.count


def find_hits(digest: str, text: str, units: Sequence[Unit], words: str) -> Hits:
    """Every place of `words` in `text`, whose SHA-256 is `digest`; `units` in order, with all ink of the text."""
    if not words:
        return Hits()
    return Hits(_found(digest, text, words), [unit for unit in units if unit.end > unit.start])


_kept: OrderedDict[tuple[str, str], Found] = OrderedDict()
_lock = Lock()


def _found(digest: str, text: str, words: str) -> Found:
    with _lock:
        if found := _kept.get((digest, words)):
            _kept.move_to_end((digest, words))
            return found
    found = _search(text, words)
    with _lock:
        _kept[digest, words] = found
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found


def _search(text: str, words: str) -> Found:
    found = find_occurrences(text, words, MOST_HITS, MOST_SECONDS)
    starts, ends = (array("L", [getattr(span, edge) for span in found.spans]) for edge in ("start", "end"))
    return Found(starts, ends, found.more)
