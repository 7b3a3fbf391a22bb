"""Compare what is derived with what is true, name each difference, and put it right as a separate step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import Count, F, Q

from documents.locks import LockSpace, try_lock
from documents.models import Document, Revision
from documents.text import has_ink, text_sha256
from search.indexing import (
    expected_vectors,
    index_document,
    leftover_documents,
    metadata_of,
    remove_document,
    revision_of_vector,
    stale_documents,
)
from search.models import Chunk, Generation
from search.vector_store import MissingVectorCollection, get_store

DAMAGED = "damaged page metadata"
"""The kind of difference that indexing again does not put right: the truth itself is not sound."""

UNKNOWN = "unknown vector"

REVISIONS_AT_HAND = 64
"""How many revisions' page metadata are kept while vectors, which come in no order, are compared with them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it should be. `vector_id` is empty where it is about a document as a whole."""

    kind: str
    document_id: int | None
    sentence: str
    vector_id: str = ""


@dataclass(frozen=True, slots=True)
class Drift:
    """Everything in which a generation differs from the truth. `chunks` and `vectors` are how many there are."""

    generation: Generation
    chunks: int
    vectors: int
    differences: tuple[Difference, ...] = field(default=())

    @property
    def is_clean(self) -> bool:
        return not self.differences

    @property
    def kinds(self) -> dict[str, int]:
        """How many differences there are of each kind."""
        return dict(Counter(one.kind for one in self.differences))


def find_drift(generation: Generation) -> Drift:
    """Read everything and change nothing. Raises VectorStoreUnavailable when the vector store does not answer."""
    known = {
        chunk.vector_id: chunk
        for chunk in expected_vectors(generation).defer("search_vector").order_by().iterator(chunk_size=2000)
    }
    try:
        stored = dict(get_store().scan(generation.collection_name))
    except MissingVectorCollection:
        stored = {}
    differences = (
        *_document_differences(generation),
        *_text_differences(known.values()),
        *_vector_differences(generation, known, stored),
    )
    return Drift(generation, len(known), len(stored), differences)


def repair(drift: Drift) -> int:
    """Index again what differs, and remove what nothing stands for; returns how many documents were touched.

    What another worker holds at that moment is left to the sweep, and damaged page metadata to `audit_documents`.
    Raises VectorStoreUnavailable.
    """
    get_store().ensure(drift.generation.collection_name, drift.generation.dimension)
    _forget_unknown(drift)
    mendable = (one for one in drift.differences if one.kind != DAMAGED)
    touched = {one.document_id for one in mendable if one.document_id is not None}
    standing = set(Document.objects.undeleted().filter(pk__in=touched).values_list("pk", flat=True))
    for document_id in sorted(touched):
        if document_id in standing:
            index_document(document_id)
        else:
            remove_document(document_id)
    return len(touched)


def _forget_unknown(drift: Drift) -> None:
    """Remove vectors that stand for no chunk, but none of a document that a worker is indexing at this moment.

    Its vectors are written before its chunks, so that they look like this until it is done.
    """
    by_revision: dict[int | None, list[str]] = defaultdict(list)
    for one in drift.differences:
        if one.kind == UNKNOWN:
            by_revision[revision_of_vector(one.vector_id)].append(one.vector_id)
    documents = dict(Revision.objects.filter(pk__in=by_revision).values_list("pk", "document_id"))
    for revision_id, vector_ids in by_revision.items():
        # A revision that is gone is nobody's work.
        document_id = documents.get(revision_id or 0)
        if document_id is None:
            get_store().delete(drift.generation.collection_name, vector_ids)
            continue
        with try_lock(LockSpace.INDEX_DOCUMENT, document_id) as got:
            if got:
                _forget_without_chunk(drift.generation, vector_ids)


def _forget_without_chunk(generation: Generation, vector_ids: Sequence[str]) -> None:
    known = set(generation.chunks.filter(vector_id__in=vector_ids).values_list("vector_id", flat=True))
    get_store().delete(generation.collection_name, [one for one in vector_ids if one not in known])


