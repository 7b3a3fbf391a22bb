"""A piece of the canonical text with what is known about its pages, cut in the database: no list loads a whole text.

A `Window` speaks the offsets of the canonical text to the outside and its own to the pure functions that it calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar, cast

from django.db.models import Case, F, Func, IntegerField, JSONField, TextField, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Greatest

from documents.models import Document, Revision
from documents.text import (
    Citation,
    CitedPage,
    Excerpt,
    PageSpan,
    Place,
    Segment,
    TextSpan,
    build_citation,
    build_excerpt,
    parse_page_spans,
    parse_places,
)
from search.models import Chunk
from search.seams import Seam, stored_seams

Spanning = TypeVar("Spanning", PageSpan, Place, Segment, Citation, CitedPage)

_BLANK = re.compile(r"\s+")

AROUND = 240
"""Code points on either side of a chunk that are cut out with it."""


@dataclass(frozen=True, slots=True)
class Window:
    """`text` stands at `offset` in the canonical text; `pages` and `places` are those that its chunk meets."""

    text: str
    offset: int
    pages: tuple[PageSpan, ...]
    places: tuple[Place, ...]
    page_labels: Sequence[str | None] | None
    seams: tuple[Seam, ...] = ()

    @property
    def inner_seams(self) -> list[Seam]:
        """Those of its chunk, in the window's own offsets."""
        return [seam.moved(-self.offset) for seam in self.seams]

    def inner(self, span: TextSpan) -> TextSpan:
        return TextSpan(span.start - self.offset, span.end - self.offset)

    def outer(self, span: TextSpan) -> TextSpan:
        return TextSpan(span.start + self.offset, span.end + self.offset)

    def whole_words(self, chunk: TextSpan) -> TextSpan:
        """What was cut out about a chunk, in the window's own offsets, less a word at each edge where the text goes on:
        the edge may divide it, and what is left of it tells that there is more.
        """
        first, last = self.inner(chunk).start, self.inner(chunk).end
        start, end = 0, len(self.text)
        if self.offset:
            blanks = (blank.span() for blank in _BLANK.finditer(self.text, 0, first))
            start = next((after for before, after in blanks if before > 0), first)
        if end == last + AROUND:  # else the text ends here
            blanks = (blank.span() for blank in _BLANK.finditer(self.text, last))
            end = max((before for before, after in blanks if after < len(self.text)), default=last)
        return TextSpan(start, end)

    @property
    def page_ends(self) -> frozenset[int]:
        """Where pages end, in the window's own offsets."""
        return frozenset(page.end - self.offset for page in self.pages)

    def excerpt(
        self, span: TextSpan, marks: Iterable[TextSpan], context: int, *, within: TextSpan | None = None
    ) -> Excerpt:
        """As `build_excerpt`, but all offsets are those of the canonical text."""
        pages = tuple(_moved(page, -self.offset) for page in self.pages)
        inner = build_excerpt(
            self.text,
            self.inner(span),
            map(self.inner, marks),
            context,
            page_spans=pages,
            within=within and self.inner(within),
        )
        return Excerpt(
            inner.start + self.offset,
            inner.end + self.offset,
            tuple(_moved(one, self.offset) for one in inner.segments),
        )

    def cite(self, document: Document, revision: Revision, span: TextSpan, url: str) -> Citation:
        """The citation of `span`, as `build_citation` makes it from the whole text."""
        inner = build_citation(
            document_id=document.pk,
            title=document.title,
            revision_number=revision.number,
            text_sha256=revision.text_sha256,
            text=self.text,
            span=self.inner(span),
            page_spans=tuple(_moved(page, -self.offset) for page in self.pages),
            page_count=revision.page_count,
            page_labels=self.page_labels,
            places=tuple(_moved(place, -self.offset) for place in self.places),
            url=url,
        )
        return replace(
            _moved(inner, self.offset),
            pages=None if inner.pages is None else tuple(_moved(page, self.offset) for page in inner.pages),
            place=None if inner.place is None else _moved(inner.place, self.offset),
            last_place=None if inner.last_place is None else _moved(inner.last_place, self.offset),
        )


