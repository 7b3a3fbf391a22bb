"""Files come in through the browser, with scripts or without."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from documents.models import Document
from tests.documents.views.conftest import House, signed_in
from tests.factories import make_admin, make_collection

UPLOAD = reverse("upload")


def text_file(words: str = "Some words.", name: str = "note.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, words.encode())


def send(client: Client, house: House, *files: Any, **headers: Any) -> Any:
    return client.post(UPLOAD, {"collection": house.collection.pk, "file": list(files)}, **headers)


def test_several_files_in_one_form_each_get_an_answer(house: House) -> None:
    response = send(
        house.editor, house, text_file("one", "one.txt"), text_file("two", "two.txt"), text_file("", "no.txt")
    )
    assert response.status_code == 201
    page = response.content.decode()
    assert "The file is empty." in page
    for title in ("one", "two"):
        assert Document.objects.get(title=title).get_absolute_url() in page
    assert not Document.objects.filter(title="no").exists()


def test_one_file_by_script_gets_one_row_that_asks_how_far_it_is(house: House) -> None:
    response = send(house.editor, house, text_file(), HTTP_HX_REQUEST="true")
    assert response.status_code == 201
    document = Document.objects.get(title="note")
    row = response.content.decode()
    assert "<html" not in row
    assert f'hx-get="{reverse("document-stage", args=[document.pk])}"' in row
    assert document.owner is not None


def test_a_duplicate_leads_to_the_document_that_exists(house: House) -> None:
    send(house.editor, house, text_file())
    response = send(house.editor, house, text_file(name="again.txt"), HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    assert Document.objects.get(title="note").get_absolute_url() in response.content.decode()
    assert "already" in response.content.decode()
    assert not Document.objects.filter(title="again").exists()


@pytest.mark.parametrize(
    ("content", "status", "words"),
    [(b"", 400, "The file is empty."), (b"\x7fELF\x02\x01\x01" + bytes(400), 415, "cannot be read yet")],
)
def test_a_refusal_keeps_its_status_and_says_what_to_do(house: House, content: bytes, status: int, words: str) -> None:
    response = send(house.editor, house, SimpleUploadedFile("x.pdf", content), HTTP_HX_REQUEST="true")
    assert response.status_code == status
    assert words in response.content.decode()
    assert "advice" in response.content.decode()
    assert Document.objects.count() == 1


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_too_large_a_request_is_refused_before_anything_is_stored(house: House, settings: Any, headers: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    response = send(house.editor, house, text_file("x" * 1_200_000), **headers)
    assert response.status_code == 413
    assert "larg" in response.content.decode()
    assert Document.objects.count() == 1


def test_too_large_a_file_in_a_request_of_fair_size_is_refused(house: House, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    assert send(house.editor, house, text_file("x" * 2000)).status_code == 413


def test_a_collection_that_one_may_only_read_takes_no_file(house: House) -> None:
    response = send(house.reader, house, text_file())
    assert response.status_code == 400
    assert Document.objects.count() == 1


def test_no_file_is_an_answer_in_words(house: House) -> None:
    response = house.editor.post(UPLOAD, {"collection": house.collection.pk})
    assert response.status_code == 400
    assert "Choose at least one file" in response.content.decode()


def test_only_collections_that_one_may_write_are_offered(house: House) -> None:
    make_collection("Elsewhere")
    page = house.editor.get(UPLOAD).content.decode()
    assert "Contracts" in page
    assert "Elsewhere" not in page


def test_without_a_collection_the_page_says_whom_to_ask(house: House) -> None:
    assert "Ask an administrator" in house.reader.get(UPLOAD).content.decode()
    house.document.delete()
    house.collection.delete()
    client = signed_in()
    client.force_login(make_admin(), backend="django.contrib.auth.backends.ModelBackend")
    assert "/admin/documents/collection/add/" in client.get(UPLOAD).content.decode()


@pytest.mark.parametrize("name", ["upload", "document-replace"])
def test_a_post_without_the_token_is_refused(house: House, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = house.editor.cookies
    address = reverse(name, args=[house.document.pk] if name != "upload" else [])
    response = client.post(address, {"file": text_file(), "collection": house.collection.pk})
    assert response.status_code == 403
    assert "This request was refused" in response.content.decode()


def test_a_name_is_text_and_never_markup(house: House) -> None:
    response = send(house.editor, house, SimpleUploadedFile("<b>x</b>.txt", b""), HTTP_HX_REQUEST="true")
    assert "<b>" not in response.content.decode()
