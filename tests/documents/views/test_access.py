"""Who may open what. Every screen of a document goes through the same door."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.documents.views.conftest import House

READ = (
    "document", "document-text", "document-pages", "document-revisions", "document-history", "document-file",
    "document-original",
)  # fmt: skip
CHANGE = ("document-edit", "document-replace", "document-delete")
POST_ONLY = ("document-read-again", "document-restore")


@pytest.mark.parametrize("name", READ + CHANGE)
def test_a_stranger_cannot_tell_a_document_from_none(house: House, name: str) -> None:
    assert house.stranger.get(reverse(name, args=[house.document.pk])).status_code == 404


@pytest.mark.parametrize("name", READ + CHANGE)
def test_nobody_is_led_to_sign_in(house: House, name: str) -> None:
    response = Client().get(reverse(name, args=[house.document.pk]))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", READ)
def test_a_reader_may_open_every_reading_screen(house: House, name: str) -> None:
    response = house.reader.get(reverse(name, args=[house.document.pk]))
    response.close()
    assert response.status_code == 200


@pytest.mark.parametrize("name", CHANGE)
def test_a_reader_is_told_that_changing_is_not_theirs(house: House, name: str) -> None:
    response = house.reader.get(reverse(name, args=[house.document.pk]))
    assert response.status_code == 403
    assert b"may read this document" in response.content


@pytest.mark.parametrize("name", CHANGE)
def test_an_editor_may_open_every_changing_screen(house: House, name: str) -> None:
    assert house.editor.get(reverse(name, args=[house.document.pk])).status_code == 200


@pytest.mark.parametrize("name", POST_ONLY)
def test_what_changes_something_is_never_a_get(house: House, name: str) -> None:
    assert house.editor.get(reverse(name, args=[house.document.pk])).status_code == 405


@pytest.mark.parametrize("name", ["document-delete", "document-read-again", "document-edit"])
def test_a_reader_changes_nothing_by_posting(house: House, name: str) -> None:
    assert house.reader.post(reverse(name, args=[house.document.pk])).status_code == 403
    house.document.refresh_from_db()
    assert house.document.deleted_at is None
    assert house.document.revisions.count() == 1


def test_actions_are_only_shown_to_those_who_may_use_them(house: House) -> None:
    address = reverse("document", args=[house.document.pk])
    delete = reverse("document-delete", args=[house.document.pk]).encode()
    assert delete in house.editor.get(address).content
    assert delete not in house.reader.get(address).content


@pytest.mark.parametrize("asked", ["9", "0", "x", "-1", "1" * 30])
def test_an_unknown_revision_is_not_found(house: House, asked: str) -> None:
    response = house.reader.get(reverse("document-file", args=[house.document.pk]), {"revision": asked})
    assert response.status_code == 404
