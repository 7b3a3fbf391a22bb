"""Putting a document into the index and taking it out. Whatever dies on the way, doing it again has the same end.

The order is what makes this so. Vectors go into Chroma first, under ids that follow from revision and span; then
chunks, and the record that says what is there, in one Postgres transaction. A crash between leaves vectors that no
chunk stands for: they are never shown, and the next run writes the same ids again. Taking out also ends with the
record: as long as it is there, a sweep finds what is left.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Left

from documents.locks import LockSpace, try_lock
from documents.models import Document, DocumentEvent, Revision
from documents.services import Progress, page_metadata_problems, record_event
from documents.text import ChunkPolicy, PageSpan, TextSpan, chunk_text, page_spans_within, text_sha256
from search.chunk_metadata import chunk_metadata
from search.configurations import config_for
from search.embedding_cache import forget_unused, vectors_of
from search.embeddings import Embedder, embedder_of
from search.generations import WrongModel, active_generation
from search.heads import HEAD, LEAST_CHUNKS, write_head
from search.lexical import search_vector_of
from search.models import Chunk, Generation, IndexRecord
from search.seams import Seam, page_seams, seams_within
from search.spelling import learn_words
from search.vector_store import MissingVectorCollection, VectorRecord, get_store

logger = logging.getLogger(__name__)

__all__ = ["Outcome", "active_generation", "index_document", "index_revision", "remove_document", "stale_documents"]

EMBEDDED_AT_ONCE = 256
"""Chunks. Large enough to sort by length, small enough to hold in memory beside the text."""

LAYOUT = 3
"""What is written for a document by this release. A document that was written by another one is indexed anew."""


class Outcome(Enum):
    DONE = "done"
    NOTHING_TO_DO = "nothing to do"
    BUSY = "another worker is on this document"
    DAMAGED = "its page metadata is damaged"


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk before it is a row. `text` is the slice of the canonical text at `span`, which has the `seams`."""

    ordinal: int
    span: TextSpan
    text: str
    vector_id: str
    seams: tuple[Seam, ...] = ()


def index_revision(revision_id: int, *, generation: Generation | None = None) -> Outcome:
    """Bring a revision into the index, if it is the current one of a document that stands. Safe to repeat at any time.

    BUSY if another worker holds the document: ask again. DAMAGED if its pages cannot be proved: then nothing of it is
    in the index, and the record says why. Raises VectorStoreUnavailable and WrongModel; nothing is lost.
    """
    document_id = Revision.objects.filter(pk=revision_id).values_list("document_id", flat=True).first()
    if document_id is None:
        return Outcome.NOTHING_TO_DO
    with try_lock(LockSpace.INDEX_DOCUMENT, document_id) as got:
        return _index(revision_id, generation or active_generation()) if got else Outcome.BUSY


def index_document(document_id: int) -> Outcome:
    """Index the current revision anew, also when the index says that it is there: asked for, moved, or drifted."""
    with try_lock(LockSpace.INDEX_DOCUMENT, document_id) as got:
        if not got:
            return Outcome.BUSY
        mark_stale(document_id)
        current = Document.objects.filter(pk=document_id).values_list("current_revision", flat=True).first()
        return _index(current, active_generation()) if current else Outcome.NOTHING_TO_DO


def write_heads(document_id: int) -> Outcome:
    """Write the heads of a document anew, which has another title now."""
    with try_lock(LockSpace.INDEX_DOCUMENT, document_id) as got:
        if not got:
            return Outcome.BUSY
        records = IndexRecord.objects.filter(document=document_id, chunk_count__gte=LEAST_CHUNKS)
        for record in records.select_related("generation", "revision", "document"):
            config = record.search_config or record.generation.search_config
            text = Revision.objects.filter(pk=record.revision_id).values_list(Left("text", HEAD), flat=True).first()
            write_head(document_id, record.revision_id, record.document.title, text or "", config, record.generation)
    return Outcome.DONE


def mark_stale(document_id: int) -> None:
    """Let the index not count as that of the document's text any more: the sweep finds it, also if no message comes.

    The record stays, so that what is there of the document is still known of when it is deleted next.
    """
    IndexRecord.objects.filter(document=document_id).update(text_sha256="")


def remove_document(document_id: int) -> Outcome:
    """Take a document that is deleted, or gone, out of every generation."""
    with try_lock(LockSpace.INDEX_DOCUMENT, document_id) as got:
        if not got:
            return Outcome.BUSY
        if Document.objects.undeleted().filter(pk=document_id).exists():  # restored meanwhile
            return Outcome.NOTHING_TO_DO
        for generation in Generation.objects.all():
            _remove(document_id, generation)
    if not Document.objects.filter(pk=document_id).exists():
        forget_unused()
    return Outcome.DONE


