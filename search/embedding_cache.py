"""Vectors of texts, each worked out once for a model: kept in Postgres by model and digest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from documents.text import text_sha256
from search.embeddings import Embedder, TextTooLong, Vectors
from search.models import Chunk, Embedding
from search.parts import Parts, encode_parts
from search.words import words_in

IN_FLIGHT = timedelta(hours=1)
"""A younger vector may belong to chunks that are being written."""


def vectors_of(texts: Sequence[str], embedder: Embedder) -> list[Vectors]:
    """The vector of each text, in order; only what the cache does not know is embedded, and then it knows it."""
    digests = [text_sha256(text) for text in texts]
    known = _known(set(digests), embedder)
    missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in known}
    if missing:
        known |= _embedded(missing, embedder)
    return [known[digest] for digest in digests]


def forget_unused() -> int:
    """Remove the vectors of texts that no chunk holds any more; returns how many."""
    used = Chunk.objects.filter(digest=OuterRef("digest"))
    old = Embedding.objects.filter(created_at__lt=timezone.now() - IN_FLIGHT)
    return old.filter(~Exists(used)).delete()[0]


def _known(digests: set[str], embedder: Embedder) -> dict[str, Vectors]:
    """Less those of an earlier release that knew no parts, where the model tells them: they are made anew."""
    import numpy as np

    rows = Embedding.objects.filter(model=embedder.identity, digest__in=digests)
    if embedder.tells_parts:
        rows = rows.filter(windows__isnull=False)
    return {digest: np.frombuffer(vector, dtype="<f4") for digest, vector in rows.values_list("digest", "vector")}


def _embedded(missing: dict[str, str], embedder: Embedder) -> dict[str, Vectors]:
    vectors, parts = _embed(list(missing.values()), embedder)
    made = dict(zip(missing, vectors.astype("<f4"), strict=True))
    rows = [
        Embedding(
            model=embedder.identity,
            digest=digest,
            vector=row.tobytes(),
            windows=encode_parts(of_it, [word.start for word in words_in(missing[digest])]) if of_it else None,
        )
        for (digest, row), of_it in zip(made.items(), parts, strict=True)
    ]
    Embedding.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["model", "digest"], update_fields=["vector", "windows"]
    )
    return made


def _embed(texts: list[str], embedder: Embedder) -> tuple[Vectors, list[Parts | None]]:
    try:
        return embedder.embed_parts(texts)
    except TextTooLong:
        # Only a single grapheme can be: hundreds of marks on one letter. Its beginning has to do.
        return embedder.embed_parts([_beginning(text, embedder) for text in texts])


def _beginning(text: str, embedder: Embedder) -> str:
    tokens = embedder.token_offsets(text)
    return text[: tokens[embedder.max_tokens - 1][1]] if len(tokens) > embedder.max_tokens else text
