"""The text of one page or part, in lines, with the places that were found marked in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.text import is_grapheme_boundary
from documents.views.lines import Line, cut_at, hard_breaks
from documents.views.portions import CHARACTERS
from documents.views.reader_hits import Hit
from documents.views.reader_units import Unit


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the text; `hit` is the number of the place that it belongs to, None outside of one."""

    lines: tuple[Line, ...]
    hit: int | None


@dataclass(frozen=True, slots=True)
class UnitText:
    """The stretches of a unit, in order and without gaps; `goes_on` where it is too long to be shown whole."""

    stretches: tuple[Stretch, ...]
    goes_on: bool


def unit_text(text: str, unit: Unit, hits: Sequence[Hit], *, flows: bool) -> UnitText:
    """The text of `unit`; with `flows`, line ends of a printed page give way to those of the screen."""
    end = _shown_end(text, unit)
    breaks = frozenset(unit.start + at for at in hard_breaks(text[unit.start : end])) if flows else frozenset()
    return UnitText(tuple(_stretches(text, unit.start, end, hits, breaks, flows=flows)), goes_on=end < unit.end)


def _stretches(
    text: str, start: int, end: int, hits: Sequence[Hit], breaks: frozenset[int], *, flows: bool
) -> Iterator[Stretch]:
    begins = {max(hit.span.start, start): hit.number for hit in hits}
    edges = {start, end, *begins, *(min(hit.span.end, end) for hit in hits)}
    for left, right in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
        piece = text[left:right]
        lines = tuple(cut_at(piece, left, breaks)) if flows else (Line(piece, breaks=False),)
        yield Stretch(lines, begins.get(left))


def _shown_end(text: str, unit: Unit) -> int:
    limit = unit.start + CHARACTERS
    if unit.end <= limit:
        return unit.end
    return next(at for at in range(limit, unit.end + 1) if is_grapheme_boundary(text, at, unit.start))
