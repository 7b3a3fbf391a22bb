"""Page metadata as a person reads it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from documents.models import Revision
from documents.page_words import page_problem_in_words
from documents.text import PageSpan
from documents.text.locators import label_of
from documents.text.page_labels import PageLabels

FIRST_WORDS = 80  # code points


@dataclass(frozen=True, slots=True)
class PageRow:
    """One physical page; `span` is None for a page without text, `declared` what the file has as its label.

    `reader` is what read it, "" where nothing could; `problem` a sentence, or "".
    """

    number: int
    label: str | None
    declared: str | None
    source: str
    reader: str
    problem: str
    span: PageSpan | None
    first_words: str

    @property
    def characters(self) -> int:
        return self.span.end - self.span.start if self.span else 0

    @property
    def is_corrected(self) -> bool:
        return self.label != self.declared


@dataclass(frozen=True, slots=True)
class LabelRow:
    """The label of one physical page: as the file declares it, as it is in force, and as it would be."""

    number: int
    declared: str | None
    in_force: str | None
    after: str | None

    @property
    def is_corrected(self) -> bool:
        return self.in_force != self.declared

    @property
    def changes(self) -> bool:
        return self.after != self.in_force


def label_rows(page_count: int, declared: PageLabels, in_force: PageLabels, after: PageLabels) -> list[LabelRow]:
    """A row for each physical page, also where there are no labels at all."""
    columns = zip_longest(range(1, page_count + 1), declared or (), in_force or (), after or ())
    return [LabelRow(*row) for row in columns]


def page_rows(revision: Revision) -> list[PageRow]:
    """A row for each physical page of a revision loaded with its text, also for pages without text."""
    spans = {span.number: span for span in revision.spans}
    return [_row(revision, number, spans.get(number)) for number in range(1, (revision.page_count or 0) + 1)]


def _row(revision: Revision, number: int, span: PageSpan | None) -> PageRow:
    return PageRow(
        number=number,
        label=label_of(revision.page_labels, number),
        declared=label_of(revision.declared_page_labels, number),
        source=revision.page_sources[number - 1] if revision.page_sources else "",
        reader=label_of(revision.page_extractors, number) or "",
        problem=page_problem_in_words(label_of(revision.page_problems, number)),
        span=span,
        first_words=_first_words((revision.text or "")[span.start : span.end]) if span else "",
    )


def _first_words(text: str) -> str:
    words = " ".join(text[: 2 * FIRST_WORDS].split())
    return words if len(words) <= FIRST_WORDS else words[:FIRST_WORDS].rpartition(" ")[0] + " …"
