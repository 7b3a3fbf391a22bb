"""The page metadata of one revision as a person reads it, whatever state the stored values are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from documents.models import Revision
from documents.services import page_metadata_problems
from documents.text import PageSpan, parse_page_spans

ROWS = 100
FIRST_WORDS = 80
"""Code points of each page that are shown."""
NUMBERS_SHOWN = 200
PREVIEW = 2000
"""Code points of the canonical text that are shown."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """One physical page; start and end are None for a page without text."""

    number: int
    label: str
    start: int | None
    end: int | None
    source: str
    first_words: str

    @property
    def characters(self) -> int:
        return 0 if self.start is None or self.end is None else self.end - self.start


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """`problems` is None for a revision that has not been read; `rows` is one page of the table."""

    problems: list[str] | None
    labels: str
    without_text: str
    rows: Page[int] | None
    pages: list[PageRow]
    preview: str
    characters: int


def page_metadata(revision: Revision, wanted: str) -> PageMetadata:
    """What the admin shows of `revision`, whose text is loaded; `wanted` is the page of the table."""
    text = revision.text or ""
    spans = _spans_by_number(revision)
    rows = Paginator(range(1, (revision.page_count or 0) + 1), ROWS).get_page(wanted)
    return PageMetadata(
        problems=page_metadata_problems(revision) if revision.is_read else None,
        labels=_labels_in_words(revision),
        without_text=_numbers_in_words(revision, spans),
        rows=rows if revision.is_paginated else None,
        pages=[_row(revision, text, number, spans.get(number)) for number in rows],
        preview=text[:PREVIEW],
        characters=len(text),
    )


def _spans_by_number(revision: Revision) -> dict[int, PageSpan]:
    """Empty where what is stored is not page spans: then the problems say so."""
    try:
        return {span.number: span for span in parse_page_spans(revision.page_spans or [])}
    except ValueError:
        return {}


def _row(revision: Revision, text: str, number: int, span: PageSpan | None) -> PageRow:
    start, end = (span.start, span.end) if span else (None, None)
    return PageRow(
        number,
        _of_page(revision.page_labels, number),
        start,
        end,
        _of_page(revision.page_sources, number),
        _first_words(text, span) if span else "",
    )


def _first_words(text: str, span: PageSpan) -> str:
    if not 0 <= span.start <= span.end:
        return ""
    return " ".join(text[span.start : min(span.end, span.start + FIRST_WORDS)].split())


def _of_page(column: Any, number: int) -> str:
    if not isinstance(column, list) or number > len(column) or column[number - 1] is None:
        return ""
    return str(column[number - 1])


def _labels_in_words(revision: Revision) -> str:
    if not isinstance(revision.page_labels, list):
        return "none declared" if revision.page_labels is None else "damaged"
    declared = [str(label) for label in revision.page_labels if label is not None]
    return f"{len(declared):,} declared, from {declared[0]} to {declared[-1]}" if declared else "none declared"


def _numbers_in_words(revision: Revision, spans: dict[int, PageSpan]) -> str:
    without = [number for number in range(1, (revision.page_count or 0) + 1) if number not in spans]
    shown = ", ".join(str(number) for number in without[:NUMBERS_SHOWN])
    more = len(without) - NUMBERS_SHOWN
    return (f"{shown} and {more:,} more" if more > 0 else shown) or "none"
