"""The filters of a query, among what a person may read: what is asked for becomes a condition, or a sentence.

A module a kind of filter. None of them looks beyond what `visible_to` and `readable_by` give: what someone else has is
called unknown in the same words as what nobody has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _

from documents.querysets import AnyUser, DocumentQuerySet
from search.asked import Filter
from search.filters.dates import changed_after, changed_before, changed_in
from search.filters.matched import Matched, Unknown
from search.filters.names import in_collection, owned_by, tagged
from search.filters.pages import PagesAsked, Spans, pages_asked
from search.filters.sources import having
from search.filters.titles import titled
from search.filters.types import of_type

__all__ = ["InForce", "Narrowed", "PagesAsked", "Spans", "narrow"]

_Resolve = Callable[[str, DocumentQuerySet, AnyUser], Matched | Unknown]

_KINDS: dict[str, _Resolve] = {
    "type": of_type,
    "title": titled,
    "collection": in_collection,
    "tag": tagged,
    "owner": owned_by,
    "before": changed_before,
    "after": changed_after,
    "year": changed_in,
    "has": having,
}

MOST_VALUES = 16
"""Of one filter; what is written behind them is not looked at."""


@dataclass(frozen=True, slots=True)
class InForce:
    """A filter of a query with what it is called, in the language of the page."""

    filter: Filter
    words: str


@dataclass(slots=True)
class Narrowed:
    """What is left to search: documents, and pages of them where pages were asked for.

    `problems` are sentences about values that nothing has; where none of a filter's values is known nothing is left.
    """

    documents: DocumentQuerySet
    pages: list[PagesAsked] = field(default_factory=list)
    in_force: list[InForce] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def narrow(documents: DocumentQuerySet, user: AnyUser, filters: Sequence[Filter]) -> Narrowed:
    """`documents`, which are some of those that `user` may read, less what the filters leave out."""
    narrowed = Narrowed(documents)
    for one in filters:
        if one.name != "page":
            _narrow_documents(narrowed, documents, user, one)
    for one in filters:
        if one.name == "page":  # last: it looks into the documents that are left
            _narrow_pages(narrowed, one)
    return narrowed


def _narrow_documents(narrowed: Narrowed, documents: DocumentQuerySet, user: AnyUser, one: Filter) -> None:
    resolve = _KINDS[one.name]
    found = [resolve(value, documents, user) for value in one.values[:MOST_VALUES]]
    matched = [match for match in found if isinstance(match, Matched)]
    unknown = [match for match in found if isinstance(match, Unknown)]
    narrowed.problems += [match.sentence for match in unknown]
    narrowed.in_force.append(_in_force(one, [match.words for match in found]))
    if matched:
        condition = reduce(or_, (match.condition for match in matched))
        narrowed.documents = narrowed.documents.filter(~condition if one.is_excluded else condition)
    elif not one.is_excluded:
        narrowed.documents = narrowed.documents.none()


def _narrow_pages(narrowed: Narrowed, one: Filter) -> None:
    asked = pages_asked(one.values[:MOST_VALUES], narrowed.documents, is_excluded=one.is_excluded)
    narrowed.problems += asked.problems
    narrowed.in_force.append(_in_force(one, list(one.values)))
    narrowed.pages.append(asked)
    if not one.is_excluded:
        of_these = Q(current_revision__in=list(asked.spans))
        narrowed.documents = narrowed.documents.filter(of_these) if asked.spans else narrowed.documents.none()


def _in_force(one: Filter, values: Sequence[str]) -> InForce:
    words = {
        "type": _("Type: {values}"),
        "title": _("Title: {values}"),
        "collection": _("Collection: {values}"),
        "tag": _("Tag: {values}"),
        "owner": _("Owner: {values}"),
        "before": _("Changed before {values}"),
        "after": _("Changed on {values} or later"),
        "year": _("Year: {values}"),
        "has": _("With {values}"),
        "page": _("Page: {values}"),
    }[one.name].format(values=_(" or ").join(dict.fromkeys(values)))
    return InForce(one, _("Not: {filter}").format(filter=words) if one.is_excluded else words)
