"""Page labels through the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from documents.models import Revision
from tests.documents import library
from tests.documents.api.conftest import Ours

ADDRESSES = ["labels/", "labels/restore/", "labels/undo/"]
DECLARED = ["i", None, None]
NUMBERED = {"rules": [{"first": 2}]}


def address(ours: Ours, rest: str = "labels/") -> str:
    return f"/api/v1/documents/{ours.document.pk}/{rest}"


def post(client: APIClient, ours: Ours, rest: str = "labels/", **values: Any) -> Any:
    return client.post(address(ours, rest), values, format="json")


def test_labels_in_force_and_declared_are_told(reader: APIClient, ours: Ours) -> None:
    told = reader.get(address(ours)).json()
    assert (told["labels"], told["declared"], told["is_corrected"]) == (DECLARED, DECLARED, False)
    assert (told["revision"], told["page_count"]) == (1, 3)


@pytest.mark.parametrize("rest", ADDRESSES)
def test_only_an_editor_changes_them(
    nobody: APIClient, reader: APIClient, editor: APIClient, ours: Ours, rest: str
) -> None:
    assert post(nobody, ours, rest, **NUMBERED).status_code == 401
    assert post(reader, ours, rest, **NUMBERED).status_code == 403
    theirs = f"/api/v1/documents/{ours.theirs.pk}/{rest}"
    assert editor.post(theirs, NUMBERED, format="json").status_code == 404
    assert editor.get(f"/api/v1/documents/{ours.theirs.pk}/labels/").status_code == 404


def test_a_correction_shows_in_the_pages_at_once_and_can_be_undone_and_restored(editor: APIClient, ours: Ours) -> None:
    told = post(editor, ours, rules=[{"first": 1, "style": "ROMAN", "prefix": "A-"}, {"first": 3, "last": None}]).json()
    assert (told["labels"], told["declared"], told["is_corrected"]) == (["A-I", "A-II", "1"], DECLARED, True)
    assert [page["label"] for page in editor.get(address(ours, "pages/")).json()["results"]] == ["A-I", "A-II", "1"]
    assert post(editor, ours, "labels/restore/").json()["labels"] == DECLARED
    assert post(editor, ours, "labels/undo/", seen=None).json()["labels"] == ["A-I", "A-II", "1"]
    assert post(editor, ours, "labels/undo/").json()["labels"] == DECLARED


def test_a_preview_saves_nothing(editor: APIClient, ours: Ours) -> None:
    told = post(editor, ours, **NUMBERED, preview=True).json()
    assert (told["labels"], told["is_corrected"]) == (["i", "1", "2"], True)
    assert Revision.objects.get(document=ours.document).page_labels == DECLARED


@pytest.mark.parametrize("rest", ADDRESSES)
def test_what_someone_else_changed_is_not_overwritten(editor: APIClient, ours: Ours, rest: str) -> None:
    seen = editor.get(address(ours)).json()["state"]
    assert post(editor, ours, **NUMBERED, seen=seen).status_code == 200
    answer = post(editor, ours, rest, rules=[{"first": 1}], seen=seen)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "labels-changed")


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"rules": []},
        {"rules": "x"},
        {"rules": [{}]},
        {"rules": [{"first": 0}]},
        {"rules": [{"first": 4}]},
        {"rules": [{"first": 10**30}]},
        {"rules": [{"first": 2, "last": 1}]},
        {"rules": [{"first": 1, "style": "greek"}]},
        {"rules": [{"first": 1, "style": "roman", "start": 3999}]},
        {"rules": [{"first": 1, "prefix": "\u202e"}]},
        {"rules": [{"first": 1, "prefix": "x" * 100}]},
        {"rules": [{"first": 1}] * 101},
        {"rules": [{"first": 1}], "v": "x"},
    ],
    ids=lambda values: str(values)[:40],
)
def test_what_cannot_be_meant_is_refused_in_words(editor: APIClient, ours: Ours, values: dict[str, Any]) -> None:
    answer = post(editor, ours, **values)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid-request")
    assert answer.json()["error"]["detail"]
    assert Revision.objects.get(document=ours.document).page_labels == DECLARED


def test_a_text_without_pages_has_no_labels(editor: APIClient, ours: Ours) -> None:
    plain = library.unpaged(ours.collection)
    for answer in (
        editor.get(f"/api/v1/documents/{plain.pk}/labels/"),
        editor.post(f"/api/v1/documents/{plain.pk}/labels/", NUMBERED, format="json"),
        editor.post(f"/api/v1/documents/{plain.pk}/labels/restore/", {}, format="json"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "without-pages")


@pytest.mark.parametrize("stored", [5, ["one"], {"a": 1}])
def test_damaged_labels_are_told_as_none_and_restored(editor: APIClient, ours: Ours, stored: Any) -> None:
    library.damage(ours.document, page_labels=stored)
    assert editor.get(address(ours)).json()["labels"] is None
    assert post(editor, ours, "labels/restore/").json()["labels"] == DECLARED
