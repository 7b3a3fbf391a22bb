"""The order of the documents that were found: as they answer, or by date or title."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy

from search.facets import Facts
from search.grouping import Group
from search.words import fold

RELEVANCE = "relevance"

_KEYS: dict[str, Callable[[int, Facts], tuple[Any, ...]]] = {
    "newest": lambda pk, facts: (-facts.updated_at.timestamp(), -pk),
    "oldest": lambda pk, facts: (facts.updated_at.timestamp(), pk),
    "title": lambda pk, facts: (fold(facts.title), facts.title, pk),
}

ORDER_WORDS = {
    RELEVANCE: gettext_lazy("Relevance"),
    "newest": gettext_lazy("Newest"),
    "oldest": gettext_lazy("Oldest"),
    "title": gettext_lazy("Title"),
}

ORDERS = tuple(ORDER_WORDS)
"""By date is by that of the last change. What is equal is ordered by id, so that pages never overlap."""


def in_order(groups: Sequence[Group], order: str, facts: Mapping[int, Facts]) -> list[Group]:
    """`groups` in one of ORDERS, their passages as they were; those of which no facts are known come last.

    Each group's `first` is its place in the new order. An unknown order is that of relevance.
    """
    listed = list(groups)
    key = _KEYS.get(order)
    if key is not None:
        known = [group for group in groups if group.document_id in facts]
        rest = [group for group in groups if group.document_id not in facts]
        listed = sorted(known, key=lambda group: key(group.document_id, facts[group.document_id])) + rest
    _count_from_one(listed)
    return listed


def _count_from_one(groups: Sequence[Group]) -> None:
    for group in groups[:1]:
        group.first = 1
    for group, following in pairwise(groups):
        following.first = group.first + len(group.passages)
