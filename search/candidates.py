"""The passages that may answer a query: by words from Postgres, by meaning from the vector store, fused into one order.

A neighbour that the vector store names is believed only if Postgres has the very chunk, of the text that is current
now, in a document that this person may read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from documents.querysets import DocumentQuerySet
from documents.text import TextSpan
from search.asked import Query
from search.embeddings import EmbedderUnavailable, Vectors, get_embedder
from search.filters import PagesAsked
from search.fusion import fuse
from search.generations import WrongModel
from search.lexical import CompiledQuery, compile_query, constrained, word_hits
from search.models import Chunk, Generation
from search.vector_store import VectorHit, VectorStoreUnavailable, get_store

WORD_CANDIDATES = 200
MEANING_CANDIDATES = 100
"""How many live chunks each list gives. Together they bound how deep a person can page."""

NAMED_WORTH = 2.0
"""What names a thing (a part number, a rare name) counts for as much as the first place in both lists: without it a
passage that only its words find is lost among those that are near in meaning and share a common word or two."""

LEAST_LIKENESS = 0.2
"""Cosine below which a neighbour is only the nearest of strangers. Low on purpose: order, not this, decides."""

MOST_NEIGHBOURS = 6400
"""Where asking the vector store for more and more ends."""

ONLY_COMMON_WORDS = gettext_noop("These words are too common to be looked up: what was found is near them in meaning.")

MOST_COLLECTIONS = 200
"""A filter of more values is slower than dropping what may not be seen."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be searched: the documents, the collections that they are in (None for all), the pages asked for."""

    documents: DocumentQuerySet
    collection_ids: Sequence[int] | None = None
    document_id: int | None = None
    pages: Sequence[PagesAsked] = ()

    def chunks(self, generation: Generation) -> QuerySet[Chunk]:
        """The chunks of the current texts in this scope."""
        current = generation.chunks.filter(revision=F("document__current_revision"))
        chunks = current.filter(document__in=self.documents.order_by().values("pk"))
        return reduce(lambda found, pages: pages.chunks(found), self.pages, chunks)

    def evidence(self, revision_id: int, span: TextSpan) -> TextSpan:
        """The part of a passage in which its best sentence is looked for: what stands on the pages asked for."""
        return reduce(lambda part, pages: pages.within(revision_id, part), self.pages, span)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its place in each list; ranks count from 1."""

    chunk_id: int
    document_id: int
    revision_id: int
    span: TextSpan
    score: float
    word_rank: int | None
    meaning_rank: int | None


@dataclass(slots=True)
class Candidates:
    """Best first. `dropped` counts what the vector store said and Postgres did not know."""

    found: list[Candidate] = field(default_factory=list)
    dropped: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Neighbours:
    chunk_ids: list[int] = field(default_factory=list)
    dropped: int = 0


def find_candidates(query: Query, scope: Scope, generation: Generation) -> Candidates:
    """Both lists, fused. When one cannot be had, the other answers and a problem says so."""
    compiled = compile_query(query, generation.search_config)
    chunks = scope.chunks(generation)
    problems: list[str] = [] if compiled.in_favour else [_(ONLY_COMMON_WORDS)]
    hits = word_hits(compiled, chunks, generation, WORD_CANDIDATES)
    by_meaning = _by_meaning(query, compiled, chunks, scope, generation, problems)
    rankings = {
        "words": [hit.chunk_id for hit in hits],
        "meaning": by_meaning.chunk_ids,
        "named": [hit.chunk_id for hit in hits if hit.is_named],
    }
    ranked = fuse(rankings, weights={"named": NAMED_WORTH})
    rows = _places(one.key for one in ranked)
    found = [
        Candidate(one.key, *rows[one.key], one.score, one.ranks.get("words"), one.ranks.get("meaning"))
        for one in ranked
        if one.key in rows
    ]
    return Candidates(found, by_meaning.dropped, problems)


def _places(chunk_ids: Iterable[int]) -> dict[int, tuple[int, int, TextSpan]]:
    """Of each chunk its document, its revision and its span."""
    rows = Chunk.objects.filter(pk__in=list(chunk_ids)).order_by()
    values = rows.values_list("pk", "document_id", "revision_id", "start", "end")
    return {pk: (document, revision, TextSpan(start, end)) for pk, document, revision, start, end in values}


def _by_meaning(
    query: Query,
    compiled: CompiledQuery,
    chunks: QuerySet[Chunk],
    scope: Scope,
    generation: Generation,
    problems: list[str],
) -> _Neighbours:
    allowed = constrained(chunks, compiled)
    enough = allowed.order_by()[:MEANING_CANDIDATES].count()
    if not enough:
        return _Neighbours()
    try:
        return _neighbours(_vector(query, generation), allowed, scope, generation, enough)
    except EmbedderUnavailable:
        problems.append(_("Meanings cannot be compared now: these results were found by words alone."))
    except VectorStoreUnavailable:
        problems.append(_("The index of meanings cannot be reached: these results were found by words alone."))
    except WrongModel:
        problems.append(_("The index is being changed to another model: these results were found by words alone."))
    return _Neighbours()


def _vector(query: Query, generation: Generation) -> Vectors:
    embedder = get_embedder()
    if embedder.identity != generation.model:
        raise WrongModel(generation.model, embedder.identity)
    return embedder.embed_query(query.meaning)


def _neighbours(
    vector: Vectors, chunks: QuerySet[Chunk], scope: Scope, generation: Generation, enough: int
) -> _Neighbours:
    """The nearest live chunks, `enough` of them. What is dropped or filtered out is made up for by asking for more."""
    limit = 2 * MEANING_CANDIDATES
    while True:
        hits = get_store().query(
            generation.collection_name,
            vector,
            limit,
            collection_ids=scope.collection_ids,
            document_id=scope.document_id,
        )
        near = [hit for hit in hits if 1 - hit.distance >= LEAST_LIKENESS]
        live = _believed(near, chunks, generation)
        is_all = len(hits) < limit or len(near) < len(hits)
        if is_all or len(live.chunk_ids) >= enough or limit >= MOST_NEIGHBOURS:
            return _Neighbours(live.chunk_ids[:MEANING_CANDIDATES], live.dropped)
        limit *= 4


def _believed(hits: Sequence[VectorHit], chunks: QuerySet[Chunk], generation: Generation) -> _Neighbours:
    """Those hits that agree with Postgres, in order; of these, only the ones among `chunks` are given."""
    known = _known([hit.id for hit in hits], generation)
    agreed = [known[hit.id][0] for hit in hits if hit.id in known and _agrees(hit, known[hit.id][1])]
    allowed = set(chunks.filter(pk__in=agreed).order_by().values_list("pk", flat=True))
    return _Neighbours([pk for pk in agreed if pk in allowed], len(hits) - len(agreed))


def _known(vector_ids: Sequence[str], generation: Generation) -> dict[str, tuple[int, dict[str, object]]]:
    """Of each chunk of a text that is current: its id, and what its vector's metadata must say."""
    rows = generation.chunks.filter(
        vector_id__in=vector_ids,
        document__deleted_at__isnull=True,
        revision=F("document__current_revision"),
    ).values_list("vector_id", "pk", "document_id", "revision_id", "start", "end", "revision__text_sha256")
    names = ("document_id", "revision_id", "start", "end", "digest")
    return {
        vector_id: (pk, dict(zip(names, told, strict=True)) | {"generation": generation.pk})
        for vector_id, pk, *told in rows.order_by()
    }


def _agrees(hit: VectorHit, expected: dict[str, object]) -> bool:
    return all(hit.metadata.get(key) == value for key, value in expected.items())
