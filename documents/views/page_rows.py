"""Page metadata as a person reads it."""

from __future__ import annotations

from dataclasses import dataclass

from documents.models import Revision
from documents.text import PageSpan
from documents.text.locators import label_of

FIRST_WORDS = 80  # code points


@dataclass(frozen=True, slots=True)
class PageRow:
    """One physical page; `span` is None for a page without text."""

    number: int
    label: str | None
    source: str
    span: PageSpan | None
    first_words: str

    @property
    def characters(self) -> int:
        return self.span.end - self.span.start if self.span else 0


def page_rows(revision: Revision) -> list[PageRow]:
    """A row for each physical page of a revision loaded with its text, also for pages without text."""
    spans = {span.number: span for span in revision.spans}
    return [_row(revision, number, spans.get(number)) for number in range(1, (revision.page_count or 0) + 1)]


def _row(revision: Revision, number: int, span: PageSpan | None) -> PageRow:
    return PageRow(
        number=number,
        label=label_of(revision.page_labels, number),
        source=revision.page_sources[number - 1] if revision.page_sources else "",
        span=span,
        first_words=_first_words((revision.text or "")[span.start : span.end]) if span else "",
    )


def _first_words(text: str) -> str:
    words = " ".join(text[: 2 * FIRST_WORDS].split())
    return words if len(words) <= FIRST_WORDS else words[:FIRST_WORDS].rpartition(" ")[0] + " …"