def _document_differences(generation: Generation) -> Iterator[Difference]:
    for pk, title in stale_documents(generation).values_list("pk", "title"):
        yield Difference("not indexed", pk, f"“{title}” is read, but its text is not in the index.")
    for pk, title in leftover_documents().values_list("pk", "title"):
        yield Difference("deleted document", pk, f"“{title}” is deleted, but the index still holds it.")
    yield from _left_out(generation)
    yield from _count_differences(generation)
    yield from _stray_chunks(generation)


def _left_out(generation: Generation) -> Iterator[Difference]:
    current = generation.records.filter(document__deleted_at__isnull=True, revision=F("document__current_revision"))
    for pk, damage in current.exclude(damage="").order_by("pk").values_list("document", "damage"):
        yield _damage(pk, damage)


def _damage(document_id: int, problem: str) -> Difference:
    sentence = f"Its page metadata is damaged ({problem}); `manage.py audit_documents` says more."
    return Difference(DAMAGED, document_id, sentence)


def _count_differences(generation: Generation) -> Iterator[Difference]:
    of_generation = Count("document__chunks", filter=Q(document__chunks__generation=generation))
    records = generation.records.filter(document__deleted_at__isnull=True).annotate(found=of_generation)
    for record in records.exclude(found=F("chunk_count")).order_by("pk"):
        sentence = f"The record says {record.chunk_count} chunks; there are {record.found}."
        yield Difference("chunk count", record.document_id, sentence)


def _stray_chunks(generation: Generation) -> Iterator[Difference]:
    strays = expected_vectors(generation).exclude(revision=F("document__current_revision"))
    for pk in strays.order_by("document").values_list("document", flat=True).distinct():
        yield Difference("older revision", pk, "Chunks of a revision that is no longer current are in the index.")


def _text_differences(chunks: Iterable[Chunk]) -> Iterator[Difference]:
    """Whether the chunks are slices of the stored texts, and together hold all that there is to read."""
    by_revision: dict[int, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        by_revision[chunk.revision_id].append(chunk)
    for revision_id, its_chunks in by_revision.items():
        text = Revision.objects.filter(pk=revision_id).values_list("text", flat=True).first() or ""
        its_chunks.sort(key=lambda chunk: chunk.start)
        document_id = its_chunks[0].document_id
        if wrong := sum(text_sha256(text[one.start : one.end]) != one.digest for one in its_chunks):
            yield Difference("wrong chunk", document_id, f"{wrong} chunks are not the part of the text that they say.")
        if _leaves_ink(text, its_chunks):
            yield Difference("uncovered text", document_id, "Some of its text is in no chunk.")


def _leaves_ink(text: str, ordered: Iterable[Chunk]) -> bool:
    reached = 0
    for chunk in ordered:
        if has_ink(text[reached : chunk.start]):
            return True
        reached = max(reached, chunk.end)
    return has_ink(text[reached:])


def _vector_differences(
    generation: Generation, known: dict[str, Chunk], stored: dict[str, dict[str, object]]
) -> Iterator[Difference]:
    for vector_id in known.keys() - stored.keys():
        sentence = f"The vector store has no vector for chunk {vector_id}."
        yield Difference("missing vector", known[vector_id].document_id, sentence, vector_id)
    for vector_id in stored.keys() - known.keys():
        yield Difference(UNKNOWN, None, f"Vector {vector_id} stands for no chunk.", vector_id)
    yield from _metadata_differences(generation, known, stored)


def _metadata_differences(
    generation: Generation, known: dict[str, Chunk], stored: dict[str, dict[str, object]]
) -> Iterator[Difference]:
    revision_of = lru_cache(REVISIONS_AT_HAND)(_revision)
    damaged: dict[int, Difference] = {}
    for vector_id, chunk in known.items():
        found = stored.get(vector_id)
        if found is None:
            continue
        try:
            expected = metadata_of(chunk, revision_of(chunk.revision_id), generation)
        except ValueError as error:
            damaged[chunk.document_id] = _damage(chunk.document_id, str(error))
            continue
        if found != expected:
            keys = sorted(key for key in {*found, *expected} if found.get(key) != expected.get(key))
            sentence = f"The metadata of vector {vector_id} is not what it should be: {', '.join(keys)}."
            yield Difference("wrong metadata", chunk.document_id, sentence, vector_id)
    yield from damaged.values()


def _revision(revision_id: int) -> Revision:
    return Revision.objects.select_related("document").get(pk=revision_id)
