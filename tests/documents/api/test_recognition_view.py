"""Text recognition, asked for by a program."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from documents.services import requesting_ocr
from tests.documents import library
from tests.documents.api.conftest import Ours
from tests.documents.api.test_views import API
from tests.documents.ocr_files import FakeEngine, use_engine


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    return use_engine(monkeypatch, FakeEngine({}))


def test_the_answer_is_the_new_revision_and_asked_again_it_is_being_read(editor: APIClient, ours: Ours) -> None:
    address = f"{API}/documents/{ours.document.pk}/recognize/"
    answer = editor.post(address)
    assert answer.status_code == 201
    assert (answer.json()["number"], answer.json()["ocr_wanted"], answer.json()["status"]) == (2, True, "RECEIVED")
    answer = editor.post(address)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "being-read")


def test_what_has_no_page_without_text_is_refused(editor: APIClient, ours: Ours) -> None:
    notes = library.unpaged(ours.collection)
    answer = editor.post(f"{API}/documents/{notes.pk}/recognize/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "nothing-to-recognize")


def test_a_file_that_only_its_password_opens_is_refused_in_a_sentence(
    editor: APIClient, ours: Ours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requesting_ocr, "was_unlocked", lambda reading: True)
    answer = editor.post(f"{API}/documents/{ours.document.pk}/recognize/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "password-not-kept")
    assert "opens only with its password" in answer.json()["error"]["sentence"]


def test_without_an_engine_it_is_refused_in_a_sentence(editor: APIClient, ours: Ours, engine: FakeEngine) -> None:
    engine.missing = True
    answer = editor.post(f"{API}/documents/{ours.document.pk}/recognize/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "ocr-engine-missing")
    assert answer.json()["error"]["sentence"] == "Text recognition is not installed here."


def test_whoever_may_only_read_is_refused(reader: APIClient, ours: Ours) -> None:
    assert reader.post(f"{API}/documents/{ours.document.pk}/recognize/").status_code == 403
