"""A long text is shown a portion at a time, and each page in it under its own rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.text import PageSpan, TextSpan, clip_page_spans, is_grapheme_boundary
from documents.text.locators import label_of
from documents.views.lines import Line, flowing_lines

PAGES = 20  # the most pages of one portion
CHARACTERS = 50_000  # the most code points of one portion, unless one grapheme alone is longer


@dataclass(frozen=True, slots=True)
class PageBlock:
    """The text of one page, in lines; `number` is None where a document has no pages.

    `goes_on` is true of the later parts of a page that is longer than a portion.
    """

    number: int | None
    label: str | None
    lines: tuple[Line, ...]
    goes_on: bool = False


def portions(text: str, spans: Sequence[PageSpan]) -> list[TextSpan]:
    """Spans that together hold the whole text, in order; cut between pages, or else between paragraphs."""
    if not spans:
        return list(_between_paragraphs(text, 0, len(text)))
    return [part for whole in _between_pages(spans) for part in _between_paragraphs(text, whole.start, whole.end)]


def page_blocks(
    text: str, portion: TextSpan, spans: Sequence[PageSpan], labels: Sequence[str | None] | None
) -> list[PageBlock]:
    """The pages that `portion` meets; one block without a number where there are none."""
    if not spans:
        return [PageBlock(None, None, (Line(text[portion.start : portion.end], breaks=False),))]
    begun = {span.start for span in spans}
    return [
        PageBlock(
            span.number,
            label_of(labels, span.number),
            flowing_lines(text, span.start, span.end),
            goes_on=span.start not in begun,
        )
        for span in clip_page_spans(spans, portion.start, portion.end)
    ]


def _between_pages(spans: Sequence[PageSpan]) -> Iterator[TextSpan]:
    first = 0
    for position, span in enumerate(spans):
        if position - first >= PAGES or (position > first and span.end - spans[first].start > CHARACTERS):
            yield TextSpan(spans[first].start, spans[position - 1].end)
            first = position
    yield TextSpan(spans[first].start, spans[-1].end)


def _between_paragraphs(text: str, start: int, end: int) -> Iterator[TextSpan]:
    while start < end:
        cut = _cut(text, start, end)
        yield TextSpan(start, cut)
        start = cut


def _cut(text: str, start: int, end: int) -> int:
    limit = start + CHARACTERS
    if limit >= end:
        return end
    for mark in ("\n\n", "\n", " "):
        found = text.rfind(mark, start + CHARACTERS // 2, limit)
        if found >= 0 and is_grapheme_boundary(text, found + len(mark)):
            return found + len(mark)
    return _whole_grapheme(text, limit, start, end)


def _whole_grapheme(text: str, limit: int, start: int, end: int) -> int:
    """The last boundary in the half before `limit`; where there is none, the first one after it."""
    before = (at for at in range(limit, limit - CHARACTERS // 2, -1) if is_grapheme_boundary(text, at, start))
    after = (at for at in range(limit, end) if is_grapheme_boundary(text, at, start))
    return next(before, None) or next(after, end)
