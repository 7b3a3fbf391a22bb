"""From ranked chunks to what is shown: one group a document; neighbours, and passages that say the same, folded.

What is folded lies under the better passage: a neighbour is a part of the same place and is not told, another place
that says the same is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from documents.text import TextSpan
from search.candidates import Candidate
from search.duplicates import Copies

Item = TypeVar("Item")

TOUCHING = 3
"""Code points between two chunks that still stand side by side: a separator or a line end."""


@dataclass(slots=True)
class Group:
    """The passages of one document, best first; `first` is the place of the best among all results, from 1.

    `same` has, by the chunk of a passage, the places in this and in other documents that say the same, best first.
    """

    document_id: int
    passages: list[Candidate] = field(default_factory=list)
    first: int = 1
    same: dict[int, list[Candidate]] = field(default_factory=dict)

    def same_as(self, passage: Candidate) -> list[Candidate]:
        return self.same.get(passage.chunk_id, [])


def grouped(candidates: Iterable[Candidate], copies: Copies | None = None, shown: int | None = None) -> list[Group]:
    """By document, in the order of each one's best; what overlaps, touches or repeats a better one is folded into it.

    Only what is kept folds others, so a long run of neighbours is thinned out and does not vanish in one. What is best
    by its words in a document is kept though it touches a better one: a neighbour that is nearer in meaning need not
    hold any of them. Copies are folded only under the first `shown` passages of a document, None for all of them: what
    one has to ask for must not hide what could be seen.
    """
    ranked = list(candidates)
    folding = _Folding(_best_by_words(ranked), copies or Copies(), shown)
    for candidate in ranked:
        folding.add(candidate)
    listed = list(folding.groups.values())
    for group, following in pairwise(listed):
        following.first = group.first + len(group.passages)
    return listed


def documents_in(groups: Iterable[Group]) -> set[int]:
    """The documents that have a passage in a group or folded under one."""
    listed = list(groups)
    folded = {copy.document_id for group in listed for copies in group.same.values() for copy in copies}
    return {group.document_id for group in listed} | folded


def page_of(items: Sequence[Item], page: int, per_page: int) -> tuple[int, Sequence[Item], bool]:
    """The page that exists nearest to the one asked for (counted from 1), its items, and whether another follows."""
    last = max(1, -(-len(items) // per_page))
    page = min(max(page, 1), last)
    return page, items[(page - 1) * per_page : page * per_page], page < last


@dataclass(slots=True)
class _Folding:
    """`placed` are the spans that answer in each document, kept or folded; `standing` is what tells each text."""

    best_by_words: dict[int, int]
    copies: Copies
    shown: int | None
    groups: dict[int, Group] = field(default_factory=dict)
    placed: dict[int, list[TextSpan]] = field(default_factory=dict)
    standing: dict[int, Candidate] = field(default_factory=dict)

    def add(self, candidate: Candidate) -> None:
        placed = self.placed.setdefault(candidate.document_id, [])
        is_best = candidate.chunk_id == self.best_by_words.get(candidate.document_id)
        answering = candidate.best or candidate.span
        if not is_best and any(_touch(answering, span) for span in placed):
            return
        placed.append(answering)
        better = self._better_than(candidate)
        if better is not None:
            self.groups[better.document_id].same.setdefault(better.chunk_id, []).append(candidate)
            return
        group = self.groups.setdefault(candidate.document_id, Group(candidate.document_id))
        group.passages.append(candidate)
        if self.shown is None or len(group.passages) <= self.shown:
            self.standing.setdefault(self.copies.text(candidate.chunk_id), candidate)

    def _better_than(self, candidate: Candidate) -> Candidate | None:
        texts = self.copies.texts_like(candidate.chunk_id)
        return next((self.standing[text] for text in texts if text in self.standing), None)


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
