"""A library that was written in batches is the one that indexing would have left."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.db import connection

from benchmarks.bulk_library import BulkLibrary, TokensOfText
from benchmarks.synthetic_library import Library
from documents.models import Collection, Document, DocumentEvent, Revision
from search.audit import find_drift
from search.models import Chunk, DocumentHead, Embedding, Generation, IndexRecord, KnownWord
from search.vector_store import get_store

CHUNKS = 120
"""Three documents or four: with pages and without."""

CHANGING = {"id", "created_at", "updated_at", "extracted_at", "indexed_at", "queued_at", "claimed_at", "file"}


def test_tokens_of_slices_are_those_that_the_tokenizer_gives() -> None:
    text = "Ab cd. Efgh ij klm\n\nNo pqr stu. Vw."
    tokens = TokensOfText(text, pairs_of_letters)
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            part = text[start:end]
            assert list(tokens(part)) == list(pairs_of_letters(part)), part


def test_a_tokenizer_that_does_not_go_by_words_is_asked_itself() -> None:
    tokens = TokensOfText("ab cd", lambda text: [(0, len(text))])
    assert list(tokens("cd")) == [(0, 2)]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_rows_and_vectors_are_those_of_indexing(hash_embedder: None, collections_dropped: None) -> None:
    Library().grow(CHUNKS)
    indexed = everything()
    wipe()
    BulkLibrary().grow(CHUNKS)
    written = everything()
    assert len(indexed["chunks"]) >= CHUNKS
    for name, rows in indexed.items():
        assert written[name] == rows, name
    assert find_drift(Generation.objects.get()).is_clean


@pytest.fixture
def collections_dropped() -> Iterator[None]:
    yield
    wipe()


def wipe() -> None:
    for generation in Generation.objects.all():
        get_store().drop(generation.collection_name)
        generation.delete()
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_document, documents_documentevent CASCADE")
    for model in (Collection, Embedding, KnownWord):
        model.objects.all().delete()


def everything() -> dict[str, list[Any]]:
    """Every row of a library, with names where ids stand, in an order that does not depend on ids."""
    generation = Generation.objects.get()
    document_of = dict(Document.objects.values_list("pk", "title"))
    collection_of = dict(Collection.objects.values_list("pk", "name"))
    names = {
        "document_id": document_of,
        "revision_id": dict(Revision.objects.values_list("pk", "document__title")),
        "current_revision_id": dict(Revision.objects.values_list("pk", "document__title")),
        "collection_id": collection_of,
        "generation_id": {generation.pk: "the one"},
    }
    tables = {
        "documents": Document,
        "revisions": Revision,
        "chunks": Chunk,
        "heads": DocumentHead,
        "records": IndexRecord,
        "embeddings": Embedding,
        "words": KnownWord,
        "events": DocumentEvent,
    }
    rows = {name: [named(row, names) for row in rows_of(model)] for name, model in tables.items()}
    metadata = dict(get_store().scan(generation.collection_name))
    rows["metadata"] = [
        named(values | {"generation": 0, "id": id_.partition(":")[2]}, names) for id_, values in metadata.items()
    ]
    return {name: sorted(found) for name, found in rows.items()}


def rows_of(model: Any) -> Sequence[dict[str, Any]]:
    return list((model.objects.defer(None) if model is Revision else model.objects).order_by().values())


def named(row: dict[str, Any], names: dict[str, dict[int, str]]) -> list[str]:
    told = []
    for column, value in sorted(row.items()):
        if column in CHANGING and not (column == "id" and isinstance(value, str)):
            continue
        told.append(f"{column}={shown(column, value, names)}")
    return told


def shown(column: str, value: Any, names: dict[str, dict[int, str]]) -> str:
    if column in names and value is not None:
        return names[column][value]
    if column == "vector_id":
        return str(value).partition(":")[2]
    if column == "detail":
        return str({**value, "generation": 0})
    return bytes(value).hex() if isinstance(value, memoryview) else str(value)


def pairs_of_letters(text: str) -> list[tuple[int, int]]:
    """Two letters at a time, counted from where each word begins; other signs one by one."""
    tokens: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        size = 2 if text[at : at + 2].isalnum() and len(text[at : at + 2]) == 2 else 1
        tokens.append((at, at + size))
        at += size
    return tokens
