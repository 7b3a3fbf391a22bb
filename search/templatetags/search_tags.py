"""What search adds to a page: where a document stands on its way, and an excerpt set for reading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode

from documents.extractors.media_types import PDF
from documents.models import Document, Revision
from documents.services.recognized_places import is_recognized as is_recognized_page
from documents.templatetags.documents_tags import breakable
from documents.text import Citation, CitedPage, Excerpt, Segment
from documents.text.locators import label_of
from documents.views.lines import Line, cut_at, hard_breaks
from search.asked import parse_query
from search.evidence_pages import EvidencePage
from search.located import locator_in_words
from search.results import Hit, SamePassage
from search.stages import Stage, stage_of, stages_of
from search.trails import Trail

register = template.Library()

_HYPHEN_AT_LINE_END = re.compile(r"([\w./-]{0,40}\w[-\u2010])\n(?=(\w[\w-]{0,40}))")


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


@register.filter
def located(citation: Citation | None) -> str:
    """Where a citation stands, in the language of the page; empty where there is none, or it has no locator."""
    return locator_in_words(citation) if citation else ""


@register.filter
def flowing(text: str) -> str:
    """As `breakable`, and a part number that was cut at its own hyphen is shown in one piece: every line end is kept,
    but those are hidden.

    Only where a digit stands beside the hyphen's word and no small letter follows: elsewhere, as in "two- and
    three-year", a space may be meant.
    """
    ends = list(_ends_in_numbers(text))
    hidden = format_html("<span hidden>{}</span>", "\n")
    pieces = zip([0, *(end + 1 for end in ends)], [*ends, len(text)], [*(hidden for _ in ends), ""], strict=True)
    return format_html_join("", "{}{}", ((breakable(text[start:end]), after) for start, end, after in pieces))


def _ends_in_numbers(text: str) -> Iterator[int]:
    for found in _HYPHEN_AT_LINE_END.finditer(text):
        before, after = found.groups()
        if any(map(str.isdecimal, before + after)) and not after[0].islower():
            yield found.end(1)


@register.simple_tag
def document_stage(document: Document) -> Stage:
    return stage_of(document)


@register.filter
def with_stages(documents: Sequence[Document]) -> list[tuple[Document, Stage]]:
    """Each document of a list with its stage, in a fixed number of queries."""
    stages = stages_of(documents)
    return [(document, stages[document.pk]) for document in documents]


@register.simple_tag
def passage_link(hit: Hit, question: Trail, total: int) -> str:
    """The link to a result's passage: it carries the question and the result's place among `total`."""
    return replace(question, position=hit.position, total=total).link(hit.url)


@register.simple_tag
def same_link(same: SamePassage, hit: Hit, question: Trail, total: int) -> str:
    """The link to a passage that says the same as a result: from there the ways on and back are those of the result."""
    return replace(question, position=hit.position, total=total).link(same.url)


@register.simple_tag
def reader_link(revision: Revision, page: CitedPage | EvidencePage, query: str = "") -> str:
    """The reader at one page: by its number, by its label where the two differ, with what to look for on it."""
    label = page.label if page.label != str(page.number) else None
    asked = {"page": page.number, "label": label, "revision": revision.number, "q": parse_query(query).meaning}
    address = reverse("document-read", args=[revision.document_id])
    return f"{address}?{urlencode({name: value for name, value in asked.items() if value})}"


@register.filter
def is_recognized(hit: Hit) -> bool:
    """Whether any of the passage stands on a page whose text was recognized."""
    return any(is_recognized_page(hit.revision, page.number) for page in hit.citation.pages or ())


@register.filter
def has_page_pictures(revision: Revision) -> bool:
    """Whether pages of this revision are worth a thumbnail in a list; whether its file is there is told when asked."""
    return revision.is_paginated and revision.media_type == PDF


@register.simple_tag
def excerpt_pages(excerpt: Excerpt, revision: Revision) -> list[ExcerptPage]:
    """The excerpt page by page. The separator between two pages is shown as a rule, and so left out here."""
    shown = [one for one in excerpt.segments if one.page is not None or not revision.is_paginated]
    anchor = next((one for one in shown if one.in_passage), None)
    if not revision.is_paginated:
        whole = tuple(Run(one, (Line(one.text, breaks=False),), one is anchor) for one in shown)
        return [ExcerptPage(None, None, whole)]
    return [
        ExcerptPage(
            number, label_of(revision.page_labels, number or 0), _runs(list(segments), anchor, revision.text or "")
        )
        for number, segments in groupby(shown, key=lambda segment: segment.page)
    ]


def _runs(segments: Sequence[Segment], anchor: Segment | None, text: str) -> tuple[Run, ...]:
    breaks = hard_breaks(text, segments[0].start, segments[-1].end)
    return tuple(
        Run(segment, tuple(cut_at(segment.text, segment.start, breaks)), segment is anchor) for segment in segments
    )
