"""The password of a file, on the page of its document and on the upload page."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from documents import services
from documents.models import Document, Revision
from tests.documents.extractors.locked_files import locked_pdf
from tests.documents.extractors.pdf_files import make_pdf
from tests.documents.views.conftest import House

pytestmark = pytest.mark.usefixtures("remembered_readings")


PASSWORD = "Kormoran-4711"


@pytest.fixture
def locked(house: House) -> Document:
    file = SimpleUploadedFile("a.pdf", locked_pdf(PASSWORD, "The ferry leaves at noon."))
    received = services.receive_file(collection=house.collection, file=file, name="a.pdf", actor=None)
    services.extract_revision(received.revision.pk)
    return received.document


def unlock(client: Client, document: Document, **fields: str) -> Any:
    return client.post(reverse("document-unlock", args=[document.pk]), fields, follow=True)


def newest(document: Document) -> Revision:
    return document.revisions.order_by("-number")[0]


@pytest.mark.parametrize("page", ["document", "document-read", "document-pages", "document-history"])
def test_the_form_stands_at_the_failure_for_those_who_may_change_the_document(
    house: House, locked: Document, page: str
) -> None:
    address = reverse(page, args=[locked.pk])
    form = f'action="{reverse("document-unlock", args=[locked.pk])}"'
    assert form in house.editor.get(address).content.decode()
    assert form not in house.reader.get(address).content.decode()
    assert form not in house.editor.get(reverse(page, args=[house.document.pk])).content.decode()


def test_it_stands_there_also_where_an_older_text_stays_current(house: House) -> None:
    file = SimpleUploadedFile("b.pdf", locked_pdf(PASSWORD, "newer"))
    revision = services.replace_file(document=house.document, file=file, name="b.pdf", actor=None)
    services.extract_revision(revision.pk)
    page = house.editor.get(house.document.get_absolute_url()).content.decode()
    assert reverse("document-unlock", args=[house.document.pk]) in page


def test_the_right_password_shows_the_text(house: House, locked: Document) -> None:
    page = unlock(house.editor, locked, password=PASSWORD).content.decode()
    assert "The ferry leaves at noon." in page
    assert "was not stored" in page
    assert reverse("document-unlock", args=[locked.pk]) not in page
    assert PASSWORD not in page
    assert locked.events.order_by("-pk")[1].actor_name


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("guess", "The password does not open this file."),
        ("", "Type the password of the file."),
        ("x" * 256, "at most 255"),
    ],
)
def test_one_that_does_not_fit_is_said_and_changes_nothing(
    house: House, locked: Document, password: str, words: str
) -> None:
    response = unlock(house.editor, locked, password=password)
    assert response.status_code == 200
    assert words in response.content.decode()
    assert locked.revisions.count() == 1


def test_blanks_at_its_ends_belong_to_it(house: House) -> None:
    file = SimpleUploadedFile("a.pdf", locked_pdf(" a ", "spaced"))
    fields = {"collection": house.collection.pk, "file": file, "password": " a "}
    house.editor.post(reverse("upload"), fields)
    assert newest(Document.objects.get(title="a")).status == Revision.Status.EXTRACTED


def test_only_those_who_may_change_it_may_open_it(house: House, locked: Document) -> None:
    assert unlock(house.reader, locked, password=PASSWORD).status_code == 403
    assert unlock(house.stranger, locked, password=PASSWORD).status_code == 404
    assert house.editor.get(reverse("document-unlock", args=[locked.pk])).status_code == 405
    assert locked.revisions.count() == 1


class TestAtUpload:
    def send(self, house: House, password: str, *files: SimpleUploadedFile, **headers: Any) -> Any:
        fields = {"collection": house.collection.pk, "file": list(files), "password": password}
        return house.editor.post(reverse("upload"), fields, **headers)

    def test_the_field_is_folded_away(self, house: House) -> None:
        page = house.editor.get(reverse("upload")).content.decode()
        assert "<summary>Password, if the file has one</summary>" in page
        assert 'type="password"' in page

    def test_several_files_share_it_and_only_those_that_need_it_are_read_at_once(self, house: House) -> None:
        response = self.send(
            house,
            PASSWORD,
            SimpleUploadedFile("locked.pdf", locked_pdf(PASSWORD, "one")),
            SimpleUploadedFile("other.pdf", locked_pdf("another", "two")),
            SimpleUploadedFile("open.pdf", make_pdf("three")),
            SimpleUploadedFile("note.txt", b"four"),
        )
        assert response.status_code == 201
        states = {
            title: newest(Document.objects.get(title=title)).status for title in ("locked", "other", "open", "note")
        }
        assert states == {"locked": "EXTRACTED", "other": "RECEIVED", "open": "RECEIVED", "note": "RECEIVED"}
        page = response.content.decode()
        assert page.count("The password does not open this file.") == 1
        assert Document.objects.get(title="other").get_absolute_url() in page
        assert PASSWORD not in page

    def test_by_script_one_row_says_that_the_password_did_not_fit(self, house: House) -> None:
        file = SimpleUploadedFile("a.pdf", locked_pdf(PASSWORD, "one"))
        response = self.send(house, "guess", file, HTTP_HX_REQUEST="true")
        assert response.status_code == 201
        assert "The password does not open this file." in response.content.decode()

    def test_one_that_is_too_long_is_refused_with_the_form(self, house: House) -> None:
        response = self.send(house, "x" * 256, SimpleUploadedFile("note.txt", b"words"))
        assert response.status_code == 400
        assert "at most 255" in response.content.decode()
        assert not Document.objects.filter(title="note").exists()
