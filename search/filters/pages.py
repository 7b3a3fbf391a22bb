"""`page:`, by the number or the label of a page, or a range of them: where those pages stand in the current texts.

A page is found as it is counted and as it is printed, for both are shown. A document without pages has none of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BooleanField, F, Func, JSONField, QuerySet
from django.utils.translation import gettext as _

from documents.models import Revision
from documents.querysets import DocumentQuerySet
from documents.text import PageSpan, TextSpan, parse_page_spans

_NUMBERS = re.compile(r"(\d{1,7})(?:[-–](\d{1,7}))?", re.ASCII)
_RANGE = re.compile(r"([^-–]+)[-–]([^-–]+)")
_AT_ONCE = 200

Spans = dict[int, list[TextSpan]]
"""By the id of a revision."""


@dataclass(slots=True)
class PagesAsked:
    """Where the pages stand, in each text that has some; `is_excluded`: anywhere but on them."""

    spans: Spans = field(default_factory=dict)
    is_excluded: bool = False
    problems: list[str] = field(default_factory=list)

    def chunks(self, chunks: QuerySet[Any]) -> QuerySet[Any]:
        """Those that share a character with a page, or that share none where the pages are excluded."""
        if self.spans:
            meets = _MeetsSpan(self.spans)
            return chunks.filter(~meets if self.is_excluded else meets)
        return chunks if self.is_excluded else chunks.none()

    def within(self, revision_id: int, span: TextSpan) -> TextSpan:
        """The part of a passage that stands on the pages asked for: from the first such character to the last."""
        if self.is_excluded:
            return span
        both = [_overlap(one, span) for one in self.spans.get(revision_id, [])]
        inside = [one for one in both if one.start < one.end]
        return TextSpan(min(one.start for one in inside), max(one.end for one in inside)) if inside else span


def pages_asked(values: Sequence[str], documents: DocumentQuerySet, *, is_excluded: bool) -> PagesAsked:
    asked = PagesAsked(is_excluded=is_excluded)
    revisions = Revision.objects.filter(pk__in=documents.order_by().values("current_revision_id"))
    paginated = revisions.filter(page_count__isnull=False).order_by()
    found: dict[int, list[TextSpan]] = defaultdict(list)
    for value in values:
        is_known = False
        for revision_id, span in (*_counted(value, paginated), *_printed(value, paginated)):
            found[revision_id].append(span)
            is_known = True
        if not is_known:
            asked.problems.append(_("No page “{page}” is in the documents that are searched.").format(page=value))
    asked.spans = dict(found)
    return asked


class _MeetsSpan(Func):
    """Whether a chunk shares a character with one of the spans of its revision."""

    output_field = BooleanField()

    def __init__(self, spans: Spans) -> None:
        super().__init__(F("revision_id"), F("start"), F("end"))
        self.spans = spans

    def as_sql(self, compiler: Any, connection: Any, **_extra: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        revision, start, end = (compiler.compile(one)[0] for one in self.get_source_expressions())
        rows = [(revision_id, one.start, one.end) for revision_id, spans in self.spans.items() for one in spans]
        sql = (
            "EXISTS (SELECT FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS asked(revision, first, after)"
            f" WHERE asked.revision = {revision} AND asked.first < {end} AND asked.after > {start})"
        )
        return sql, [list(column) for column in zip(*rows, strict=True)]


class _Numbered(Func):
    """Of the page spans of a text those with a number in a range."""

    template = "jsonb_path_query_array(%(expressions)s, '$[*] ? (@.page >= %(first)s && @.page <= %(last)s)')"
    output_field = JSONField()

    def __init__(self, *expressions: Any, first: int, last: int) -> None:
        super().__init__(*expressions, first=int(first), last=int(last))


def _counted(value: str, revisions: QuerySet[Revision]) -> Iterator[tuple[int, TextSpan]]:
    """The pages with these numbers, as one span of each text."""
    found = _NUMBERS.fullmatch(value)
    if found is None:
        return
    first, last = sorted((int(found[1]), int(found[2] or found[1])))
    rows = revisions.filter(page_count__gte=first).values_list("pk", _Numbered(F("page_spans"), first=first, last=last))
    for revision_id, stored in rows.iterator(_AT_ONCE):
        pages = _sound(stored)
        if pages:
            yield revision_id, TextSpan(pages[0].start, pages[-1].end)


def _printed(value: str, revisions: QuerySet[Revision]) -> Iterator[tuple[int, TextSpan]]:
    """The pages with this label, and those from one label to another."""
    ends = [(value, value), *([found.groups()] if (found := _RANGE.fullmatch(value)) else [])]
    for first, last in ends:
        labelled = revisions.filter(page_labels__has_any_keys=_forms(first))
        labelled = labelled.filter(page_labels__has_any_keys=_forms(last))
        rows = labelled.values_list("pk", "page_labels", "page_spans")
        for revision_id, labels, stored in rows.iterator(_AT_ONCE):
            numbers = set(_numbers(labels, first, last))
            yield from ((revision_id, TextSpan(p.start, p.end)) for p in _sound(stored) if p.number in numbers)


def _forms(label: str) -> list[str]:
    return list(dict.fromkeys((label, label.lower(), label.upper())))


def _numbers(labels: object, first: str, last: str) -> Iterator[int]:
    """From each page with the label `first` to the next one, or itself, with the label `last`."""
    if not isinstance(labels, list):
        return
    is_between = False
    ahead = [at for at, label in enumerate(labels) if label in _forms(last)]
    for at, label in enumerate(labels):
        is_between = is_between or (label in _forms(first) and any(end >= at for end in ahead))
        if is_between:
            yield at + 1
            is_between = label not in _forms(last)


def _sound(stored: object) -> tuple[PageSpan, ...]:
    """Nothing for what cannot be true: no page is named then."""
    try:
        return parse_page_spans(stored)
    except ValueError:
        return ()


def _overlap(one: TextSpan, other: TextSpan) -> TextSpan:
    return TextSpan(max(one.start, other.start), min(one.end, other.end))
