"""The words of a locator in the language of the page."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import get_language, pgettext

from documents.text import format_locator
from documents.text.locators import LocatorWords


def page_in_words(number: int, label: str | None, page_count: int | None) -> str:
    """One page as printed and as counted: "p. iv (page 6 of 120)", "p. 6 of 120"."""
    labels = [None] * (number - 1) + [label]
    return format_locator(pages=[number], page_count=page_count, page_labels=labels, words=locator_words())


def locator_words() -> LocatorWords:
    """Those of the language that is active; the citation record keeps one, for programs compare it."""
    return _words_of(get_language())


@lru_cache(maxsize=32)
def _words_of(_language: str | None) -> LocatorWords:
    """Looked up once: a page of results has a hundred locators."""
    return LocatorWords(
        page=pgettext("one page, before its label or number", "p."),
        pages=pgettext("several pages, before their labels or numbers", "pp."),
        counted_page=pgettext("before the number of one page", "page"),
        counted_pages=pgettext("before the numbers of pages", "pages"),
        of=pgettext("page 6 of 120", "of"),
        slide=pgettext("before its number", "slide"),
        slides=pgettext("before the numbers of several", "slides"),
        sheet=pgettext("before its name", "sheet"),
        part=pgettext("before its name", "part"),
    )
