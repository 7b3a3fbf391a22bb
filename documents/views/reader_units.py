"""What a reader leafs through: the pages of a document, or the parts of one that has no pages."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from documents.models import Revision
from documents.text import Place
from documents.text.locators import label_of
from documents.views.portions import portions

MOST_PLACES = 2000
"""Lines of an outline that are shown."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One page or part, counted from 1, and where it stands in the text; empty for a page without text."""

    number: int
    label: str | None
    start: int
    end: int

    @property
    def has_label(self) -> bool:
        """Whether something other than its number is printed on it."""
        return self.label is not None and self.label != str(self.number)


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading and the unit that it stands in."""

    label: str
    unit: Unit


def reader_units(revision: Revision) -> tuple[Unit, ...]:
    """The pages of a paginated revision, each of them; the parts of another, which must be loaded with its text."""
    if not revision.is_paginated:
        parts = portions(revision.text or "", ())
        return tuple(Unit(number, None, part.start, part.end) for number, part in enumerate(parts, start=1))
    spans = {span.number: span for span in revision.spans}
    labels = revision.page_labels
    return tuple(
        Unit(number, label_of(labels, number), span.start, span.end)
        if (span := spans.get(number))
        else Unit(number, label_of(labels, number), 0, 0)
        for number in range(1, (revision.page_count or 0) + 1)
    )


def outline(revision: Revision, units: tuple[Unit, ...]) -> tuple[OutlineEntry, ...]:
    """The headings, each with the unit that it begins in."""
    inked = [unit for unit in units if unit.end > unit.start]
    starts = [unit.start for unit in inked]
    return tuple(
        OutlineEntry(place.label, inked[max(bisect_right(starts, place.start) - 1, 0)])
        for place in _headings(revision)
        if inked
    )


def _headings(revision: Revision) -> tuple[Place, ...]:
    return tuple(place for place in revision.place_values if place.label)[:MOST_PLACES]
