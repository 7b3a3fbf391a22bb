"""From ranked chunks to what is shown: one group a document, and neighbours folded into the better one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from documents.text import TextSpan
from search.candidates import Candidate

Item = TypeVar("Item")

TOUCHING = 3
"""Code points between two chunks that still stand side by side: a separator or a line end."""


@dataclass(slots=True)
class Group:
    """The passages of one document, best first; `first` is the place of the best among all results, from 1."""

    document_id: int
    passages: list[Candidate] = field(default_factory=list)
    first: int = 1


def grouped(candidates: Iterable[Candidate]) -> list[Group]:
    """By document, in the order of each one's best; a chunk that overlaps or touches a better one is folded into it.

    Only what is kept folds others, so a long run of neighbours is thinned out and does not vanish in one. What is best
    by its words in a document is always kept: a neighbour that is nearer in meaning need not hold any of them.
    """
    ranked = list(candidates)
    groups: dict[int, Group] = {}
    best_by_words = _best_by_words(ranked)
    for candidate in ranked:
        group = groups.setdefault(candidate.document_id, Group(candidate.document_id))
        is_best = candidate.chunk_id == best_by_words.get(candidate.document_id)
        if is_best or not any(_touch(candidate.span, kept.span) for kept in group.passages):
            group.passages.append(candidate)
    listed = list(groups.values())
    for group, following in pairwise(listed):
        following.first = group.first + len(group.passages)
    return listed


def page_of(items: Sequence[Item], page: int, per_page: int) -> tuple[int, Sequence[Item], bool]:
    """The page that exists nearest to the one asked for (counted from 1), its items, and whether another follows."""
    last = max(1, -(-len(items) // per_page))
    page = min(max(page, 1), last)
    return page, items[(page - 1) * per_page : page * per_page], page < last


def _best_by_words(candidates: Iterable[Candidate]) -> dict[int, int]:
    """Of each document that has any word of the question, the chunk that says it best."""
    best: dict[int, tuple[int, int]] = {}
    for one in candidates:
        if one.word_rank is not None:
            found = (one.word_rank, one.chunk_id)
            best[one.document_id] = min(best.get(one.document_id, found), found)
    return {document_id: chunk_id for document_id, (_, chunk_id) in best.items()}


def _touch(one: TextSpan, other: TextSpan) -> bool:
    return one.start <= other.end + TOUCHING and other.start <= one.end + TOUCHING
