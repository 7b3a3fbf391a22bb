"""What search adds to a page: where a document stands on its way, and an excerpt set for reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode, urlsplit, urlunsplit

from django import template

from documents.models import Document, Revision
from documents.text import Excerpt, Segment
from documents.text.locators import label_of
from documents.views.lines import Line, cut_at, hard_breaks
from search.stages import Stage, stage_of, stages_of

register = template.Library()


@dataclass(frozen=True, slots=True)
class Run:
    """One segment, cut into the lines that are shown; `is_anchor` is true of the first that is in the passage."""

    segment: Segment
    lines: tuple[Line, ...]
    is_anchor: bool


@dataclass(frozen=True, slots=True)
class ExcerptPage:
    """The part of an excerpt that stands on one page; `number` is None where there is none."""

    number: int | None
    label: str | None
    runs: tuple[Run, ...]


@register.simple_tag
def document_stage(document: Document) -> Stage:
    return stage_of(document)


@register.filter
def with_stages(documents: Sequence[Document]) -> list[tuple[Document, Stage]]:
    """Each document of a list with its stage, in a fixed number of queries."""
    stages = stages_of(documents)
    return [(document, stages[document.pk]) for document in documents]


@register.filter
def with_trail(url: str, trail: str) -> str:
    """A passage's link that also carries the question it answers, so that its page can lead back."""
    if not trail:
        return url
    parts = urlsplit(url)
    query = "&".join(filter(None, [parts.query, urlencode({"from": trail})]))
    return urlunsplit(parts._replace(scheme="", netloc="", query=query))


@register.simple_tag
def excerpt_pages(excerpt: Excerpt, revision: Revision) -> list[ExcerptPage]:
    """The excerpt page by page. The separator between two pages is shown as a rule, and so left out here."""
    shown = [one for one in excerpt.segments if one.page is not None or not revision.is_paginated]
    anchor = next((one for one in shown if one.in_passage), None)
    if not revision.is_paginated:
        whole = tuple(Run(one, (Line(one.text, breaks=False),), one is anchor) for one in shown)
        return [ExcerptPage(None, None, whole)]
    return [
        ExcerptPage(number, label_of(revision.page_labels, number or 0), _runs(list(segments), anchor))
        for number, segments in groupby(shown, key=lambda segment: segment.page)
    ]


def _runs(segments: Sequence[Segment], anchor: Segment | None) -> tuple[Run, ...]:
    text, start = "".join(segment.text for segment in segments), segments[0].start
    breaks = frozenset(start + offset for offset in hard_breaks(text))
    return tuple(
        Run(segment, tuple(cut_at(segment.text, segment.start, breaks)), segment is anchor) for segment in segments
    )
