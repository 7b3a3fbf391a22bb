"""The pictures of the pages that a passage stands on, with what is to be marked on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from documents.text import CitedPage, TextSpan
from search.located import pages_in_words
from search.results import PassageView

if TYPE_CHECKING:
    from documents.services.pictures import PageMarks

MOST_MARKED = 4
"""Pages whose marks are found before the page is answered; those of the others are asked for as they come into view."""


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """One cited page. `marks` is None where they come with a request of their own; then `span` says what to mark."""

    number: int
    label: str | None
    locator: str
    span: TextSpan
    marks: PageMarks | None
    is_first: bool


def evidence_pages(view: PassageView) -> list[EvidencePage]:
    """The cited pages in order; [] where the document has no pictures of pages."""
    from documents.services.pictures import has_pictures  # what renders pages is loaded when it is needed

    if not view.citation.pages or not has_pictures(view.revision):
        return []
    spans = [TextSpan(view.citation.start, view.citation.end), *_words(view)]
    return [_evidence_page(view, page, nth, spans) for nth, page in enumerate(view.citation.pages)]


def strip_page(pages: Sequence[EvidencePage]) -> EvidencePage | None:
    """The first page with the passage marked on it: what a small screen shows before the text."""
    return next((page for page in pages if page.marks and page.marks.rects and page.marks.rects[0]), None)


def _evidence_page(view: PassageView, page: CitedPage, nth: int, spans: Sequence[TextSpan]) -> EvidencePage:
    from documents.services.pictures import page_marks

    revision = view.revision
    return EvidencePage(
        number=page.number,
        label=page.label,
        locator=pages_in_words([page.number], revision.page_labels, revision.page_count),
        span=spans[0],
        marks=page_marks(revision, page.number, spans) if nth < MOST_MARKED else None,
        is_first=nth == 0,
    )


def _words(view: PassageView) -> list[TextSpan]:
    """The words that were asked for, in the passage."""
    shown = [one for one in view.excerpt.segments if one.marked and one.in_passage]
    return [TextSpan(one.start, one.end) for one in shown]
