"""The text of a revision with a marker line before each page: what an import reads back to the same pages."""

from __future__ import annotations

from documents.models import Revision
from documents.text import PageText, pages_from_marked_text, render_pages


class WithoutPages(ValueError):  # noqa: N818 - it names an outcome, not a fault
    """The revision has no pages: no marker could say where one begins."""


def marked_text_of(revision: Revision) -> str:
    """Every page under its line `## Page N`, those without text too. WithoutPages where there are none.

    ValueError when the stored page spans are not page spans.
    """
    if revision.page_count is None:
        raise WithoutPages
    text = revision.text or ""
    spans = {span.number: span for span in revision.spans}
    return render_pages(
        PageText(number, text[spans[number].start : spans[number].end] if number in spans else "")
        for number in range(1, revision.page_count + 1)
    )


def problems_reading_back(marked: str, page_count: int) -> tuple[str, ...]:
    """Why an import could not tell the pages of `marked` again, in words; () where it can."""
    read = pages_from_marked_text(marked)
    if read.problems or len(read.pages) == page_count:
        return read.problems
    return (f"It would be read as {len(read.pages)} pages, and there are {page_count}.",)
