"""Compare what is derived with what is true, name each difference, and put it right as a separate step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from django.db.models import Exists, F, OuterRef

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

REVISIONS_AT_ONCE = 16
"""Revisions that are held with their texts: enough to ask for their chunks and vectors together."""

IDS_AT_ONCE = 2000
"""Vector ids that are looked for among the chunks in one query."""


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
    """Read everything, some documents at a time, and change nothing.

    Raises VectorStoreUnavailable when the vector store does not answer.
    """
    differences = [*_record_differences(generation)]
    chunks_of: Counter[int] = Counter()
    found = 0
    for portion in _portions(generation):
        differences += portion.differences()
        chunks_of.update(chunk.document_id for chunk in portion.chunks)
        found += len(portion.stored)
    differences += _count_differences(generation, chunks_of)
    vectors = _vectors_in(generation)
    if vectors != found:
        differences += _unknown_vectors(generation)
    return Drift(generation, chunks_of.total(), vectors, tuple(differences))


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


@dataclass(frozen=True, slots=True)
class Portion:
    """Some revisions with their chunks in the index, and what the vector store holds for these, by vector id."""

    generation: Generation
    revisions: Mapping[int, Revision]
    chunks: Sequence[Chunk]
    stored: Mapping[str, dict[str, object]]

    def differences(self) -> Iterator[Difference]:
        """In the texts, the vectors and what these say."""
        yield from _text_differences(self)
        yield from _missing_vectors(self)
        yield from _metadata_differences(self)


def _portions(generation: Generation) -> Iterator[Portion]:
    """Of all revisions that have chunks, in order. At any time one portion is held, however large the library."""
    expected = expected_vectors(generation)
    with_chunks = Revision.objects.filter(Exists(expected.filter(revision=OuterRef("pk")))).order_by("pk")
    ids = list(with_chunks.values_list("pk", flat=True))
    for first in range(0, len(ids), REVISIONS_AT_ONCE):
        some = ids[first : first + REVISIONS_AT_ONCE]
        revisions = Revision.objects.with_text().select_related("document").in_bulk(some)
        found = expected.filter(revision__in=revisions).defer("search_vector").order_by("revision_id", "start")
        chunks = list(found)
        stored = _stored(generation, [chunk.vector_id for chunk in chunks])
        yield Portion(generation, revisions, chunks, stored)


def _stored(generation: Generation, vector_ids: Sequence[str]) -> dict[str, dict[str, object]]:
    try:
        return get_store().fetch(generation.collection_name, vector_ids)
    except MissingVectorCollection:
        return {}


def _vectors_in(generation: Generation) -> int:
    try:
        return get_store().count(generation.collection_name)
    except MissingVectorCollection:
        return 0


def _record_differences(generation: Generation) -> Iterator[Difference]:
    for pk, title in stale_documents(generation).values_list("pk", "title"):
        yield Difference("not indexed", pk, f"“{title}” is read, but its text is not in the index.")
    for pk, title in leftover_documents().values_list("pk", "title"):
        yield Difference("deleted document", pk, f"“{title}” is deleted, but the index still holds it.")
    yield from _left_out(generation)


def _left_out(generation: Generation) -> Iterator[Difference]:
    current = generation.records.filter(document__deleted_at__isnull=True, revision=F("document__current_revision"))
    for pk, damage in current.exclude(damage="").order_by("pk").values_list("document", "damage"):
        yield _damage(pk, damage)


def _damage(document_id: int, problem: str) -> Difference:
    sentence = f"Its page metadata is damaged ({problem}); `manage.py audit_documents` says more."
    return Difference(DAMAGED, document_id, sentence)


def _count_differences(generation: Generation, chunks_of: Mapping[int, int]) -> Iterator[Difference]:
    """Those that are counted once more and still differ: a document may have been indexed anew since it was read."""
    records = generation.records.filter(document__deleted_at__isnull=True).order_by("pk")
    for document_id, said in records.values_list("document", "chunk_count").iterator():
        if said == chunks_of.get(document_id, 0):
            continue
        number = generation.chunks.filter(document=document_id).count()
        now = generation.records.filter(document=document_id).values_list("chunk_count", flat=True).first()
        if now is not None and now != number:
            sentence = f"The record says {now} chunks; there are {number}."
            yield Difference("chunk count", document_id, sentence)


def _text_differences(portion: Portion) -> Iterator[Difference]:
    """Whether the chunks are slices of the stored texts, and together hold all that there is to read."""
    for revision_id, its_chunks in groupby(portion.chunks, key=lambda chunk: chunk.revision_id):
        revision, ordered = portion.revisions[revision_id], list(its_chunks)
        text, document_id = revision.text or "", ordered[0].document_id
        if revision.document.current_revision_id != revision_id:
            sentence = "Chunks of a revision that is no longer current are in the index."
            yield Difference("older revision", document_id, sentence)
        if wrong := sum(text_sha256(text[one.start : one.end]) != one.digest for one in ordered):
            yield Difference("wrong chunk", document_id, f"{wrong} chunks are not the part of the text that they say.")
        if _leaves_ink(text, ordered):
            yield Difference("uncovered text", document_id, "Some of its text is in no chunk.")


def _leaves_ink(text: str, ordered: Iterable[Chunk]) -> bool:
    reached = 0
    for chunk in ordered:
        if has_ink(text[reached : chunk.start]):
            return True
        reached = max(reached, chunk.end)
    return has_ink(text[reached:])


def _missing_vectors(portion: Portion) -> Iterator[Difference]:
    for chunk in portion.chunks:
        if chunk.vector_id not in portion.stored:
            sentence = f"The vector store has no vector for chunk {chunk.vector_id}."
            yield Difference("missing vector", chunk.document_id, sentence, chunk.vector_id)


def _unknown_vectors(generation: Generation) -> Iterator[Difference]:
    for vector_ids in _batches(vector_id for vector_id, _ in get_store().scan(generation.collection_name)):
        known = set(expected_vectors(generation).filter(vector_id__in=vector_ids).values_list("vector_id", flat=True))
        for vector_id in vector_ids:
            if vector_id not in known:
                yield Difference(UNKNOWN, None, f"Vector {vector_id} stands for no chunk.", vector_id)


def _batches(vector_ids: Iterator[str]) -> Iterator[list[str]]:
    while some := list(islice(vector_ids, IDS_AT_ONCE)):
        yield some


def _metadata_differences(portion: Portion) -> Iterator[Difference]:
    damaged: dict[int, Difference] = {}
    for chunk in portion.chunks:
        found = portion.stored.get(chunk.vector_id)
        if found is None:
            continue
        try:
            expected = metadata_of(chunk, portion.revisions[chunk.revision_id], portion.generation)
        except ValueError as error:
            damaged[chunk.document_id] = _damage(chunk.document_id, str(error))
            continue
        if found != expected:
            keys = sorted(key for key in {*found, *expected} if found.get(key) != expected.get(key))
            sentence = f"The metadata of vector {chunk.vector_id} is not what it should be: {', '.join(keys)}."
            yield Difference("wrong metadata", chunk.document_id, sentence, chunk.vector_id)
    yield from damaged.values()
