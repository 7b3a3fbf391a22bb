"""Whether stored page spans still fit the text that they were taken from."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.text.characters import has_ink
from documents.text.rendering import PAGE_SEPARATOR
from documents.text.values import PageSpan


def check_page_spans(
    text: str, spans: Sequence[PageSpan], page_count: int | None, separator: str = PAGE_SEPARATOR
) -> list[str]:
    """Every problem of `spans` in words; [] exactly if they are sound.

    Sound are: numbers that ascend within 1..page_count; ink in every span; and spans that tile the whole
    text with exactly the separator between them. A document without pages (`page_count` None) has no spans.

    The text cannot tell everything: a page that was renumbered without leaving the order, and a page cut in
    two (or two made one) at a separator that the page itself contains, look sound. The digest tells.
    """
    if page_count is None:
        return ["There are page spans, but the document has no pages."] if spans else []
    return [
        *_number_problems(spans, page_count),
        *_span_problems(text, spans),
        *_tiling_problems(text, spans, separator),
    ]


def _number_problems(spans: Sequence[PageSpan], page_count: int) -> Iterator[str]:
    if page_count < 0:
        yield f"The page count is negative: {page_count}."
    for span in spans:
        if not 1 <= span.number <= page_count:
            yield f"Page {span.number} is not one of the {page_count} pages."
    for before, after in pairwise(spans):
        if after.number <= before.number:
            yield f"Page {after.number} comes after page {before.number}."


def _span_problems(text: str, spans: Sequence[PageSpan]) -> Iterator[str]:
    for span in spans:
        where = f"Page {span.number} [{span.start}, {span.end})"
        if span.start < 0 or span.end > len(text):
            yield f"{where} reaches outside the text of {len(text)} characters."
        elif span.start >= span.end:
            yield f"{where} is empty or reversed."
        elif not has_ink(text[span.start : span.end]):
            yield f"{where} has nothing to read."


def _tiling_problems(text: str, spans: Sequence[PageSpan], separator: str) -> Iterator[str]:
    if not spans:
        if text:
            yield f"No page covers the text of {len(text)} characters."
        return
    if spans[0].start != 0:
        yield f"The first page starts at {spans[0].start}, not at 0."
    for before, after in pairwise(spans):
        if after.start != before.end + len(separator):
            yield (
                f"Page {after.number} starts at {after.start}, "
                f"not {len(separator)} characters after page {before.number}, which ends at {before.end}."
            )
        elif text[before.end : after.start] != separator:
            yield f"Between pages {before.number} and {after.number} stands something else than the separator."
    if spans[-1].end != len(text):
        yield f"The last page ends at {spans[-1].end}, not at the end of the text, {len(text)}."
