"""Documents through the API: rights, uploads, changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from documents import services
from documents.models import Document, DocumentEvent, Revision
from tests.documents import library
from tests.documents.api.conftest import Ours

API = "/api/v1"
SUFFIXES = ["", "restore/", "revisions/", "events/", "text/", "pages/"]


def upload(text: str = "A note about ferries.", name: str = "note.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/plain")


def code_of(answer: Any) -> str:
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) <= {"code", "sentence", "detail"}
    assert body["error"]["sentence"]
    return str(body["error"]["code"])


@pytest.mark.parametrize("suffix", ["", *SUFFIXES[2:]])
def test_a_document_of_another_group_is_not_found(editor: APIClient, ours: Ours, suffix: str) -> None:
    answer = editor.get(f"{API}/documents/{ours.theirs.pk}/{suffix}")
    assert (answer.status_code, code_of(answer)) == (404, "not-found")
    assert editor.get(f"{API}/documents/{ours.document.pk}/{suffix}").status_code == 200


def test_a_document_of_another_group_cannot_be_changed_either(editor: APIClient, ours: Ours) -> None:
    address = f"{API}/documents/{ours.theirs.pk}/"
    assert editor.patch(address, {"title": "Mine"}, format="json").status_code == 404
    assert editor.delete(address).status_code == 404
    assert editor.post(address + "restore/").status_code == 404
    assert editor.post(address + "revisions/", {"file": upload()}).status_code == 404
    ours.theirs.refresh_from_db()
    assert (ours.theirs.title, ours.theirs.deleted_at) == ("Secret report", None)


@pytest.mark.parametrize("suffix", ["documents/", "collections/", "schema/", "documents/1/", "search/", "cite/"])
def test_nobody_is_asked_to_sign_in(nobody: APIClient, suffix: str) -> None:
    answer = nobody.get(f"{API}/{suffix}")
    assert (answer.status_code, code_of(answer)) == (401, "not-signed-in")
    assert answer["WWW-Authenticate"] == "Token"


def test_a_reader_may_read_and_not_change(reader: APIClient, ours: Ours) -> None:
    address = f"{API}/documents/{ours.document.pk}/"
    assert reader.get(address).json()["may_edit"] is False
    refused = [
        reader.patch(address, {"title": "Mine"}, format="json"),
        reader.delete(address),
        reader.post(address + "revisions/", {"file": upload()}),
        reader.post(f"{API}/documents/", {"file": upload(), "collection": ours.collection.pk}),
    ]
    assert [(answer.status_code, code_of(answer)) for answer in refused] == [(403, "not-allowed")] * 4
    assert reader.post(address + "restore/").status_code == 404


def test_lists_hold_what_one_may_read_and_nothing_else(reader: APIClient, ours: Ours) -> None:
    documents = reader.get(f"{API}/documents/").json()
    assert [row["title"] for row in documents["results"]] == ["Annual report"]
    assert documents["count"] == 1
    collections = reader.get(f"{API}/collections/").json()
    assert [(row["name"], row["documents"], row["may_write"]) for row in collections["results"]] == [
        ("Contracts", 1, False)
    ]


def test_the_state_says_how_far_a_document_has_come(editor: APIClient, ours: Ours) -> None:
    state = editor.get(f"{API}/documents/{ours.document.pk}/").json()
    assert state["pages_without_text"] == [2]
    assert state["current_revision"]["page_count"] == 3
    assert state["newest_revision"]["number"] == 1
    assert state["stage"]["code"] == "indexing"
    assert state["may_edit"] is True


def test_a_failure_is_told_by_code_and_sentence(editor: APIClient, ours: Ours) -> None:
    library.damage(ours.document, status="FAILED", failure_code="password-needed")
    state = editor.get(f"{API}/documents/{ours.document.pk}/").json()
    assert state["current_revision"]["failure"]["code"] == "password-needed"
    assert "password" in state["newest_revision"]["failure"]["sentence"]
    assert state["stage"]["code"] == "failed"


def test_an_upload_is_new_once_and_held_the_second_time(editor: APIClient, ours: Ours) -> None:
    def send() -> Any:
        body = {"file": upload(), "collection": ours.collection.pk, "title": "Ferries", "tags": ["sea", "sea", ""]}
        return editor.post(f"{API}/documents/", body)

    first, second = send(), send()
    assert (first.status_code, first.json()["is_new"]) == (201, True)
    assert (second.status_code, second.json()["is_new"]) == (200, False)
    assert first.json()["document"]["id"] == second.json()["document"]["id"]
    assert first.json()["document"]["tags"] == ["sea"]
    document = Document.objects.get(title="Ferries")
    assert document.owner == ours.editor


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [(b"", 400, "empty-file"), (b"\x7fELF" + bytes(600), 415, "unsupported-type")],
)
def test_a_file_refused_at_the_door_leaves_nothing(
    editor: APIClient, ours: Ours, content: bytes, status: int, code: str
) -> None:
    before = Document.objects.count()
    file = SimpleUploadedFile("some.pdf", content)
    answer = editor.post(f"{API}/documents/", {"file": file, "collection": ours.collection.pk})
    assert (answer.status_code, code_of(answer)) == (status, code)
    assert Document.objects.count() == before


def test_a_body_beyond_the_limit_is_refused_before_it_is_read(editor: APIClient, ours: Ours, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    body = {"file": upload("x" * 1_100_000), "collection": ours.collection.pk}
    answer = editor.post(f"{API}/documents/", body)
    assert (answer.status_code, code_of(answer)) == (413, "too-large")
    small = editor.post(f"{API}/documents/", {"file": upload("x" * 11), "collection": ours.collection.pk})
    assert (small.status_code, code_of(small)) == (413, "too-large")


def test_a_collection_that_one_may_not_see_is_not_found(editor: APIClient, ours: Ours) -> None:
    body = {"file": upload(), "collection": ours.theirs.collection_id}
    assert editor.post(f"{API}/documents/", body).status_code == 404
    moved = editor.patch(
        f"{API}/documents/{ours.document.pk}/", {"collection": ours.theirs.collection_id}, format="json"
    )
    assert moved.status_code == 404


def test_a_change_is_made_by_the_service_and_leaves_its_event(editor: APIClient, ours: Ours) -> None:
    changed = editor.patch(
        f"{API}/documents/{ours.document.pk}/", {"title": "Report 2019", "tags": ["a"]}, format="json"
    ).json()
    assert (changed["title"], changed["tags"]) == ("Report 2019", ["a"])
    events = editor.get(f"{API}/documents/{ours.document.pk}/events/").json()["results"]
    assert (events[0]["kind"], events[0]["actor_name"]) == ("updated", "ed")


def test_moving_onto_the_same_file_is_a_conflict(editor: APIClient, ours: Ours) -> None:
    target = library.collection("Archive", editors=["editors"])
    library.paged(target, title="Twin")
    Document.objects.filter(title="Twin").update(file_sha256=ours.document.file_sha256)
    answer = editor.patch(f"{API}/documents/{ours.document.pk}/", {"collection": target.pk}, format="json")
    assert (answer.status_code, code_of(answer)) == (409, "already-held")


def test_a_deleted_document_is_gone_until_it_is_restored(editor: APIClient, ours: Ours) -> None:
    address = f"{API}/documents/{ours.document.pk}/"
    assert editor.delete(address).status_code == 204
    assert editor.get(address).status_code == 404
    assert editor.delete(address).status_code == 404
    assert editor.post(address + "restore/").status_code == 200
    assert editor.post(address + "restore/").status_code == 200, "doing it twice changes nothing"
    assert editor.get(address).status_code == 200
    kinds = DocumentEvent.objects.filter(document_id=ours.document.pk).values_list("kind", flat=True)
    assert list(kinds) == ["restored", "deleted"]


def test_a_new_file_is_the_next_revision(editor: APIClient, ours: Ours) -> None:
    answer = editor.post(f"{API}/documents/{ours.document.pk}/revisions/", {"file": upload()})
    assert (answer.status_code, answer.json()["number"], answer.json()["status"]) == (201, 2, "RECEIVED")
    revisions = editor.get(f"{API}/documents/{ours.document.pk}/revisions/").json()["results"]
    assert [row["number"] for row in revisions] == [2, 1]
    state = editor.get(f"{API}/documents/{ours.document.pk}/").json()
    assert (state["current_revision"]["number"], state["newest_revision"]["number"]) == (1, 2)


def test_a_new_file_that_another_document_holds_is_a_conflict(editor: APIClient, ours: Ours) -> None:
    editor.post(f"{API}/documents/", {"file": upload(), "collection": ours.collection.pk})
    answer = editor.post(f"{API}/documents/{ours.document.pk}/revisions/", {"file": upload()})
    assert (answer.status_code, code_of(answer)) == (409, "duplicate")


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("", ["Notes", "Annual report"]),
        ("type=pdf", ["Annual report"]),
        ("type=text", ["Notes"]),
        ("type=text&type=pdf", ["Notes", "Annual report"]),
        ("status=FAILED", []),
        ("status=EXTRACTED&type=text", ["Notes"]),
        ("per_page=1", ["Notes"]),
        ("per_page=1&page=2", ["Annual report"]),
    ],
)
def test_the_list_narrows_to_what_is_asked(reader: APIClient, ours: Ours, query: str, titles: list[str]) -> None:
    library.unpaged(ours.collection)
    found = reader.get(f"{API}/documents/?{query}").json()["results"]
    assert [row["title"] for row in found] == titles


def test_the_pages_of_a_list_stay_the_same_while_documents_are_edited(editor: APIClient, ours: Ours) -> None:
    library.unpaged(ours.collection)
    services.update_document(document=ours.document, actor=None, title="Edited just now")
    first = editor.get(f"{API}/documents/?per_page=1").json()["results"]
    assert first[0]["title"] == "Notes"


def test_a_list_costs_the_same_however_long_it_is(
    reader: APIClient, ours: Ours, django_assert_num_queries: Any
) -> None:
    for number in range(5):
        library.paged(ours.collection, title=f"Report {number}", owner=ours.editor)
    with django_assert_num_queries(2) as queries:
        assert reader.get(f"{API}/documents/").json()["count"] == 6
    heavy = ['"text"', '"page_spans"', '"places"']
    assert not any(f'"documents_revision".{column}' in query["sql"] for query in queries for column in heavy)
    assert Revision.objects.count() == 7