def stale_documents(generation: Generation | None) -> QuerySet[Document]:
    """The undeleted documents whose current, read text is not what the index holds, by id; without an index, all.

    `.values_list("current_revision")` gives what `index_revision` takes.
    """
    right = IndexRecord.objects.filter(
        generation=generation,
        document=OuterRef("pk"),
        revision=OuterRef("current_revision"),
        text_sha256=OuterRef("current_revision__text_sha256"),
        layout=LAYOUT,
    )
    read = Document.objects.undeleted().filter(current_revision__status__in=Revision.READ)
    return read.filter(~Exists(right)).order_by("pk")


def leftover_documents() -> QuerySet[Document]:
    """The deleted documents of which something is still in the index, by id."""
    return Document.objects.deleted().filter(Exists(IndexRecord.objects.filter(document=OuterRef("pk")))).order_by("pk")


def expected_vectors(generation: Generation) -> QuerySet[Chunk]:
    """The chunks of documents that stand, which are those that the vector store must know."""
    return generation.chunks.filter(document__deleted_at__isnull=True)


def metadata_of(chunk: Chunk | Piece, revision: Revision, generation: Generation) -> dict[str, object]:
    """What the vector store holds for a chunk; a chunk of a text without pages has no page keys at all.

    Raises ValueError, in words, where the revision's page metadata is damaged.
    """
    span = chunk.span
    pages = page_spans_within(revision.spans, span.start, span.end)
    return chunk_metadata(
        document_id=revision.document_id,
        collection_id=revision.document.collection_id,
        revision_id=revision.pk,
        generation=generation.pk,
        start=span.start,
        end=span.end,
        digest=revision.text_sha256,
        page_spans=[page.as_metadata() for page in pages],
        page_labels=_labels_of(pages, revision.page_labels),
    )


def _labels_of(pages: Sequence[PageSpan], labels: object) -> list[str | None] | None:
    if labels is None:
        return None
    if not isinstance(labels, list) or not all(1 <= page.number <= len(labels) for page in pages):
        raise ValueError("the page labels do not belong to these pages")
    return [labels[page.number - 1] for page in pages]


def _index(revision_id: int, generation: Generation) -> Outcome:
    if not _is_wanted(revision_id, generation):
        return Outcome.NOTHING_TO_DO
    revision = Revision.objects.with_text().select_related("document").get(pk=revision_id)
    if problems := page_metadata_problems(revision):
        return _leave_out(revision, generation, problems)
    pieces = _write_vectors(revision, generation)
    if _write_chunks(revision, generation, pieces):
        learn_words(revision.text or "")
        return Outcome.DONE
    _take_back(generation, pieces)
    return Outcome.NOTHING_TO_DO


def _take_back(generation: Generation, pieces: Sequence[Piece]) -> None:
    """Deleted, replaced, moved or switched to another generation while it was embedded: leave nothing of it behind."""
    if not Generation.objects.filter(pk=generation.pk).exists():
        get_store().drop(generation.collection_name)  # writing vectors may have made it anew
        return
    with suppress(MissingVectorCollection):
        get_store().delete(generation.collection_name, [piece.vector_id for piece in pieces])


def _leave_out(revision: Revision, generation: Generation, problems: Sequence[str]) -> Outcome:
    """A record without chunks: what cannot be proved is not found, and no sweep tries it for ever."""
    logger.error("revision %d is not indexed, its page metadata is damaged: %s", revision.pk, "; ".join(problems))
    with suppress(MissingVectorCollection):
        get_store().delete_documents(generation.collection_name, revision.document_id)
    is_written = _write_chunks(revision, generation, [], damage="; ".join(problems))
    return Outcome.DAMAGED if is_written else Outcome.NOTHING_TO_DO


def _is_wanted(revision_id: int, generation: Generation) -> bool:
    return stale_documents(generation).filter(current_revision=revision_id).exists()


def _write_vectors(revision: Revision, generation: Generation) -> list[Piece]:
    store, name = get_store(), generation.collection_name
    pieces = list(_pieces(revision, generation))
    tell = Progress(revision.pk)
    for first in range(0, len(pieces), EMBEDDED_AT_ONCE):
        tell(first, len(pieces))
        batch = pieces[first : first + EMBEDDED_AT_ONCE]
        vectors = vectors_of([piece.text for piece in batch], embedder_of(generation))
        records = [
            VectorRecord(piece.vector_id, vector, metadata_of(piece, revision, generation))
            for piece, vector in zip(batch, vectors, strict=True)
        ]
        _upsert(records, generation)
    tell.end()
    with suppress(MissingVectorCollection):
        store.delete_documents(name, revision.document_id, keep_revision_id=revision.pk)
    if outdated := _outdated_ids(revision, generation, pieces):
        store.delete(name, outdated)
    return pieces


