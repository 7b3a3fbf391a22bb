"""Archives on the upload page: a row for each file in them, and what is known of files that came before."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from documents import services
from documents.models import Document
from tests.documents.extractors.zip_files import zip_of
from tests.documents.views.conftest import House

UPLOAD = reverse("upload")
HTMX = {"HTTP_HX_REQUEST": "true"}


def send(house: House, *files: tuple[str, bytes], **headers: Any) -> Any:
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return house.editor.post(UPLOAD, {"collection": house.collection.pk, "file": uploads}, **headers)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_each_file_of_an_archive_has_a_row(house: House, headers: Any) -> None:
    data = zip_of(("a/one.txt", "words 1"), ("two.txt", "words 2"), ("no.txt", ""))
    response = send(house, ("old.zip", data), ("three.txt", b"words 3"), **headers)
    assert response.status_code == 201
    page = response.content.decode()
    for title in ("one", "two", "three"):
        assert Document.objects.get(title=title).get_absolute_url() in page
    assert "old.zip › a/one.txt" in page
    assert "old.zip › no.txt" in page
    assert page.count("data-of-archive") == 3
    assert page.count(" data-refused>") == 1
    assert "The file is empty." in page


def test_again_every_row_leads_to_the_document_that_exists(house: House) -> None:
    data = zip_of(("one.txt", "words 1"), ("two.txt", "words 2"))
    send(house, ("old.zip", data), **HTMX)
    response = send(house, ("old.zip", data), **HTMX)
    assert response.status_code == 200
    page = response.content.decode()
    assert page.count("This file is in the collection already") == 2
    assert Document.objects.get(title="two").get_absolute_url() in page


def test_an_archive_that_is_refused_is_one_row(house: House, settings: Any) -> None:
    settings.BATCH_MAX_FILES = 1
    response = send(house, ("old.zip", zip_of(("one.txt", "words 1"), ("two.txt", "words 2"))), **HTMX)
    assert response.status_code == 413
    assert "more files than are taken at once" in response.content.decode()
    assert response.content.decode().count("<li") == 1


def test_of_many_rows_none_asks_how_far_it_is(house: House) -> None:
    few = send(house, ("few.zip", zip_of(*[(f"{n}.txt", f"few {n}") for n in range(50)])), **HTMX)
    assert few.content.decode().count("hx-get") == 50
    many = send(house, ("many.zip", zip_of(*[(f"{n}.txt", f"many {n}") for n in range(51)])), **HTMX)
    assert "hx-get" not in many.content.decode()
    assert many.content.decode().count("Received") == 51


def test_names_in_an_archive_are_text_and_never_markup(house: House) -> None:
    page = send(house, ("<i>.zip", zip_of(("<b>x</b>.txt", "words 1"), ("<u>", ""))), **HTMX).content.decode()
    assert not any(tag in page for tag in ("<i>", "<b>", "<u>"))


def test_a_new_document_says_whose_older_revision_had_its_file(house: House) -> None:
    send(house, ("one.txt", b"words 1"))
    older = Document.objects.get(title="one")
    address = reverse("document-replace", args=[older.pk])
    assert house.editor.post(address, {"file": SimpleUploadedFile("new.txt", b"words 2")}).status_code == 302
    page = send(house, ("again.txt", b"words 1"), **HTMX).content.decode()
    assert "“one” has the same file as its revision 1." in page
    assert older.get_absolute_url() in page


def test_a_new_document_says_that_a_deleted_one_had_its_file_and_leads_to_it(house: House) -> None:
    send(house, ("one.txt", b"words 1"))
    deleted = Document.objects.get(title="one")
    services.delete_document(document=deleted, actor=None)
    page = send(house, ("again.txt", b"words 1"), **HTMX).content.decode()
    assert "“one”, which was deleted, held the same file. To restore it, delete this one first." in page
    assert deleted.get_absolute_url() in page
    assert "Restore" in house.editor.get(deleted.get_absolute_url()).content.decode()
    services.delete_document(document=Document.objects.get(title="again"), actor=None)
    house.editor.post(reverse("document-restore", args=[deleted.pk]))
    deleted.refresh_from_db()
    assert deleted.deleted_at is None


def test_to_replace_a_file_an_archive_is_refused_in_a_sentence(house: House) -> None:
    address = reverse("document-replace", args=[house.document.pk])
    response = house.editor.post(address, {"file": SimpleUploadedFile("a.zip", zip_of(("one.txt", "words 1")))})
    assert response.status_code == 415
    assert "This is a ZIP archive, and it is not taken apart here." in response.content.decode()


def test_the_history_tells_the_archive_and_the_page_says_that_they_are_taken(house: House) -> None:
    send(house, ("old.zip", zip_of(("a/one.txt", "words 1"))))
    document = Document.objects.get(title="one")
    history = house.editor.get(reverse("document-history", args=[document.pk])).content.decode()
    assert "one.txt, from the archive “old.zip” (a/one.txt)" in history
    assert "A ZIP archive is taken apart" in house.editor.get(UPLOAD).content.decode()


def test_a_reader_may_not_send_an_archive_either(house: House) -> None:
    client: Client = house.reader
    file = SimpleUploadedFile("old.zip", zip_of(("one.txt", "words 1")))
    assert client.post(UPLOAD, {"collection": house.collection.pk, "file": file}).status_code == 400
    assert Document.objects.count() == 1
