"""Passwords, attachments and problems of pages through the API."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from documents import services
from documents.models import Document
from tests.documents import library
from tests.documents.api.conftest import Ours
from tests.documents.extractors.locked_files import locked_pdf

pytestmark = pytest.mark.usefixtures("remembered_readings")


API = "/api/v1"
PASSWORD = " Säbelschnäbler 9 "


def pdf() -> SimpleUploadedFile:
    return SimpleUploadedFile("a.pdf", locked_pdf(PASSWORD, "The ferry leaves at noon."))


@pytest.fixture
def locked(ours: Ours) -> Document:
    received = services.receive_file(collection=ours.collection, file=pdf(), name="a.pdf", actor=None)
    services.extract_revision(received.revision.pk)
    return received.document


def unlock(client: APIClient, document: Document, body: Any) -> Any:
    return client.post(f"{API}/documents/{document.pk}/password/", body, format="json")


def test_the_right_password_answers_with_the_new_revision(editor: APIClient, locked: Document) -> None:
    answer = unlock(editor, locked, {"password": PASSWORD})
    assert answer.status_code == 201
    revision = answer.json()
    assert (revision["number"], revision["status"], revision["page_count"]) == (2, "EXTRACTED", 1)
    assert PASSWORD.strip() not in answer.content.decode()
    text = editor.get(f"{API}/documents/{locked.pk}/text/").json()
    assert text["text"] == "The ferry leaves at noon."


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"password": "guess"}, 400, "wrong-password"),
        ({"password": PASSWORD.strip()}, 400, "wrong-password"),
        ({"password": ""}, 400, "invalid-request"),
        ({}, 400, "invalid-request"),
        ({"password": "x" * 256}, 400, "invalid-request"),
        ({"password": ["a"]}, 400, "invalid-request"),
        ({"password": "a\0b"}, 400, "invalid-request"),
        ([], 400, "invalid-request"),
    ],
)
def test_any_other_is_refused_and_changes_nothing(
    editor: APIClient, locked: Document, body: Any, status: int, code: str
) -> None:
    answer = unlock(editor, locked, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert locked.revisions.count() == 1


def test_what_is_no_text_at_all_is_no_password(editor: APIClient, locked: Document) -> None:
    address = f"{API}/documents/{locked.pk}/password/"
    answer = editor.post(address, '{"password": "a\\ud800"}', content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid-request")


def test_a_document_that_waits_for_none_says_so(editor: APIClient, ours: Ours) -> None:
    answer = unlock(editor, ours.document, {"password": PASSWORD})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no-password-awaited")


def test_only_those_who_may_change_it_may_open_it(reader: APIClient, ours: Ours, locked: Document) -> None:
    assert unlock(reader, locked, {"password": PASSWORD}).status_code == 403
    assert unlock(reader, ours.theirs, {"password": PASSWORD}).status_code == 404
    assert locked.revisions.count() == 1


def test_at_upload_it_is_read_at_once(editor: APIClient, ours: Ours, caplog: pytest.LogCaptureFixture) -> None:
    fields = {"file": pdf(), "collection": ours.collection.pk, "password": PASSWORD}
    with caplog.at_level(logging.DEBUG):
        answer = editor.post(f"{API}/documents/", fields, format="multipart")
    assert answer.status_code == 201
    body = answer.json()
    assert (body["is_new"], body["password_problem"]) == (True, None)
    assert body["document"]["current_revision"]["status"] == "EXTRACTED"
    assert PASSWORD.strip() not in caplog.text + answer.content.decode()


def test_a_wrong_one_at_upload_is_said_beside_the_stored_file(editor: APIClient, ours: Ours) -> None:
    fields = {"file": pdf(), "collection": ours.collection.pk, "password": "guess"}
    body = editor.post(f"{API}/documents/", fields, format="multipart").json()
    assert body["is_new"] is True
    assert body["password_problem"]["code"] == "wrong-password"
    assert body["password_problem"]["sentence"]
    assert body["password_problem"]["advice"]
    assert body["document"]["current_revision"]["status"] == "RECEIVED"


def test_an_upload_without_one_has_no_problem_with_it(editor: APIClient, ours: Ours) -> None:
    for password in ({}, {"password": ""}):
        fields = {"file": SimpleUploadedFile("n.txt", repr(password).encode()), "collection": ours.collection.pk}
        body = editor.post(f"{API}/documents/", fields | password, format="multipart").json()
        assert body["password_problem"] is None


def test_the_files_inside_the_current_file_are_listed(reader: APIClient, ours: Ours) -> None:
    address = f"{API}/documents/{ours.document.pk}/"
    assert reader.get(address).json()["attachments"] == []
    stored = [{"name": "offer.xlsx", "size": 2048, "page": None}, {"name": "", "size": None, "page": 3}]
    library.damage(ours.document, attachments=stored)
    assert reader.get(address).json()["attachments"] == stored


@pytest.mark.parametrize("stored", ["no list", [5, None], {"a": 1}, [{}]])
def test_attachments_that_are_damaged_break_nothing(reader: APIClient, ours: Ours, stored: Any) -> None:
    library.damage(ours.document, attachments=stored)
    assert reader.get(f"{API}/documents/{ours.document.pk}/").status_code == 200


def test_each_page_says_what_read_it_and_what_is_wrong_with_it(reader: APIClient, ours: Ours) -> None:
    extractors, problems = ["pypdfium2 5.15.0", None, "pypdf 7.1.0"], [None, "unreadable", "second-reader"]
    library.damage(ours.document, page_extractors=extractors, page_problems=problems)
    pages = reader.get(f"{API}/documents/{ours.document.pk}/pages/").json()["results"]
    assert [page["extractor"] for page in pages] == extractors
    assert [page["problem"] and page["problem"]["code"] for page in pages] == problems
    assert pages[1]["problem"]["sentence"] == "The page is damaged and could not be read."
