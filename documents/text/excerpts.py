"""A passage with its context and marks, as segments of plain text; never HTML."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from documents.text.graphemes import grapheme_end, grapheme_start, is_grapheme_boundary
from documents.text.spans import page_for_offset, page_spans_within
from documents.text.values import PageSpan, TextSpan


@dataclass(frozen=True, slots=True)
class Segment:
    """`text[start:end]`, all of it inside or outside the passage, marked or not, on one page or on none."""

    text: str
    start: int
    end: int
    in_passage: bool
    marked: bool
    page: int | None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The segments of `[start, end)`, in order and without gaps."""

    start: int
    end: int
    segments: tuple[Segment, ...]


def build_excerpt(
    text: str,
    span: TextSpan,
    marks: Iterable[TextSpan],
    context: int,
    *,
    page_spans: Sequence[PageSpan] = (),
    within: TextSpan | None = None,
) -> Excerpt:
    """The passage `span` with at most `context` code points on either side, narrowed to whole words.

    With `within` no context reaches beyond it.

    White space at the outer ends is left out. A context that is all one long word is narrowed to graphemes
    instead; a passage that itself cuts a grapheme is widened to it. Marks may overlap and may reach outside;
    what is outside is not shown. A separator between pages is a segment of its own, with page None. Raises
    ValueError for a span that is not within the text and for a negative context.
    """
    check_span(text, span)
    if context < 0:
        raise ValueError(f"context must not be negative: {context}")
    before, after = context, context
    if within is not None:
        before = min(context, max(span.start - within.start, 0))
        after = min(context, max(within.end - span.end, 0))
    start, end = _context_start(text, span.start, before), _context_end(text, span.end, after)
    shown = _clipped(marks, start, end)
    edges = _edges(start, end, [span, *shown, *page_spans_within(page_spans, start, end)])
    marked = _marked_starts(edges, shown)
    return Excerpt(
        start,
        end,
        tuple(
            Segment(
                text=text[left:right],
                start=left,
                end=right,
                in_passage=span.start <= left < span.end,
                marked=left in marked,
                page=page_for_offset(page_spans, left),
            )
            for left, right in pairwise(edges)
        ),
    )


def check_span(text: str, span: TextSpan) -> None:
    """Raise ValueError unless `span` lies within `text`."""
    if not 0 <= span.start <= span.end <= len(text):
        raise ValueError(f"[{span.start}, {span.end}) is not within the text of {len(text)} characters")


def _context_start(text: str, passage: int, context: int) -> int:
    lowest = max(0, passage - context)
    words = (at for at in range(lowest, passage) if _is_word_edge(text, at))
    start = next(words, lowest)
    while start < passage and text[start].isspace():
        start += 1
    return min(grapheme_end(text, start), grapheme_start(text, passage))


def _context_end(text: str, passage: int, context: int) -> int:
    highest = min(len(text), passage + context)
    words = (at for at in range(highest, passage, -1) if _is_word_edge(text, at))
    end = next(words, highest)
    while end > passage and text[end - 1].isspace():
        end -= 1
    return max(grapheme_start(text, end), grapheme_end(text, passage))


def _is_word_edge(text: str, at: int) -> bool:
    if at in (0, len(text)):
        return True
    return (text[at - 1].isspace() or text[at].isspace()) and is_grapheme_boundary(text, at)


def _clipped(marks: Iterable[TextSpan], start: int, end: int) -> list[TextSpan]:
    clipped = (TextSpan(max(mark.start, start), min(mark.end, end)) for mark in marks)
    return [mark for mark in clipped if mark.start < mark.end]


def _edges(start: int, end: int, spans: Iterable[TextSpan | PageSpan]) -> list[int]:
    inner = {edge for span in spans for edge in (span.start, span.end) if start < edge < end}
    return sorted({start, end} | inner)


def _marked_starts(edges: Sequence[int], marks: Sequence[TextSpan]) -> set[int]:
    """Those of `edges` at which a marked segment begins: where more marks have begun than ended."""
    change = Counter(mark.start for mark in marks)
    change.subtract(mark.end for mark in marks)
    depths = accumulate(change[edge] for edge in edges)
    return {edge for edge, depth in zip(edges, depths, strict=True) if depth}
