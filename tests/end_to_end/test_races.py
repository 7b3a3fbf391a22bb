"""Several hands on one document at the same moment: no ghost, no orphan, no fault, and the audit is clean after it.

Real Postgres and Chroma, real threads; where a moment matters, what comes in between is let in exactly there.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from documents import services
from documents.models import Collection, Document, Revision
from documents.services import reading, receiving
from search import indexing, rebuilding
from search.generations import active_generation
from search.models import Chunk, Embedding, IndexRecord
from search.rebuilding import rebuild
from search.vector_store import MissingVectorCollection, get_store
from tests.end_to_end.conftest import Worker, wait_until
from tests.end_to_end.races import ROUNDS, House, at_once, meanwhile, note, tasks_at_once, work_off
from tests.end_to_end.test_upload_to_passage import long_pdf
from tests.factories import index, make_document

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def purge_now() -> int:
    return services.purge_deleted(timezone.now() + timedelta(seconds=1))


def assert_whole(house: House) -> None:
    """After all that is left to do is done."""
    work_off()
    assert house.leftovers() == []
    call_command("audit_documents", verbosity=0)


# --- the same file, several times ---


def test_eight_uploads_of_the_same_bytes_at_once_are_one_document(house: House) -> None:
    content = note(1)
    arrivals = at_once(*(partial(house.new_door().upload_page, "note.txt", content) for _ in range(8)))
    assert {arrival.document for arrival in arrivals} == {Document.objects.get()}
    assert sorted(arrival.status for arrival in arrivals) == [200] * 7 + [201]
    assert_whole(house)
    assert len(house.found("ferry1")) == 1


def test_eight_uploads_by_the_api_at_once_each_worked_off_where_they_arrive_are_one_document(house: House) -> None:
    with tasks_at_once():
        arrivals = at_once(*(partial(house.new_door().upload_api, "note.txt", note(1)) for _ in range(8)))
    assert sorted(arrival.status for arrival in arrivals) == [200] * 7 + [201]
    assert_whole(house)
    assert len(house.found("ferry1")) == 1


def test_an_upload_while_the_document_that_holds_the_file_is_deleted_is_answered_and_whole(house: House) -> None:
    for number in range(ROUNDS):
        held = house.add("note.txt", note(number))
        arrivals = at_once(
            *(partial(house.new_door().upload_page, "note.txt", note(number)) for _ in range(3)),
            partial(_deleted, house, held),
        )
        assert [arrival.status for arrival in arrivals[:3] if arrival.status not in (200, 201)] == []
    assert_whole(house)
    for number in range(ROUNDS):
        assert len(house.found(f"ferry{number}")) <= 1


def test_the_same_bytes_come_and_go_while_a_file_is_stored_and_it_is_stored_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = iter(range(100))
    look = receiving._holder

    def look_while_others_come_and_go(collection: Collection, sha256: str) -> Any:
        nth = next(looked)
        if nth == 0:
            look(collection, sha256)
            at_once(partial(_stored_by_another, house, look))
            return None
        if nth == 1:
            at_once(partial(_deleted, house, Document.objects.undeleted().get()))
        return look(collection, sha256)

    monkeypatch.setattr(receiving, "_holder", look_while_others_come_and_go)
    arrival = house.door.upload_page("note.txt", note(1))
    assert arrival.status == 201
    monkeypatch.undo()
    assert_whole(house)
    assert house.found("ferry1") == [arrival.document.pk if arrival.document else None]


def _stored_by_another(house: House, look: Any) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(receiving, "_holder", look)
        assert house.new_door().upload_page("note.txt", note(1)).status == 201


def _deleted(house: House, document: Document) -> Any:
    house.delete(document)


def test_what_is_deleted_and_uploaded_again_is_found_once_and_the_old_one_cannot_come_back_beside_it(
    house: House,
) -> None:
    old = house.add("note.txt", note(1))
    assert house.delete(old) == 204
    assert house.found("ferry1") == []
    new = house.add("note.txt", note(1))
    assert new.pk != old.pk
    assert house.restore(old) == 409
    assert_whole(house)
    assert house.found("ferry1") == [new.pk]


# --- deleted in the middle of something ---


def test_deleted_while_a_worker_indexes_it_nothing_of_it_is_ever_found(worker: Worker, house: House) -> None:
    arrival = house.door.upload_page("tides.pdf", long_pdf(pages=300))
    document = arrival.document
    assert document is not None
    wait_until(Embedding.objects.exists, worker, "the indexing to begin")
    assert not IndexRecord.objects.exists(), "it was indexed before it could be deleted"
    assert house.delete(document) == 204
    assert_nothing_is_found_until(worker, house, document)
    before = _removals(worker)
    assert purge_now() == 1
    wait_until(lambda: _removals(worker) > before, worker, "the removal after the purge")
    assert worker.is_alive
    assert "Traceback" not in worker.log
    assert house.leftovers() == []
    assert not Revision.objects.exists()


def _removals(worker: Worker) -> int:
    return len(re.findall(r"remove_document\[\S+\] succeeded", worker.log))


def assert_nothing_is_found_until(worker: Worker, house: House, document: Document) -> None:
    """Ask again and again until the worker is through with it."""

    def is_over() -> bool:
        assert house.found("tide gauge station") == []
        return not _held() and not Chunk.objects.exists() and _vectors() == 0

    wait_until(is_over, worker, f"the worker to be through with {document}")


def _held() -> bool:
    from documents.locks import LockSpace, held_keys

    return bool(held_keys(LockSpace.INDEX_DOCUMENT))


def _vectors() -> int:
    try:
        return get_store().count(active_generation().collection_name)
    except MissingVectorCollection:
        return 0


def test_deleted_between_its_vectors_and_its_chunks_it_leaves_neither(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = uploaded(house, note(1))
    reading.extract_revision(document.current_revision_id or 0)
    answered = meanwhile(monkeypatch, (indexing, "_write_chunks"), lambda: house.delete(document))
    indexing.index_revision(document.current_revision_id or 0)
    assert answered == [204]
    assert (Chunk.objects.count(), _vectors()) == (0, 0)
    assert_whole(house)
    assert house.found("ferry1") == []


@pytest.mark.parametrize("is_purged", [False, True])
def test_deleted_while_it_is_read_it_stays_deleted_and_is_not_indexed(
    house: House, monkeypatch: pytest.MonkeyPatch, *, is_purged: bool
) -> None:
    document = uploaded(house, note(1))

    def delete() -> None:
        house.delete(document)
        if is_purged:
            assert purge_now() == 1

    meanwhile(monkeypatch, (reading, "store_text"), delete)
    with tasks_at_once():
        reading.extract_revision(document.current_revision_id or 0)
    assert_whole(house)
    assert house.found("ferry1") == []
    assert not IndexRecord.objects.exists()
    if not is_purged:
        assert house.restore(document) == 200
        assert_whole(house)
        assert house.found("ferry1") == [document.pk]


def test_restored_while_it_is_purged_it_is_either_back_or_gone(house: House) -> None:
    for number in range(ROUNDS):
        document = house.add("note.txt", note(number))
        house.delete(document)
        restored, purged = at_once(partial(house.restore, document), purge_now)
        assert (restored, purged) in [(200, 0), (404, 1)]
    assert_whole(house)
    standing = set(Document.objects.values_list("pk", flat=True))
    assert {pk for number in range(ROUNDS) for pk in house.found(f"ferry{number}")} == standing


def test_purged_while_a_reader_has_it_open_the_reader_gets_all_of_the_file_and_then_a_404(house: House) -> None:
    content = long_pdf(pages=40)
    document = house.add("tides.pdf", content)
    hit = house.door.hits("tide gauge")[0]
    answer = house.door.original(document)
    begun = next(iter(answer))
    house.delete(document)
    assert purge_now() == 1
    assert begun + b"".join(answer) == content
    path = hit["citation"]["url"].split("/documents/")[1].split("#")[0]
    for address in (f"/documents/{path}", f"/documents/{document.pk}/read/", f"/documents/{document.pk}/file/"):
        assert house.door.client.get(address).status_code == 404
    assert_whole(house)


# --- replaced, moved, read again in the middle of something ---


def uploaded(house: House, content: bytes, name: str = "note.txt") -> Document:
    """Received; its message is lost."""
    document = house.door.upload_page(name, content).document
    assert document is not None
    return document


def test_replaced_while_it_is_read_the_newer_file_is_current_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = uploaded(house, note(1))
    first = document.current_revision_id or 0
    replaced = meanwhile(
        monkeypatch, (reading, "store_text"), lambda: house.new_door().replace(document, "b.txt", note(2))
    )
    reading.extract_revision(first)
    assert replaced == [201]
    assert_whole(house)
    assert [house.found("ferry1"), house.found("ferry2")] == [[], [document.pk]]
    assert list(document.revisions.order_by("number").values_list("number", "status")) == [
        (1, "EXTRACTED"),
        (2, "EXTRACTED"),
    ]


def test_two_replacements_at_once_are_two_revisions_and_the_later_one_is_found(house: House) -> None:
    document = house.add("note.txt", note(0))
    for number in range(1, ROUNDS, 2):
        statuses = at_once(
            partial(house.new_door().replace, document, "a.txt", note(number)),
            partial(house.new_door().replace, document, "b.txt", note(number + 1)),
        )
        assert statuses == [201, 201]
    assert_whole(house)
    revisions = Revision.objects.filter(document=document).order_by("number")
    assert [revision.number for revision in revisions] == list(range(1, ROUNDS + 2))
    document.refresh_from_db()
    last = Revision.objects.with_text().get(pk=document.current_revision_id)
    assert last.number == ROUNDS + 1
    words = [f"ferry{number}" for number in range(ROUNDS + 1)]
    assert [word for word in words if house.found(word)] == [word for word in words if f"{word} " in (last.text or "")]


def test_read_again_while_it_is_read_both_readings_end_and_the_later_is_current(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = uploaded(house, note(1))
    meanwhile(monkeypatch, (reading, "store_text"), lambda: services.extract_again(document=document, actor=house.user))
    reading.extract_revision(document.current_revision_id or 0)
    assert_whole(house)
    document.refresh_from_db()
    current = document.current_revision
    assert current is not None
    assert current.number == 2
    assert house.found("ferry1") == [document.pk]


def test_read_by_several_workers_at_once_it_is_read_once(house: House) -> None:
    document = uploaded(house, note(1))
    at_once(*(partial(reading.extract_revision, document.current_revision_id or 0) for _ in range(4)))
    assert document.events.filter(kind="extracted").count() == 1
    assert_whole(house)


def test_moved_while_it_is_indexed_it_is_found_in_its_new_collection_only(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = uploaded(house, note(1))
    reading.extract_revision(document.current_revision_id or 0)
    elsewhere = Collection.objects.create(name="Elsewhere")

    def move() -> None:
        services.update_document(document=document, actor=house.user, collection=elsewhere)

    meanwhile(monkeypatch, (indexing, "_write_chunks"), move)
    indexing.index_revision(document.current_revision_id or 0)
    assert_whole(house)
    assert found_in(house, house.collection) == []
    assert found_in(house, elsewhere) == [document.pk]


def test_moved_and_the_message_lost_its_vectors_say_the_new_collection_after_the_sweep(house: House) -> None:
    document = house.add("note.txt", note(1))
    elsewhere = Collection.objects.create(name="Elsewhere")
    services.update_document(document=document, actor=house.user, collection=elsewhere)
    assert_whole(house)
    assert found_in(house, elsewhere) == [document.pk]


def found_in(house: House, collection: Collection) -> list[int]:
    answer = house.door.client.get("/api/v1/search/", {"q": "ferry1", "collection": collection.pk}).json()
    return [group["document"]["id"] for group in answer["results"]]


# --- the index as a whole ---


def test_deleted_while_the_index_is_rebuilt_it_is_in_neither_index(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [house.add("note.txt", note(number)) for number in range(6)]
    old = active_generation()
    meanwhile(monkeypatch, (rebuilding.generations, "activate"), lambda: house.delete(documents[0]))
    rebuild()
    assert_whole(house)
    assert house.found("ferry0") == []
    assert house.found("ferry1") == [documents[1].pk]
    with pytest.raises(MissingVectorCollection):
        get_store().count(old.collection_name)


def test_indexed_for_an_index_that_is_dropped_meanwhile_no_collection_comes_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.add("note.txt", note(1))
    old = active_generation()
    late = uploaded(house, note(2))
    reading.extract_revision(late.current_revision_id or 0)
    meanwhile(monkeypatch, (indexing, "_upsert"), lambda: _rebuild_without(monkeypatch, late))
    indexing.index_revision(late.current_revision_id or 0, generation=old)
    with pytest.raises(MissingVectorCollection):
        get_store().count(old.collection_name)
    assert_whole(house)
    assert house.found("ferry2") == [late.pk]


def _rebuild_without(monkeypatch: pytest.MonkeyPatch, held: Document) -> None:
    """A rebuild would wait for the worker that holds the document: here it goes on without it."""
    with monkeypatch.context() as patched:
        patched.setattr(rebuilding, "_fill", lambda generation, report: None)
        rebuild()


def test_rebuilt_while_documents_come_and_go_the_index_is_that_of_what_stands(house: House) -> None:
    documents = [house.add("note.txt", note(number)) for number in range(ROUNDS)]

    def come_and_go() -> None:
        for number, document in enumerate(documents[: ROUNDS // 2]):
            house.delete(document)
            house.new_door().upload_page("more.txt", note(100 + number))

    def rebuilt() -> None:
        rebuild()

    at_once(rebuilt, come_and_go, partial(_searched, house, 30))
    assert_whole(house)
    expected = [[] if number < ROUNDS // 2 else [documents[number].pk] for number in range(ROUNDS)]
    assert [house.found(f"ferry{number}") for number in range(ROUNDS)] == expected


def _searched(house: House, times: int) -> None:
    """Each answer is a 200, and names only what stands at that moment or stood when it was asked."""
    door = house.new_door()
    for number in range(times):
        door.hits(f"ferry{number % ROUNDS}")
        assert "No passage" in (page := door.results_page("harbour at dusk")) or "passage" in page


def test_a_repair_beside_a_worker_takes_no_vector_of_what_is_being_indexed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.add("note.txt", note(1))
    late = uploaded(house, note(2))
    reading.extract_revision(late.current_revision_id or 0)

    def repair() -> None:
        from search.upkeep import repair_index

        repair_index()

    meanwhile(monkeypatch, (indexing, "_write_chunks"), repair)
    indexing.index_revision(late.current_revision_id or 0)
    assert house.leftovers() == []
    assert_whole(house)


# --- pages of results ---


def test_of_a_hundred_documents_with_fifty_deleted_ten_live_ones_are_on_every_page(house: House) -> None:
    words = "The same words on purpose stand in note {n} of the harbour."
    documents = [make_document(text=words.format(n=number), collection=house.collection) for number in range(100)]
    index(*documents)
    for document in documents[::2]:
        services.delete_document(document=document, actor=None)
    standing = [document.pk for document in documents[1::2]]
    assert sorted(_all_pages(house)) == standing, "before anything is removed from the index"
    work_off()
    assert sorted(_all_pages(house)) == standing, "afterwards"
    assert house.leftovers() == []


def _all_pages(house: House) -> list[int]:
    found: list[int] = []
    for page in range(1, 6):
        asked = {"q": "the same words on purpose", "page": page, "per_page": 10}
        answer = house.door.client.get("/api/v1/search/", asked).json()
        assert len(answer["results"]) == 10
        found += [group["document"]["id"] for group in answer["results"]]
    return found
