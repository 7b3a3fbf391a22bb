"""The page metadata of one revision as a person reads it, whatever state the stored values are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from documents.models import Revision
from documents.page_words import page_problem_in_words
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
    declared: str
    start: int | None
    end: int | None
    source: str
    reader: str
    problem: str
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
        _of_page(revision.declared_page_labels, number),
        start,
        end,
        _of_page(revision.page_sources, number),
        _of_page(revision.page_extractors, number),
        page_problem_in_words(_of_page(revision.page_problems, number)),
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
    declared = _declared_in_words(revision.declared_page_labels)
    if revision.page_labels == revision.declared_page_labels:
        return declared
    return _("{in_force}; corrected: {declared}").format(
        in_force=_in_force_in_words(revision.page_labels), declared=declared
    )


def _declared_in_words(column: Any) -> str:
    return _column_in_words(column, _("{n} declared, from {first} to {last}"), _("none declared"))


def _in_force_in_words(column: Any) -> str:
    return _column_in_words(column, _("{n} in force, from {first} to {last}"), _("none in force"))


def _column_in_words(column: Any, told: str, none: str) -> str:
    if column is not None and not isinstance(column, list):
        return _("damaged")
    labels = [str(label) for label in column or [] if label is not None]
    return told.format(n=intcomma(len(labels)), first=labels[0], last=labels[-1]) if labels else none


def _numbers_in_words(revision: Revision, spans: dict[int, PageSpan]) -> str:
    without = [number for number in range(1, (revision.page_count or 0) + 1) if number not in spans]
    shown = ", ".join(str(number) for number in without[:NUMBERS_SHOWN])
    more = len(without) - NUMBERS_SHOWN
    if more > 0:
        return _("{pages} and {n} more").format(pages=shown, n=intcomma(more))
    return shown or _("none")
