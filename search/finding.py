"""What a question is asked of, and all that it finds: by words, by meaning, and by nearness to a passage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.db.models import QuerySet

from documents.models import Collection, Document
from documents.querysets import AnyUser
from search.asked import Query
from search.candidates import Candidates, find_candidates
from search.facets import NOTHING_CHOSEN, Chosen, Facts, facts_of
from search.filters import Narrowed, narrow
from search.generations import existing_generation
from search.models import Generation
from search.reranking import reranked
from search.results import Hidden
from search.scope import MOST_COLLECTIONS, Scope
from search.similar import Example, more_like

LARGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Question:
    """Who asks what of which documents; `example` is the passage of which more is asked for."""

    user: AnyUser
    words: Query
    chosen: Chosen = NOTHING_CHOSEN
    document_id: int | None = None
    example: Example | None = None

    @property
    def refusal(self) -> str | None:
        """Why nothing is looked for; None for a question. Beside an example no words are needed."""
        return None if self.example else self.words.refusal

    def without_choice(self, name: str) -> Question:
        return replace(self, chosen=self.chosen.without(name))

    def without_filters(self) -> Question:
        return replace(self, words=replace(self.words, filters=()), chosen=NOTHING_CHOSEN, document_id=None)

    @property
    def is_filtered(self) -> bool:
        return bool(self.chosen.names or self.words.filters or self.document_id is not None)


@dataclass(frozen=True, slots=True)
class Found:
    """All that was found, best first; `near` has the place of each chunk among those like the example, from 1."""

    generation: Generation | None
    candidates: Candidates
    near: Mapping[int, int] = field(default_factory=dict)

    @property
    def document_ids(self) -> set[int]:
        return {one.document_id for one in self.candidates.found}


def find(question: Question, scope: Scope, generation: Generation | None) -> Found:
    """From `generation`. Where that was the active one and a rebuild switches to another meanwhile, from this."""
    found = _found_in(generation, question, scope)
    if generation is not None and not generation.is_active:
        return found
    newest = existing_generation()
    return found if newest is None or newest == generation else _found_in(newest, question, scope)


def scope_of(question: Question) -> tuple[Scope, Narrowed]:
    """What may be searched, and what the filters of the words come to."""
    user, chosen, document_id = question.user, question.chosen, question.document_id
    readable = Collection.objects.readable_by(user)
    documents = chosen.narrow(Document.objects.visible_to(user))
    if chosen.collection:
        readable = readable.filter(pk__in=[row_id(one) for one in chosen.collection])
        documents = documents.filter(collection__in=readable)
    if document_id is not None:
        document_id = row_id(document_id)
        documents = documents.filter(pk=document_id)
    narrowed = narrow(documents, user, question.words.filters)
    if narrowed.in_force:
        readable = readable.filter(pk__in=narrowed.documents.order_by().values("collection_id"))
    sees_all = not chosen.collection and not narrowed.in_force and getattr(user, "is_superuser", False)
    few = None if sees_all else _few(readable)
    return Scope(narrowed.documents, few, document_id, narrowed.pages), narrowed


def facts_found(scope: Scope, found: Found) -> dict[int, Facts]:
    """What is known of the documents found, in one query."""
    return facts_of(scope.documents, found.document_ids)


def widened(question: Question, generation: Generation | None) -> Callable[[str], dict[int, Facts]]:
    """What is known of the documents that would be found without the choice of a facet: one search for each, once."""
    return cache(lambda name: _facts_of_all(question.without_choice(name), generation))


def hidden_by_filters(
    question: Question, generation: Generation | None, wider: Callable[[str], dict[int, Facts]]
) -> Hidden | None:
    """What would be found without filters; None where there are none, or where nothing is asked."""
    if generation is None or not question.is_filtered or question.refusal is not None:
        return None
    everything = len(_facts_of_all(question.without_filters(), generation))
    of_facets = {name: len(wider(name)) for name in question.chosen.names} if everything else {}
    return Hidden(question.words.text_without(*question.words.filters), of_facets, everything)


def row_id(value: Any) -> int:
    """An id that the database can be asked for; 0, which no row has, for anything else."""
    number = clamped(value, 0, LARGEST_ID)
    return number if number < LARGEST_ID else 0


def clamped(value: Any, least: int, most: int) -> int:
    """What was meant by a number that came from an address; `least` for what is none."""
    try:
        return min(max(int(value), least), most)
    except (TypeError, ValueError, OverflowError):
        return least


def _found_in(generation: Generation | None, question: Question, scope: Scope, *, is_ordered: bool = True) -> Found:
    if question.refusal is not None:
        return Found(generation, Candidates(problems=[question.refusal] if question.refusal else []))
    if generation is None:
        return Found(None, Candidates())
    words = question.words
    by_words = find_candidates(words, scope, generation) if words.has_words else None
    if by_words and is_ordered:
        by_words = reranked(words, by_words)
    if question.example is None:
        return Found(generation, by_words or Candidates())
    similar = more_like(question.example, words, scope, generation, by_words)
    return Found(generation, similar.candidates, similar.ranks)


def _facts_of_all(question: Question, generation: Generation | None) -> dict[int, Facts]:
    """Of the documents that answer; their order does not matter."""
    scope, _narrowed = scope_of(question)
    found = _found_in(generation, question, scope, is_ordered=False)
    return facts_of(scope.documents, found.document_ids)


def _few(collections: QuerySet[Collection]) -> list[int] | None:
    ids = list(collections.order_by("pk").values_list("pk", flat=True)[: MOST_COLLECTIONS + 1])
    return ids if len(ids) <= MOST_COLLECTIONS else None
