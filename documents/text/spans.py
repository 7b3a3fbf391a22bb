"""Questions about page spans. `spans` are those of `render_plain`: in order and without overlap."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter

from documents.text.values import PageSpan, Place

_start = attrgetter("start")
_end = attrgetter("end")


def page_for_offset(spans: Sequence[PageSpan], offset: int) -> int | None:
    """The number of the page that the character at `offset` stands on, in O(log n).

    None in a separator, before the text and past its end.
    """
    position = bisect_right(spans, offset, key=_start) - 1
    if position < 0 or offset >= spans[position].end:
        return None
    return spans[position].number


def page_spans_within(spans: Sequence[PageSpan], start: int, end: int) -> tuple[PageSpan, ...]:
    """The whole spans of the pages that share a character with `[start, end)`, in O(log n + answer)."""
    if start >= end:
        return ()
    first = bisect_right(spans, start, key=_end)
    last = bisect_right(spans, end - 1, lo=first, key=_start)
    return tuple(spans[first:last])


def pages_for_span(spans: Sequence[PageSpan], start: int, end: int) -> tuple[int, ...]:
    """The numbers of every page that shares a character with `[start, end)`, in O(log n + answer).

    () for an empty or reversed span, and for one that lies inside a separator.
    """
    return tuple(span.number for span in page_spans_within(spans, start, end))


def clip_page_spans(spans: Sequence[PageSpan], start: int, end: int) -> tuple[PageSpan, ...]:
    """The page spans that `[start, end)` meets, each cut to what lies inside it."""
    return tuple(
        PageSpan(span.number, max(span.start, start), min(span.end, end))
        for span in page_spans_within(spans, start, end)
    )


def chunk_page_map(spans: Sequence[PageSpan], chunks: Iterable[str], text: str) -> list[tuple[int, ...]]:
    """The pages of each chunk that a third-party chunker cut from `text` as a string, in order.

    A chunk is the earliest occurrence that starts after the previous chunk's start and ends after the
    previous chunk's end: right for byte-identical chunks and for overlapping ones. () for an empty chunk
    and for one that the chunker rewrote; the search for the next one then goes on as if it were not there.
    """
    pages: list[tuple[int, ...]] = []
    previous_start, previous_end = -1, 0
    for chunk in chunks:
        start = text.find(chunk, max(previous_start + 1, previous_end + 1 - len(chunk))) if chunk else -1
        if start < 0:
            pages.append(())
            continue
        previous_start, previous_end = start, start + len(chunk)
        pages.append(pages_for_span(spans, previous_start, previous_end))
    return pages


def place_for_span(places: Iterable[Place], start: int, end: int) -> Place | None:
    """The place nearest to the beginning of `[start, end)`: the innermost that its first character stands in, else
    the first that begins within it.

    None where it meets no place, and for an empty span.
    """
    met = _places_met(places, start, end)
    around = [place for place in met if place.start <= start]
    return _innermost(around) or min(met, key=lambda place: (place.start, place.end), default=None)


def last_place_for_span(places: Iterable[Place], start: int, end: int) -> Place | None:
    """The place nearest to the end of `[start, end)`: the innermost that its last character stands in, else the last
    that ends within it.

    None where `place_for_span` is None.
    """
    met = _places_met(places, start, end)
    around = [place for place in met if place.end >= end]
    return _innermost(around) or max(met, key=lambda place: (place.end, place.start), default=None)


def _places_met(places: Iterable[Place], start: int, end: int) -> list[Place]:
    return [place for place in places if start < end and place.start < end and place.end > start]


def _innermost(places: Iterable[Place]) -> Place | None:
    """Of places that one character stands in."""
    return max(places, key=lambda place: (place.start, -place.end), default=None)
