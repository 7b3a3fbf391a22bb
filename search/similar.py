"""More like a passage: what is nearest to it in meaning, by the vectors of the chunks that it stands in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from documents.models import Document, Revision
from documents.querysets import AnyUser
from documents.text import TextSpan, has_ink
from search.asked import Query
from search.candidates import Candidate, Candidates
from search.configurations import configs_in_use
from search.embedding_cache import vectors_of as vectors_of_texts
from search.embeddings import EmbedderUnavailable, Vectors
from search.fusion import fuse
from search.generations import WrongModel, embedder_for
from search.lexical import compile_query, constrained
from search.models import Chunk, Generation
from search.neighbours import Neighbours, nearest
from search.reading import vectors_of
from search.scope import Scope
from search.vector_store import VectorStoreUnavailable
from search.word_ranking import COLUMNS, ChunkPlace

DIGEST_SHOWN = 16
"""Digits of a text's digest in an address: enough to tell the texts of one document apart."""

_WRITTEN = re.compile(r"(\d{1,18})/(\d{1,10})-(\d{1,10})(?:/([0-9a-f]{8,64}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """A span of the text of a document whose digest begins with `digest`; of the current text where that is empty."""

    document_id: int
    span: TextSpan
    digest: str = ""

    @classmethod
    def read(cls, written: str) -> Place | None:
        """What `DOCUMENT/START-END` or `DOCUMENT/START-END/DIGEST` says; None for anything else."""
        found = _WRITTEN.fullmatch(written)
        if found is None:
            return None
        return cls(int(found[1]), TextSpan(int(found[2]), int(found[3])), found[4] or "")

    @classmethod
    def of(cls, document_id: int, start: int, end: int, digest: str) -> Place:
        return cls(document_id, TextSpan(start, end), digest)

    def write(self) -> str:
        shown = self.digest[:DIGEST_SHOWN]
        return f"{self.document_id}/{self.span.start}-{self.span.end}" + (f"/{shown}" if shown else "")


@dataclass(frozen=True, slots=True)
class Example:
    """A passage that is there and that may be read; `revision` has its text."""

    document: Document
    revision: Revision
    span: TextSpan


@dataclass(slots=True)
class Similar:
    """What was found, and the place of each chunk among those that are nearest to the example, from 1."""

    candidates: Candidates = field(default_factory=Candidates)
    ranks: Mapping[int, int] = field(default_factory=dict)


def example_at(written: str, user: AnyUser) -> Example | None:
    """The passage that an address names; None where it is not there, or not to be read by `user`."""
    place = Place.read(written)
    if place is None:
        return None
    document = Document.objects.visible_to(user).with_current().filter(pk=place.document_id).first()
    revision = _revision(document, place.digest) if document else None
    if document is None or revision is None:
        return None
    text, span = revision.text or "", place.span
    if not 0 <= span.start < span.end <= len(text) or not has_ink(text[span.start : span.end]):
        return None
    return Example(document, revision, span)


def more_like(
    example: Example, asked: Query, scope: Scope, generation: Generation, by_question: Candidates | None
) -> Similar:
    """The passages of `scope` that are nearest to the example, less those that share a character with it.

    With `by_question`, what was found for words too, both count, as two lists do. Terms that `asked` requires or
    excludes hold here too. What cannot be had is said in a sentence.
    """
    problems: list[str] = []
    near = _nearest(example, asked, scope, generation, problems)
    found = [one for one in by_question.found if not _is_of(example, one)] if by_question else []
    known = {one.chunk_id: one for one in found}
    known |= {pk: _as_candidate(pk, place) for pk, place in near.places.items() if pk not in known}
    fused = fuse({"question": [one.chunk_id for one in found], "likeness": near.chunk_ids})
    candidates = Candidates(
        [replace(known[one.key], score=one.score) for one in fused if one.key in known],
        near.dropped + (by_question.dropped if by_question else 0),
        [*(by_question.problems if by_question else []), *problems],
    )
    return Similar(candidates, {pk: rank for rank, pk in enumerate(near.chunk_ids, 1)})


def _revision(document: Document, digest: str) -> Revision | None:
    """The newest revision with that text, the current one before all others; loads its text."""
    revisions = Revision.objects.with_text().filter(document=document, status__in=Revision.READ)
    current = revisions.filter(pk=document.current_revision_id, text_sha256__startswith=digest).first()
    if current is not None or not digest:
        return current
    return revisions.filter(text_sha256__startswith=digest).order_by("-number").first()


def _nearest(example: Example, asked: Query, scope: Scope, generation: Generation, problems: list[str]) -> Neighbours:
    chunks = _others(example, scope.chunks(generation))
    if asked.text:
        chunks = constrained(chunks, compile_query(asked, configs_in_use(generation)))
    try:
        return nearest(_vector(example, generation), chunks, scope, generation)
    except (EmbedderUnavailable, WrongModel):
        problems.append(_("Meanings cannot be compared now: what is like this passage cannot be told."))
    except VectorStoreUnavailable:
        problems.append(_("The index of meanings cannot be reached: what is like this passage cannot be told."))
    return Neighbours()


def _others(example: Example, chunks: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Less those that meet the example, also where its text is that of another revision."""
    return chunks.exclude(
        document=example.document,
        revision__text_sha256=example.revision.text_sha256,
        start__lt=example.span.end,
        end__gt=example.span.start,
    )


def _is_of(example: Example, one: Candidate) -> bool:
    """Whether a candidate shares a character with the example."""
    is_current = example.document.current_revision and (
        example.document.current_revision.text_sha256 == example.revision.text_sha256
    )
    meets = one.span.start < example.span.end and one.span.end > example.span.start
    return bool(is_current and one.document_id == example.document.pk and meets)


def _vector(example: Example, generation: Generation) -> Vectors:
    """The mean of the vectors of the chunks that the example meets, each as much as it holds of it.

    Where none is known its own text is embedded, as much of it as the model reads.
    """
    import numpy as np

    span = example.span
    meeting = generation.chunks.filter(
        document=example.document,
        revision__text_sha256=example.revision.text_sha256,
        start__lt=span.end,
        end__gt=span.start,
    )
    rows = meeting.order_by("start", "end").values_list("pk", *COLUMNS)
    places = {pk: ChunkPlace(*place) for pk, *place in rows}
    shared = [min(place.end, span.end) - max(place.start, span.start) for place in places.values()]
    mean = np.asarray(shared, dtype=np.float32) @ vectors_of(places, generation.dimension, generation.model)
    length = float(np.linalg.norm(mean))
    return (mean / length).astype(np.float32) if length else _embedded(example, generation)


def _embedded(example: Example, generation: Generation) -> Vectors:
    text = (example.revision.text or "")[example.span.start : example.span.end]
    return vectors_of_texts([text], embedder_for(generation))[0]


def _as_candidate(chunk_id: int, place: ChunkPlace) -> Candidate:
    span = TextSpan(place.start, place.end)
    return Candidate(chunk_id, place.document_id, place.revision_id, span, 0.0, None, None, place.digest)
