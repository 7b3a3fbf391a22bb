"""A body is judged by its size before anything reads it, whoever sends it and wherever."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from kb_project.request_bodies import FORM_BYTES
from tests.documents.views.conftest import signed_in
from tests.factories import make_collection, make_document, make_group

HUGE = str(FORM_BYTES + 1)


def declared(client: Client, address: str, length: str, **headers: Any) -> Any:
    """A request that says it is as long, and would fail whoever read it."""
    return client.generic("POST", address, b"", "multipart/form-data; boundary=b", CONTENT_LENGTH=length, **headers)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["login", "theme", "set_language", "search", "library-act", "verify"])
def test_a_form_as_large_as_a_file_is_refused_unread(name: str) -> None:
    response = declared(Client(), reverse(name), HUGE)
    assert response.status_code == 413
    assert "too large" in response.content.decode()


@pytest.mark.django_db
def test_an_address_that_there_is_none_takes_no_file_either() -> None:
    assert declared(Client(), "/nothing/here/", HUGE).status_code == 413


@pytest.mark.django_db
def test_where_files_are_taken_they_may_be_large() -> None:
    editors = make_group("editors")
    collection = make_collection("Contracts", editors=[editors])
    document = make_document(text="Old words.", collection=collection)
    client, content = signed_in(editors), b"Some words. " * (FORM_BYTES // 8)
    for name, data in (("upload", {"collection": collection.pk}), ("document-replace", {})):
        address = reverse(name, args=[document.pk] if name == "document-replace" else [])
        file = SimpleUploadedFile("a.txt", content + name.encode())
        assert client.post(address, data | {"file": file}).status_code in (201, 302)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "words"), [("/upload/", "Content-Length"), ("/api/v1/documents/", "length-required")]
)
def test_a_body_without_a_length_is_asked_for_it(address: str, words: str) -> None:
    response = declared(Client(), address, "", HTTP_TRANSFER_ENCODING="chunked")
    assert response.status_code == 411
    assert words in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("length", ["-1", "ten", "1e3", "٣", "1 2"])
@pytest.mark.parametrize("name", ["upload", "login", "api-documents"])
def test_a_length_that_is_no_number_is_refused(name: str, length: str) -> None:
    assert declared(Client(), reverse(name), length).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["upload", "login", "library-act"])
def test_a_body_that_breaks_off_is_the_senders_fault(name: str) -> None:
    client = signed_in(make_group("editors"))
    client.raise_request_exception = False
    response = client.generic(
        "POST", reverse(name), b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\nhalf",
        "multipart/form-data; boundary=b", CONTENT_LENGTH="900", **{"wsgi.input": Broken()},
    )  # fmt: skip
    assert response.status_code in (400, 403)


class Broken:
    """A connection that is lost in the middle."""

    def __init__(self) -> None:
        self._left = [b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\nhalf"]

    def read(self, size: int = -1) -> bytes:
        if self._left:
            return self._left.pop()
        raise ConnectionResetError("gone")

    readline = read
