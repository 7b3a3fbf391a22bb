"""What is nearest in meaning: neighbours that the vector store names, as far as Postgres agrees.

A neighbour is believed only if Postgres has the very chunk, of the text that is current now, in a document that this
person may read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet

from documents.models import Document
from search.embeddings import Vectors
from search.meaning import Ahead
from search.models import Chunk, Generation
from search.reading import cosines_of
from search.scope import Scope
from search.timing import stage
from search.vector_store import VectorHit, get_store
from search.word_ranking import COLUMNS, ChunkPlace

MEANING_CANDIDATES = 100
"""How many live chunks each list gives. Together they bound how deep a person can page."""

LEAST_LIKENESS = 0.2
"""Cosine below which a neighbour is only the nearest of strangers. Low on purpose: order, not this, decides."""

FIRST_ASKED = 4
"""Times as many neighbours as are wanted: half of them may be of other people's documents."""

BELIEVED = 200
"""Neighbours that Postgres is asked about at once."""

MOST_COMPARED = 1000
"""Chunks whose vectors are compared one by one, which takes some milliseconds."""

TOLD = ("document_id", "revision_id", "start", "end", "digest", "generation")
"""What the metadata of a vector must say, in the order that it is read in."""


@dataclass(slots=True)
class Neighbours:
    """Live chunks and where they stand, nearest first. `dropped` as in `Candidates`."""

    places: dict[int, ChunkPlace] = field(default_factory=dict)
    dropped: int = 0

    @property
    def chunk_ids(self) -> list[int]:
        return list(self.places)


def asked_first() -> int:
    """How many neighbours the vector store is asked for first."""
    return FIRST_ASKED * MEANING_CANDIDATES


def nearest(
    vector: Vectors, chunks: QuerySet[Chunk], scope: Scope, generation: Generation, ahead: Ahead | None = None
) -> Neighbours:
    """The nearest live chunks; what was asked `ahead` is not asked again. What is dropped or filtered out is made up
    for by asking for more.

    A filter of the vector store is a scan of all that it holds, and takes longer the more it lets through. So it is
    asked without one; where that finds too little and few chunks are to be searched, they are compared one by one. The
    filter is what remains when neither is enough.
    """
    if scope.document_id is not None and (compared := _compared(vector, chunks, generation)):
        return compared
    live, enough = Neighbours(), MEANING_CANDIDATES
    for limit, filters in _questions(scope):
        hits = _asked_store(vector, limit, filters, generation, ahead)
        near = [hit for hit in hits if 1 - hit.distance >= LEAST_LIKENESS]
        with stage("believing"):
            live = _believed(near, chunks, generation)
        if len(live.places) >= enough or len(hits) < limit or len(near) < len(hits):
            break
        if limit == asked_first():
            if compared := _compared(vector, chunks, generation):
                return replace(compared, dropped=live.dropped)
            enough = chunks.order_by()[:MEANING_CANDIDATES].count()
            if len(live.places) >= enough:
                break
    return live


def _asked_store(
    vector: Vectors, limit: int, filters: dict[str, Any], generation: Generation, ahead: Ahead | None
) -> list[VectorHit]:
    if ahead is not None and not filters and limit == asked_first():
        with stage("vector store"):
            return ahead.hits.result()
    return get_store().query(generation.collection_name, vector, limit, with_metadata=False, **filters)


def _questions(scope: Scope) -> Iterator[tuple[int, dict[str, Any]]]:
    """How many neighbours the vector store is asked for, and by which filter; one question after the other."""
    if scope.document_id is None:
        yield from ((times * MEANING_CANDIDATES, {}) for times in (FIRST_ASKED, 4 * FIRST_ASKED, 16 * FIRST_ASKED))
    if scope.document_id is not None or scope.collection_ids is not None:
        filters = {"collection_ids": scope.collection_ids, "document_id": scope.document_id}
        yield from ((times * MEANING_CANDIDATES, filters) for times in (FIRST_ASKED, 16 * FIRST_ASKED))


def _compared(vector: Vectors, chunks: QuerySet[Chunk], generation: Generation) -> Neighbours | None:
    """The nearest of `chunks` by the vectors that Postgres keeps; None where they are many, or some has none."""
    rows = chunks.order_by().values_list("pk", *COLUMNS)[: MOST_COMPARED + 1]
    places = {pk: ChunkPlace(*place) for pk, *place in rows}
    if len(places) > MOST_COMPARED:
        return None
    with stage("cosines"):
        near = cosines_of(places, vector, generation.model)
    if len(near) < len(places):
        return None
    likely = sorted((pk for pk in places if near[pk] >= LEAST_LIKENESS), key=lambda pk: (-near[pk], pk))
    return Neighbours({pk: places[pk] for pk in likely[:MEANING_CANDIDATES]})


def _believed(hits: Sequence[VectorHit], chunks: QuerySet[Chunk], generation: Generation) -> Neighbours:
    """Those hits that are among `chunks` and agree with Postgres, in order, as many as are wanted; those that are no
    chunk of a current text, or tell otherwise of one, are dropped.
    """
    live, others = Neighbours(), []
    for first in range(0, len(hits), BELIEVED):
        others += _believe([hit.id for hit in hits[first : first + BELIEVED]], live, chunks, generation)
        if len(live.places) >= MEANING_CANDIDATES:
            break
    live.dropped += len(others) - _current_chunks(others, generation)
    return live


def _believe(vector_ids: Sequence[str], live: Neighbours, chunks: QuerySet[Chunk], generation: Generation) -> list[str]:
    """Add what agrees to `live`, as much as is wanted; returns those that are not among `chunks`."""
    rows = chunks.filter(vector_id__any_of=vector_ids).order_by()
    columns = rows.values_list("vector_id", "pk", *COLUMNS, "revision__text_sha256")
    known = {vector_id: (pk, ChunkPlace(*place), text) for vector_id, pk, *place, text in columns}
    wanted = [one for one in vector_ids if one in known][: MEANING_CANDIDATES - len(live.places)]
    stored = get_store().fetch(generation.collection_name, wanted) if wanted else {}
    for one in wanted:
        pk, place, text = known[one]
        told = (place.document_id, place.revision_id, place.start, place.end, text, generation.pk)
        if _agrees(stored.get(one, {}), dict(zip(TOLD, told, strict=True))):
            live.places[pk] = place
        else:
            live.dropped += 1
    return [one for one in vector_ids if one not in known]


def _current_chunks(vector_ids: Sequence[str], generation: Generation) -> int:
    """How many of these are chunks of current texts, whoever may read them."""
    if not vector_ids:
        return 0
    current = Document.objects.undeleted().order_by().values("current_revision")
    return generation.chunks.filter(vector_id__any_of=vector_ids, revision__in=current).count()


def _agrees(metadata: Mapping[str, object], expected: Mapping[str, object]) -> bool:
    return all(metadata.get(key) == value for key, value in expected.items())