class _Cut(Func):
    """The part of a text from one code point on (counted from 0), so many code points long."""

    function = "SUBSTR"
    template = "%(function)s(%(expressions)s)"
    output_field = TextField()

    def __init__(self, text: F, start: Combinable, length: Combinable) -> None:
        super().__init__(text, start + Value(1), length)


class _Meeting(Func):
    """Of a JSON list of things with `start` and `end`, those that meet a chunk or its surroundings."""

    template = (
        "jsonb_path_query_array(%(expressions)s, '$[*] ? (@.end > $start && @.start < $end)',"
        ' jsonb_build_object(\'start\', "search_chunk"."start" - {around}, \'end\', "search_chunk"."end" + {around}))'
    ).replace("{around}", str(AROUND))
    output_field = JSONField()


def windows(chunk_ids: Iterable[int], *, pages_only: Iterable[int] = ()) -> dict[int, Window]:
    """The window of each chunk that still exists and whose page metadata is sound, by its id, in one query.

    Those of `pages_only` have no text, unless they are among `chunk_ids` as well: to cut one, Postgres unpacks all of
    its revision's text up to there.
    """
    read = list(chunk_ids)
    first = Greatest(F("start") - AROUND, Value(0), output_field=IntegerField())
    rows = Chunk.objects.filter(pk__any_of=[*read, *pages_only]).annotate(
        offset=first,
        window=Case(
            When(pk__any_of=read, then=_Cut(F("revision__text"), first, F("end") + AROUND - first)),
            default=Value(""),
            output_field=TextField(),
        ),
        pages=_Meeting(F("revision__page_spans")),
        places=_Meeting(F("revision__places")),
        labels=F("revision__page_labels"),
        page_count=F("revision__page_count"),
    )
    names = ("pk", "page_count", "seams", "window", "offset", "pages", "places", "labels")
    cut = {
        pk: (_window(page_count, *values), seams)
        for pk, page_count, seams, *values in rows.order_by().values_list(*names)
    }
    return {pk: replace(window, seams=stored_seams(seams)) for pk, (window, seams) in cut.items() if window is not None}


class ChunkText(NamedTuple):
    """The text of a chunk alone, and its seams in the offsets of that text."""

    text: str
    seams: list[Seam]


def chunk_texts(chunk_ids: Iterable[int]) -> dict[int, ChunkText]:
    """Of each chunk that still exists, by its id, in one query."""
    rows = Chunk.objects.filter(pk__any_of=list(chunk_ids)).order_by()
    cut = rows.annotate(window=_Cut(F("revision__text"), F("start"), F("end") - F("start")))
    return {
        pk: ChunkText(text, [seam.moved(-start) for seam in stored_seams(seams)])
        for pk, text, seams, start in cut.values_list("pk", "window", "seams", "start")
    }


def _window(
    page_count: int | None, text: str, offset: int, pages: object, places: object, labels: object
) -> Window | None:
    """None where what is stored about the pages cannot be true: no page is named then, rather than a wrong one."""
    try:
        spans, found = parse_page_spans(pages or []), parse_places(places or [])
    except ValueError:
        return None
    is_labelled = labels is None or (isinstance(labels, list) and len(labels) == page_count)
    if not is_labelled or not _are_pages(spans, page_count):
        return None
    return Window(text, offset, spans, found, cast("list[str | None] | None", labels))


def _are_pages(spans: Sequence[PageSpan], page_count: int | None) -> bool:
    """Whether a chunk, which always has ink, can meet these: some where there are pages, in order, each once."""
    if page_count is None:
        return not spans
    in_order = all(one.number < other.number and one.end <= other.start for one, other in pairwise(spans))
    return bool(spans) and in_order and spans[0].number >= 1 and spans[-1].number <= page_count


def whole_window(revision: Revision) -> Window:
    """All of a revision's text, which must have been loaded."""
    return Window(revision.text or "", 0, revision.spans, revision.place_values, revision.page_labels)


def _moved(thing: Spanning, by: int) -> Spanning:
    return replace(thing, start=thing.start + by, end=thing.end + by)
