"""What the API answers to an upload of one file, and to an archive of many."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from documents import services
from documents.models import Document
from tests.documents.api.conftest import Ours
from tests.documents.extractors.zip_files import zip_of

DOCUMENTS = "/api/v1/documents/"
FILE_KEYS = {"path", "outcome", "document", "failure", "earlier"}


def send(client: APIClient, ours: Ours, data: bytes, name: str = "old.zip", **given: Any) -> Any:
    file = SimpleUploadedFile(name, data)
    return client.post(DOCUMENTS, {"file": file, "collection": ours.collection.pk, **given})


def test_an_archive_is_answered_for_file_by_file(editor: APIClient, ours: Ours) -> None:
    data = zip_of(("a/one.txt", "words 1"), ("copy.txt", "words 1"), ("no.txt", ""), ("__MACOSX/x", "x"))
    answer = send(editor, ours, data, tags=["old"])
    assert answer.status_code == 201
    body = answer.json()
    files = body.pop("files")
    assert body == {"archive": "old.zip", "new": 1, "held": 1, "refused": 1, "passed_over": 1}
    assert all(set(file) == FILE_KEYS for file in files)
    assert [(file["path"], file["outcome"]) for file in files] == [
        ("a/one.txt", "new"),
        ("copy.txt", "held"),
        ("no.txt", "refused"),
    ]
    assert files[0]["document"]["title"] == "one"
    assert files[0]["document"]["tags"] == ["old"]
    assert files[1]["document"]["id"] == files[0]["document"]["id"]
    assert files[2]["document"] is None
    assert files[2]["failure"]["code"] == "empty-file"
    assert files[0]["failure"] is None


def test_again_it_is_all_held_and_200(editor: APIClient, ours: Ours) -> None:
    data = zip_of(("a.txt", "words 1"), ("no.txt", ""))
    send(editor, ours, data)
    answer = send(editor, ours, data)
    assert answer.status_code == 200
    assert (answer.json()["new"], answer.json()["held"], answer.json()["refused"]) == (0, 1, 1)


@pytest.mark.parametrize("given", [{"title": "One title"}, {"password": "secret"}])
def test_what_is_meant_for_one_file_is_refused_before_anything_is_received(
    editor: APIClient, ours: Ours, given: dict[str, str]
) -> None:
    answer = send(editor, ours, zip_of(("a.txt", "words 1")), **given)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid-request"
    assert set(answer.json()["error"]["detail"]) == set(given)
    assert not Document.objects.filter(title="a").exists()


def test_an_archive_that_is_refused_is_a_refusal(editor: APIClient, ours: Ours, settings: Any) -> None:
    settings.BATCH_MAX_FILES = 1
    answer = send(editor, ours, zip_of(("a.txt", "words 1"), ("b.txt", "words 2")))
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too-many-files"
    assert answer.json()["error"]["detail"] == "2 files, and at most 1 are taken."


def test_a_replacement_is_one_file(editor: APIClient, ours: Ours) -> None:
    file = SimpleUploadedFile("a.zip", zip_of(("a.txt", "words 1")))
    answer = editor.post(f"{DOCUMENTS}{ours.document.pk}/revisions/", {"file": file})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "archive-not-opened")


def test_a_new_document_names_the_one_that_held_its_file_before(editor: APIClient, ours: Ours) -> None:
    assert send(editor, ours, b"words 1", "one.txt").json()["earlier"] is None
    old = Document.objects.get(title="one")
    services.delete_document(document=old, actor=None)
    expected = {"document": old.pk, "title": "one", "revision": 1, "is_deleted": True}
    assert send(editor, ours, b"words 1", "again.txt").json()["earlier"] == expected
    held = send(editor, ours, b"words 1", "third.txt").json()
    assert (held["is_new"], held["earlier"], held["document"]["title"]) == (False, None, "again")
    services.delete_document(document=Document.objects.get(title="again"), actor=None)
    first, copy = send(editor, ours, zip_of(("fourth.txt", "words 1"), ("copy.txt", "words 1"))).json()["files"]
    assert first["earlier"]["title"] == "again"
    assert (copy["outcome"], copy["earlier"]) == ("held", None)
