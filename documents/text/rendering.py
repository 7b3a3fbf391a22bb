"""From pages to the canonical text, and where each page stands in it."""

from collections.abc import Iterable

from documents.text.characters import has_ink
from documents.text.values import PageSpan, PageText

PAGE_SEPARATOR = "\n\n"


def render_plain(pages: Iterable[PageText], separator: str = PAGE_SEPARATOR) -> tuple[str, tuple[PageSpan, ...]]:
    """The canonical text of `pages`, without markers, and the span of every page that has ink.

    For every span `text[start:end]` is that page's text, exactly. A page without ink adds no text, no
    separator and no span. Raises ValueError unless page numbers are positive and ascending.
    """
    parts: list[str] = []
    spans: list[PageSpan] = []
    end = 0
    for page in in_page_order(pages):
        if not has_ink(page.text):
            continue
        start = end + len(separator) if spans else 0
        end = start + len(page.text)
        parts.append(page.text)
        spans.append(PageSpan(page.number, start, end))
    return separator.join(parts), tuple(spans)


def in_page_order(pages: Iterable[PageText]) -> Iterable[PageText]:
    """Yield `pages` as they are; ValueError at the first number that is not above the one before, or 0."""
    previous = 0
    for page in pages:
        if page.number <= previous:
            raise ValueError(f"page numbers must be positive and ascending: {page.number} after {previous}")
        previous = page.number
        yield page
