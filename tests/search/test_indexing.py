"""Into the index and out of it: whatever dies on the way, doing it again comes to the same end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from documents.models import Document, DocumentEvent, Revision
from documents.services import delete_document, restore_document
from documents.text import text_sha256
from search import indexing
from search.audit import find_drift
from search.generations import WrongModel, active_generation, discard
from search.indexing import LAYOUT, Outcome, index_document, index_revision, remove_document, stale_documents
from search.models import Chunk, Embedding, Generation, IndexRecord
from search.vector_store import MissingVectorCollection, VectorStoreUnavailable, get_store
from tests.factories import DOCX, add_revision, index, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")

LONG = "The supplier shall deliver the goods. The buyer shall pay for them within thirty days.\n\n" * 60


def stored() -> dict[str, dict[str, object]]:
    try:
        return dict(get_store().scan(active_generation().collection_name))
    except MissingVectorCollection:
        return {}


def current(document: Document) -> int:
    """The id of its current revision."""
    assert document.current_revision_id is not None
    return document.current_revision_id


def rows() -> list[tuple[Any, ...]]:
    return list(Chunk.objects.order_by("pk").values_list("revision", "ordinal", "start", "end", "digest"))


def assert_sound(document: Document) -> None:
    """The index holds exactly the current text of `document`, and all of it."""
    assert find_drift(active_generation()).differences == ()
    assert not stale_documents(active_generation()).exists()
    record = IndexRecord.objects.get(document=document)
    assert record.text_sha256 == Revision.objects.get(pk=current(document)).text_sha256
    assert record.chunk_count == Chunk.objects.filter(document=document).count() == len(stored())


def test_a_chunk_is_its_span_of_the_canonical_text() -> None:
    document = make_document(text=LONG)
    index(document)
    text = LONG
    for chunk in Chunk.objects.all():
        assert chunk.digest == text_sha256(text[chunk.start : chunk.end])
    assert_sound(document)


def test_doing_it_twice_changes_nothing() -> None:
    document = make_document(text=LONG)
    assert index_revision(current(document)) is Outcome.DONE
    before, vectors = rows(), stored()
    assert index_revision(current(document)) is Outcome.NOTHING_TO_DO
    assert (rows(), stored()) == (before, vectors)
    assert document.events.filter(kind=DocumentEvent.Kind.INDEXED).count() == 1


def test_indexing_again_on_request_gives_the_same_index_and_embeds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    document = make_document(text=LONG)
    index(document)
    before, vectors = [row[1:] for row in rows()], stored()
    monkeypatch.setattr("search.embedding_cache._embed", None)
    assert index_document(document.pk) is Outcome.DONE
    assert ([row[1:] for row in rows()], stored()) == (before, vectors)


def test_a_chunk_over_a_page_break_knows_both_pages_and_one_without_pages_none() -> None:
    paged = make_document(pages=["One page.", "", "Another page."], labels=["i", "ii", "1"])
    plain = make_document(text="No pages here.", media_type=DOCX)
    index(paged, plain)
    by_document = {values["document_id"]: values for values in stored().values()}
    assert by_document[paged.pk]["page_numbers"] == [1, 3]
    assert by_document[paged.pk]["page_labels"] == ["i", "1"]
    assert by_document[paged.pk]["page_spans"] == [
        {"page": 1, "start": 0, "end": 9},
        {"page": 3, "start": 11, "end": 24},
    ]
    assert not [key for key in by_document[plain.pk] if "page" in key]


def test_a_text_without_ink_has_a_record_and_no_chunk() -> None:
    document = make_document(pages=["", " "])
    index(document)
    assert IndexRecord.objects.get(document=document).chunk_count == 0
    assert_sound(document)


def test_a_new_revision_takes_the_place_of_the_old_one() -> None:
    document = make_document(text=LONG)
    index(document)
    old = set(stored())
    add_revision(document, text="Something else entirely.")
    index(document)
    assert not old & set(stored())
    assert_sound(document)


def test_a_new_revision_without_text_leaves_nothing_of_the_old_one() -> None:
    document = make_document(pages=["Some text."])
    index(document)
    add_revision(document, pages=[""])
    index(document)
    assert stored() == {}
    assert_sound(document)


def test_what_is_shared_with_the_older_file_is_not_embedded_again() -> None:
    document = make_document(text=LONG)
    index(document)
    before = Embedding.objects.count()
    add_revision(document, text=LONG + "One more clause at the end.")
    index(document)
    assert Embedding.objects.count() <= before + 2


def test_what_is_not_current_is_not_indexed() -> None:
    document = make_document(text="The first text.")
    first = current(document)
    add_revision(document, text="The second text.")
    assert index_revision(first) is Outcome.NOTHING_TO_DO
    assert index_revision(0) is Outcome.NOTHING_TO_DO
    assert rows() == []


def test_a_deleted_document_leaves_the_index_and_a_restored_one_comes_back() -> None:
    document = make_document(text=LONG)
    other = make_document(text="Stays.")
    index(document, other)
    delete_document(document=document, actor=None)
    assert remove_document(document.pk) is Outcome.DONE
    assert {values["document_id"] for values in stored().values()} == {other.pk}
    assert not IndexRecord.objects.filter(document=document).exists()
    restore_document(document=document, actor=None)
    assert remove_document(document.pk) is Outcome.NOTHING_TO_DO
    assert index_document(document.pk) is Outcome.DONE
    assert find_drift(active_generation()).is_clean


def test_a_document_that_is_gone_leaves_no_vector_and_no_embedding(monkeypatch: pytest.MonkeyPatch) -> None:
    document = make_document(text=LONG)
    index(document)
    pk = document.pk
    Document.objects.filter(pk=pk).delete()
    Embedding.objects.update(created_at=timezone.now().replace(year=2020))
    remove_document(pk)
    assert stored() == {}
    assert not Embedding.objects.exists()


def test_a_moved_document_has_its_new_collection_in_the_vector_store() -> None:
    document = make_document(text="Moves.")
    index(document)
    target = make_collection()
    Document.objects.filter(pk=document.pk).update(collection=target)
    assert not find_drift(active_generation()).is_clean
    index_document(document.pk)
    assert {values["collection_id"] for values in stored().values()} == {target.pk}
    assert find_drift(active_generation()).is_clean


class KilledError(BaseException):
    """As a signal would end it: nothing that the code catches."""


def killer(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, call: int = 1) -> None:
    """Let the n-th call of `owner.name` do its work, and the worker die right after it."""
    real, calls = getattr(owner, name), []

    def dies(*args: Any, **kwargs: Any) -> Any:
        result = real(*args, **kwargs)
        calls.append(name)
        if len(calls) == call:
            raise KilledError
        return result

    monkeypatch.setattr(owner, name, dies)


STEPS: list[tuple[str, Callable[[], Any], str]] = [
    ("all embeddings", lambda: indexing, "_upsert"),
    ("some embeddings", lambda: indexing, "vectors_of"),
    ("some vectors", get_store, "upsert"),
    ("removing the old vectors", get_store, "delete_documents"),
    ("all vectors", lambda: indexing, "_write_vectors"),
    ("the chunks, not committed", lambda: indexing, "record_event"),
    ("everything", lambda: indexing, "_write_chunks"),
]


@pytest.mark.parametrize(("step", "owner", "name"), STEPS, ids=[step for step, *_ in STEPS])
def test_a_worker_that_dies_after_a_step_is_made_good_by_the_next_run(
    monkeypatch: pytest.MonkeyPatch, step: str, owner: Callable[[], Any], name: str
) -> None:
    monkeypatch.setattr(indexing, "EMBEDDED_AT_ONCE", 2)
    document = make_document(text=LONG)
    index(document)
    add_revision(document, text=LONG.replace("buyer", "customer"))
    with monkeypatch.context() as patch:
        killer(patch, owner(), name)
        with pytest.raises(KilledError):
            index_revision(current(document))
    index_revision(current(document))
    assert_sound(document)


@pytest.mark.parametrize("name", ["delete_documents"])
def test_a_worker_that_dies_while_removing_leaves_what_the_sweep_finds(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    document = make_document(text=LONG)
    index(document)
    delete_document(document=document, actor=None)
    with monkeypatch.context() as patch:
        killer(patch, get_store(), name)
        with pytest.raises(KilledError):
            remove_document(document.pk)
    assert list(indexing.leftover_documents()) == [document]
    remove_document(document.pk)
    assert not indexing.leftover_documents().exists()
    assert stored() == {}


@pytest.mark.parametrize("change", ["deleted", "replaced", "moved", "gone"])
def test_a_document_that_changes_while_it_is_indexed_leaves_no_chunk_and_no_vector(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    document = make_document(text=LONG)
    real = indexing._write_vectors

    def meanwhile(*args: Any) -> Any:
        pieces = real(*args)
        if change == "deleted":
            delete_document(document=document, actor=None)
        elif change == "replaced":
            add_revision(document, text="A newer text.")
        elif change == "moved":
            Document.objects.filter(pk=document.pk).update(collection=make_collection())
        else:
            Document.objects.filter(pk=document.pk).delete()
        return pieces

    monkeypatch.setattr(indexing, "_write_vectors", meanwhile)
    assert index_revision(current(document)) is Outcome.NOTHING_TO_DO
    assert rows() == []
    assert stored() == {}


def test_an_index_that_is_dropped_while_it_is_written_to_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    document = make_document(text=LONG)
    generation = active_generation()
    real = indexing._upsert

    def meanwhile(*args: Any) -> None:
        if Generation.objects.filter(pk=generation.pk).exists():
            discard(Generation.objects.get(pk=generation.pk))
        real(*args)

    monkeypatch.setattr(indexing, "_upsert", meanwhile)
    assert index_revision(current(document), generation=generation) is Outcome.NOTHING_TO_DO
    with pytest.raises(MissingVectorCollection):
        get_store().count(generation.collection_name)


def test_what_is_marked_stale_is_found_by_the_sweep_and_keeps_its_record() -> None:
    document = make_document(text=LONG)
    index(document)
    indexing.mark_stale(document.pk)
    assert list(stale_documents(active_generation())) == [document]
    delete_document(document=document, actor=None)
    assert list(indexing.leftover_documents()) == [document]


@pytest.mark.parametrize(("vector_id", "revision_id"), [("7:0-9", 7), ("x:0-9", None), ("", None), ("²:0-9", None)])
def test_a_vector_names_the_revision_that_it_stands_for(vector_id: str, revision_id: int | None) -> None:
    assert indexing.revision_of_vector(vector_id) == revision_id


def test_what_another_release_wrote_is_indexed_anew() -> None:
    index(document := make_document(text="The bergamot clause."), other := make_document(text="Oranges."))
    assert set(IndexRecord.objects.values_list("layout", flat=True)) == {LAYOUT}
    IndexRecord.objects.filter(document=document).update(layout=LAYOUT - 1)
    old = set(Chunk.objects.filter(document=document).values_list("pk", flat=True))
    assert list(stale_documents(active_generation())) == [document]
    assert index_revision(current(other)) is Outcome.NOTHING_TO_DO
    assert index_revision(current(document)) is Outcome.DONE
    assert not stale_documents(active_generation()).exists()
    assert not old & set(Chunk.objects.values_list("pk", flat=True))
    assert find_drift(active_generation()).is_clean


def test_a_document_that_another_worker_holds_is_busy_and_stays_to_be_done() -> None:
    document = make_document(text="Held.")
    with other_session() as other:
        other.execute("SELECT pg_advisory_lock(2, %s)", [document.pk])
        assert index_revision(current(document)) is Outcome.BUSY
        assert index_document(document.pk) is Outcome.BUSY
        assert remove_document(document.pk) is Outcome.BUSY
        assert stale_documents(active_generation()).filter(pk=document.pk).exists()
    assert index_revision(current(document)) is Outcome.DONE


def test_an_unreachable_vector_store_is_said_and_nothing_is_recorded(settings: Any) -> None:
    document = make_document(text="Waits.")
    active_generation()
    working = settings.CHROMA_URL
    settings.CHROMA_URL = "http://127.0.0.1:9"
    with pytest.raises(VectorStoreUnavailable):
        index_revision(current(document))
    assert not IndexRecord.objects.exists()
    settings.CHROMA_URL = working
    index(document)
    assert_sound(document)


def test_an_index_of_another_model_is_never_mixed() -> None:
    document = make_document(text="A text.")
    generation = active_generation()
    generation.model = "another"
    generation.save()
    with pytest.raises(WrongModel, match="rebuild_index"):
        index_revision(current(document))
    assert rows() == []


@pytest.mark.parametrize(
    "columns", [{"page_spans": [1]}, {"page_spans": []}, {"page_labels": ["i"]}, {"text_sha256": "0" * 64}], ids=str
)
def test_a_text_whose_pages_cannot_be_proved_is_left_out_for_good_and_the_reason_is_kept(
    columns: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    document = make_document(pages=["One page.", "Another page."])
    index(document)
    add_revision(document, pages=["One page.", "A newer page."])
    Revision.objects.filter(pk=current(document)).update(**columns)
    assert index_revision(current(document)) is Outcome.DAMAGED
    assert (rows(), stored()) == ([], {})
    assert IndexRecord.objects.get(document=document).damage
    assert "is not indexed, its page metadata is damaged" in caplog.text
    assert not stale_documents(active_generation()).exists()
    assert index_revision(current(document)) is Outcome.NOTHING_TO_DO


def other_session() -> psycopg.Connection[Any]:
    parameters = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    return psycopg.connect(**{name: parameters[name] for name in names if parameters.get(name)}, autocommit=True)
