"""A long text is shown a portion at a time, and each page in it under its own rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.text import PageSpan, TextSpan, clip_page_spans
from documents.text.locators import label_of
from documents.views.lines import Line, flowing_lines

PAGES = 20  # the most pages of one portion
CHARACTERS = 50_000  # the most code points of one portion, unless one page alone is longer


@dataclass(frozen=True, slots=True)
class PageBlock:
    """The text of one page, in lines; `number` is None where a document has no pages."""

    number: int | None
    label: str | None
    lines: tuple[Line, ...]


def portions(text: str, spans: Sequence[PageSpan]) -> list[TextSpan]:
    """Spans that together hold the whole text, in order; cut between pages, or else between paragraphs."""
    return list(_between_pages(spans) if spans else _between_paragraphs(text))


def page_blocks(
    text: str, portion: TextSpan, spans: Sequence[PageSpan], labels: Sequence[str | None] | None
) -> list[PageBlock]:
    """The pages that `portion` meets; one block without a number where there are none."""
    if not spans:
        return [PageBlock(None, None, (Line(text[portion.start : portion.end], breaks=False),))]
    clipped = clip_page_spans(spans, portion.start, portion.end)
    return [
        PageBlock(
            span.number,
            label_of(labels, span.number),
            flowing_lines(text[span.start : span.end]),
        )
        for span in clipped
    ]


def _between_pages(spans: Sequence[PageSpan]) -> Iterator[TextSpan]:
    first = 0
    for position, span in enumerate(spans):
        if position - first >= PAGES or (position > first and span.end - spans[first].start > CHARACTERS):
            yield TextSpan(spans[first].start, spans[position - 1].end)
            first = position
    yield TextSpan(spans[first].start, spans[-1].end)


def _between_paragraphs(text: str) -> Iterator[TextSpan]:
    start = 0
    while start < len(text):
        end = _cut(text, start)
        yield TextSpan(start, end)
        start = end


def _cut(text: str, start: int) -> int:
    limit = start + CHARACTERS
    if limit >= len(text):
        return len(text)
    for mark in ("\n\n", "\n", " "):
        if (found := text.rfind(mark, start + CHARACTERS // 2, limit)) > 0:
            return found + len(mark)
    return limit
