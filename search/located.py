"""Locators in the language of the page. The citation record keeps one language, for programs compare it."""

from __future__ import annotations

from collections.abc import Sequence

from documents.locator_words import locator_words
from documents.text import Citation, format_locator


def locator_in_words(citation: Citation) -> str:
    """The locator of a citation as its page shows it; "" where it has none."""
    labels = {page.number: page.label for page in citation.pages or ()}
    return format_locator(
        pages=list(labels),
        page_count=citation.page_count,
        page_labels=[labels.get(number) for number in range(1, max(labels, default=0) + 1)],
        place=citation.place,
        last_place=citation.last_place,
        words=locator_words(),
    )


def pages_in_words(
    pages: Sequence[int], page_labels: Sequence[str | None] | None, page_count: int | None = None
) -> str:
    """Pages of a document as printed and as counted; "" for none. `page_labels` are those of the whole document."""
    return format_locator(pages=pages, page_count=page_count, page_labels=page_labels, words=locator_words())