def _upsert(records: Sequence[VectorRecord], generation: Generation) -> None:
    store, name = get_store(), generation.collection_name
    try:
        store.upsert(name, records)
    except MissingVectorCollection:  # the first ones, or Chroma has lost its disk
        store.ensure(name, generation.dimension)
        store.upsert(name, records)


def _pieces(revision: Revision, generation: Generation) -> Iterator[Piece]:
    text = revision.text or ""
    seams = page_seams(text, revision.spans)
    for ordinal, span in enumerate(chunk_text(text, _policy(generation, embedder_of(generation)))):
        vector_id = f"{revision.pk}:{span.start}-{span.end}"
        yield Piece(ordinal, span, text[span.start : span.end], vector_id, tuple(seams_within(seams, span)))


def revision_of_vector(vector_id: str) -> int | None:
    """The id of the revision whose span a vector stands for; None for an id that was not made here."""
    revision_id = vector_id.partition(":")[0]
    return int(revision_id) if revision_id.isascii() and revision_id.isdecimal() else None


def _policy(generation: Generation, embedder: Embedder) -> ChunkPolicy:
    if embedder.identity != generation.model:
        raise WrongModel(generation.model, embedder.identity)
    return ChunkPolicy(**generation.policy, token_offsets=embedder.token_offsets)


def _outdated_ids(revision: Revision, generation: Generation, pieces: Sequence[Piece]) -> list[str]:
    """Of this revision under the same generation, but cut otherwise: by an earlier release's chunker."""
    kept = {piece.vector_id for piece in pieces}
    known = generation.chunks.filter(revision=revision).values_list("vector_id", flat=True)
    return [vector_id for vector_id in known if vector_id not in kept]


def _write_chunks(revision: Revision, generation: Generation, pieces: Sequence[Piece], damage: str = "") -> bool:
    """Chunks, record and event in one transaction, if the truth is still what was indexed."""
    config = config_for(revision.text or "", generation) if pieces else ""
    with transaction.atomic():
        if not _still_stands(revision, generation):
            return False
        generation.chunks.filter(document=revision.document_id).delete()
        Chunk.objects.bulk_create((_chunk(piece, revision, generation, config) for piece in pieces), batch_size=500)
        _write_head(revision, generation, pieces, config)
        IndexRecord.objects.update_or_create(
            generation=generation,
            document=revision.document,
            defaults={
                "revision": revision,
                "text_sha256": revision.text_sha256,
                "chunk_count": len(pieces),
                "search_config": config,
                "layout": LAYOUT,
                "damage": damage,
            },
        )
        if not damage and not generation.is_candidate:  # of a candidate a document's history knows nothing
            _record_indexed(revision, generation, len(pieces))
    return True


def _write_head(revision: Revision, generation: Generation, pieces: Sequence[Piece], config: str) -> None:
    if len(pieces) < LEAST_CHUNKS:
        generation.heads.filter(document=revision.document_id).delete()
        return
    title, text = revision.document.title, revision.text or ""
    write_head(revision.document_id, revision.pk, title, text, config or generation.search_config, generation)


def _record_indexed(revision: Revision, generation: Generation, chunks: int) -> None:
    detail = {"chunks": chunks, "generation": generation.pk}
    kind = DocumentEvent.Kind.INDEXED
    record_event(document=revision.document, kind=kind, revision=revision, detail=detail)


def _still_stands(revision: Revision, generation: Generation) -> bool:
    """In the collection, too, that its vectors name: of a document that has moved they would not be asked for."""
    rows = Document.objects.undeleted().filter(
        pk=revision.document_id, current_revision=revision, collection=revision.document.collection_id
    )
    is_current = rows.select_for_update(of=("self",)).first() is not None
    return is_current and Generation.objects.filter(pk=generation.pk).exists()


def _chunk(piece: Piece, revision: Revision, generation: Generation, config: str) -> Chunk:
    return Chunk(
        generation=generation,
        document_id=revision.document_id,
        revision=revision,
        ordinal=piece.ordinal,
        start=piece.span.start,
        end=piece.span.end,
        vector_id=piece.vector_id,
        digest=text_sha256(piece.text),
        seams=[seam.moved(piece.span.start).as_stored() for seam in piece.seams],
        search_vector=search_vector_of(piece.text, config or generation.search_config, piece.seams),
    )


def _remove(document_id: int, generation: Generation) -> None:
    with suppress(MissingVectorCollection):
        get_store().delete_documents(generation.collection_name, document_id)
    with transaction.atomic():
        generation.chunks.filter(document=document_id).delete()
        generation.heads.filter(document=document_id).delete()
        generation.records.filter(document=document_id).delete()
