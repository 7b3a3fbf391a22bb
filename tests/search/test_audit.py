"""The index compared with the truth: every kind of difference is named, and repaired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from documents.models import Document, Revision
from search import audit
from search.audit import DAMAGED, find_drift, repair
from search.generations import active_generation
from search.indexing import index_document
from search.models import Chunk, IndexRecord
from search.vector_store import VectorRecord, VectorStoreUnavailable, get_store
from tests.factories import DOCX, add_revision, index, make_collection, make_document
from tests.search.test_indexing import other_session

pytestmark = pytest.mark.usefixtures("index_db")

LONG = "The supplier shall deliver the goods within thirty days of the order.\n\n" * 60


@pytest.fixture
def document(index_db: None) -> Document:
    """One of three that are indexed."""
    paged = make_document(pages=[LONG, "", LONG], labels=["i", "ii", "1"])
    index(paged, make_document(text="Another.", media_type=DOCX), make_document(text="A third."))
    return paged


def some_chunk(document: Document) -> Chunk:
    chunk = Chunk.objects.filter(document=document).order_by("ordinal").last()
    assert chunk is not None
    return chunk


def rewrite(vector_id: str, **changes: Any) -> None:
    name = active_generation().collection_name
    metadata = get_store().fetch(name, [vector_id]).get(vector_id, {})
    kept = {key: value for key, value in (metadata | changes).items() if value is not None}
    get_store().upsert(name, [VectorRecord(vector_id, [1.0] + [0.0] * 255, kept)])


def lose_vector(document: Document) -> None:
    get_store().delete(active_generation().collection_name, [some_chunk(document).vector_id])


def lose_everything(document: Document) -> None:
    get_store().drop(active_generation().collection_name)


def leave_orphan(document: Document) -> None:
    rewrite("9999:0-5", document_id=9999)


def change_digest(document: Document) -> None:
    rewrite(some_chunk(document).vector_id, digest="0" * 64)


def lose_pages(document: Document) -> None:
    rewrite(some_chunk(document).vector_id, page_numbers=None)


def change_page(document: Document) -> None:
    rewrite(some_chunk(document).vector_id, page_numbers=[2])


def lose_record(document: Document) -> None:
    IndexRecord.objects.filter(document=document).delete()


def miscount(document: Document) -> None:
    IndexRecord.objects.filter(document=document).update(chunk_count=7)


def lose_chunk(document: Document) -> None:
    some_chunk(document).delete()


def replace_text(document: Document) -> None:
    add_revision(document, text="A newer text.")


def delete(document: Document) -> None:
    Document.objects.filter(pk=document.pk).update(deleted_at=timezone.now())


def move(document: Document) -> None:
    Document.objects.filter(pk=document.pk).update(collection=make_collection())


def relabel(document: Document) -> None:
    Revision.objects.filter(document=document).update(page_labels=["I", "II", "1"])


def change_chunk(document: Document) -> None:
    Chunk.objects.filter(pk=some_chunk(document).pk).update(digest="0" * 64)


def lose_chunk_and_its_traces(document: Document) -> None:
    chunk = some_chunk(document)
    get_store().delete(active_generation().collection_name, [chunk.vector_id])
    chunk.delete()
    IndexRecord.objects.filter(document=document).update(chunk_count=Chunk.objects.filter(document=document).count())


DRIFTS: list[tuple[Callable[[Document], None], set[str]]] = [
    (lose_vector, {"missing vector"}),
    (lose_everything, {"missing vector"}),
    (leave_orphan, {"unknown vector"}),
    (change_digest, {"wrong metadata"}),
    (lose_pages, {"wrong metadata"}),
    (change_page, {"wrong metadata"}),
    (lose_record, {"not indexed"}),
    (miscount, {"chunk count"}),
    (lose_chunk, {"chunk count", "unknown vector", "uncovered text"}),
    (change_chunk, {"wrong chunk"}),
    (lose_chunk_and_its_traces, {"uncovered text"}),
    (replace_text, {"not indexed", "older revision"}),
    (delete, {"deleted document", "unknown vector"}),
    (move, {"wrong metadata"}),
    (relabel, {"wrong metadata"}),
]


@pytest.mark.parametrize(("drift", "kinds"), DRIFTS, ids=[drift.__name__ for drift, _ in DRIFTS])
def test_each_difference_is_named_and_repaired(
    document: Document, drift: Callable[[Document], None], kinds: set[str]
) -> None:
    drift(document)
    found = find_drift(active_generation())
    assert set(found.kinds) == kinds
    assert all(one.sentence.endswith(".") for one in found.differences)
    repair(found)
    assert find_drift(active_generation()).differences == ()


def test_a_sound_index_has_no_differences_and_reading_it_changes_nothing(document: Document) -> None:
    first = find_drift(active_generation())
    assert first.is_clean
    assert first.chunks == first.vectors == Chunk.objects.count()
    assert find_drift(active_generation()) == first


def test_a_lost_and_a_left_vector_are_both_found_though_there_are_as_many_as_there_should_be(
    document: Document,
) -> None:
    lose_vector(document)
    leave_orphan(document)
    found = find_drift(active_generation())
    assert found.vectors == found.chunks
    assert found.kinds == {"missing vector": 1, "unknown vector": 1}


def test_what_is_read_at_once_changes_nothing_of_what_is_found(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_chunk(document)
    change_digest(document)
    at_once = find_drift(active_generation())
    monkeypatch.setattr(audit, "REVISIONS_AT_ONCE", 1)
    monkeypatch.setattr(audit, "IDS_AT_ONCE", 1)
    one_by_one = find_drift(active_generation())
    assert len(at_once.differences) == 4
    assert set(one_by_one.differences) == set(at_once.differences)
    assert (one_by_one.chunks, one_by_one.vectors) == (at_once.chunks, at_once.vectors)


def test_documents_are_read_together_and_not_one_by_one(document: Document, django_assert_max_num_queries: Any) -> None:
    index(*(make_document(text=f"Text {number}.") for number in range(8)))
    generation = active_generation()
    with django_assert_max_num_queries(9):  # eleven documents are one portion
        assert find_drift(generation).is_clean


def test_a_repair_leaves_the_vectors_of_what_is_being_indexed_alone(document: Document) -> None:
    leave_orphan(document)
    name = active_generation().collection_name
    being_indexed = f"{document.current_revision_id}:7-9"
    metadata = get_store().fetch(name, [some_chunk(document).vector_id])[some_chunk(document).vector_id]
    get_store().upsert(name, [VectorRecord(being_indexed, [1.0] * active_generation().dimension, metadata)])
    found = find_drift(active_generation())
    with other_session() as other:
        other.execute("SELECT pg_advisory_lock(2, %s)", [document.pk])
        repair(found)
        left = find_drift(active_generation())
        assert [one.vector_id for one in left.differences] == [being_indexed]
    repair(left)
    assert find_drift(active_generation()).is_clean


def test_an_unreachable_store_is_an_error_and_not_a_clean_index(document: Document, settings: Any) -> None:
    working, settings.CHROMA_URL = settings.CHROMA_URL, "http://127.0.0.1:9"
    with pytest.raises(VectorStoreUnavailable):
        find_drift(active_generation())
    settings.CHROMA_URL = working


DAMAGE: list[dict[str, Any]] = [{"page_labels": ["i"]}, {"page_labels": 5}, {"page_spans": [{"page": 1}]}]


@pytest.mark.parametrize("columns", DAMAGE, ids=str)
def test_damaged_page_metadata_is_named_once_beside_what_else_differs(
    document: Document, columns: dict[str, Any]
) -> None:
    other = Document.objects.exclude(pk=document.pk).first()
    assert other is not None
    change_digest(other)
    Revision.objects.filter(document=document).update(**columns)
    found = find_drift(active_generation())
    assert found.kinds == {DAMAGED: 1, "wrong metadata": 1}
    (damaged,) = [one for one in found.differences if one.kind == DAMAGED]
    assert damaged.document_id == document.pk
    assert "audit_documents" in damaged.sentence
    assert repair(found) == 1
    assert find_drift(active_generation()).kinds == {DAMAGED: 1}


def test_a_damaged_document_that_is_indexed_again_is_left_out_and_stays_named(document: Document) -> None:
    Revision.objects.filter(document=document).update(page_labels=["i"])
    lose_vector(document)
    repair(find_drift(active_generation()))
    assert not Chunk.objects.filter(document=document).exists()
    assert find_drift(active_generation()).kinds == {DAMAGED: 1}
    Revision.objects.filter(document=document).update(page_labels=["i", "ii", "1"])
    index_document(document.pk)
    assert find_drift(active_generation()).is_clean
