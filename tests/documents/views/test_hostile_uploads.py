"""What stands in a request with a file may be anything; what is stored is clean, or nothing is."""

import socket
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents.models import Document, Revision
from documents.services.receiving import LONGEST_NAME, clean_name
from tests.documents.views.conftest import House

BOUNDARY = "b0undary"
UPLOAD = reverse("upload")

NAMES = {
    "../../etc/passwd": "passwd",
    "..\\..\\windows\\win.ini": "win.ini",
    "C:\\x": "x",
    "/etc/shadow": "shadow",
    "a\0b.txt": "ab.txt",
    "CON": "CON",
    "x" * 5000 + ".txt": "x" * 251 + ".txt",
    "x." + "y" * 5000: None,
    "ferry \U0001f6a2.txt": "ferry \U0001f6a2.txt",
    "two\nlines.txt": "twolines.txt",
    "\u202egpj.exe": "gpj.exe",
    "cafe\u0301.txt": "caf\xe9.txt",
    "\ufeff\u200bhidden.txt": "hidden.txt",
    "<script>alert(1)</script>.txt": "script>.txt",
    "a%00b%2e%2e.txt": "a%00b%2e%2e.txt",
    "' OR 1=1 --.txt": "' OR 1=1 --.txt",
    " spaced .txt ": "spaced .txt",
    ".hidden": ".hidden",
}
NAMELESS = ("", ".", "..", "...", "/", "\\", "a/..", "\0", "\u202e", " ")


@pytest.mark.parametrize(("name", "shown"), NAMES.items(), ids=lambda value: ascii(value)[:20])
def test_a_name_is_made_fit_to_be_shown(name: str, shown: str | None) -> None:
    cleaned = clean_name(name)
    assert len(cleaned) <= LONGEST_NAME
    assert shown is None or cleaned == shown


@pytest.mark.parametrize("name", NAMELESS, ids=ascii)
def test_what_is_no_name_gets_one(name: str) -> None:
    cleaned = clean_name(name)
    assert cleaned.strip(". ")


def body(client: Client, house: House, name: bytes, content: bytes) -> bytes:
    """As a program writes it that asks nobody how names are escaped."""
    fields = {b"collection": str(house.collection.pk).encode()}
    parts = [
        b'--%b\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n' % (BOUNDARY.encode(), key, value)
        for key, value in fields.items()
    ]
    head = b'--%b\r\nContent-Disposition: form-data; name="file"; filename="%b"\r\n\r\n' % (BOUNDARY.encode(), name)
    return b"".join(parts) + head + content + b"\r\n--%b--\r\n" % BOUNDARY.encode()


def send(client: Client, house: House, name: bytes, content: bytes = b"Some words.", **headers: Any) -> Any:
    data = body(client, house, name, content)
    return client.generic("POST", UPLOAD, data, f"multipart/form-data; boundary={BOUNDARY}", **headers)


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_a_name_that_is_too_long_for_a_form_is_refused_in_words(house: House, headers: Any) -> None:
    answer = send(house.editor, house, b"x" * 5000 + b".txt", **headers)
    assert answer.status_code == 400
    assert "name cannot be used" in answer.content.decode()
    assert "short, ordinary name" in answer.content.decode()
    assert not Document.objects.filter(revisions__uploaded_name__startswith="xxx").exists()


@pytest.mark.parametrize(
    "name",
    [
        *(name.replace("\n", "%0A").replace('"', "%22").encode() for name in (*NAMES, *NAMELESS)),
        b"\xff\xfe.txt", b"two\nlines.txt", b"a\0b.txt", b"\xed\xa0\x80.txt", b'quo"te.txt', b"=?utf-8?b?Zg==?=.txt",
    ],
    ids=lambda name: ascii(name)[:24],
)  # fmt: skip
def test_a_file_of_any_name_is_taken_or_refused_in_words(house: House, name: bytes) -> None:
    before = Document.objects.count()
    response = send(house.editor, house, name)
    assert response.status_code in (201, 400)
    stored = Document.objects.count() - before
    assert stored == (1 if response.status_code == 201 else 0)
    if stored:
        revision = Revision.objects.latest("pk")
        assert revision.uploaded_name.isprintable()
        assert Path(revision.file.path).resolve().is_relative_to(Path(revision.file.storage.location).resolve())
        assert house.editor.get(revision.document.get_absolute_url()).status_code == 200
        original = house.editor.get(reverse("document-file", args=[revision.document_id]))
        assert b"".join(original.streaming_content) == b"Some words."  # type: ignore[attr-defined]
        assert original["Content-Disposition"].isprintable()


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        (b"report.pdf", b"Some words.", "text/plain"),
        (b"notes.txt", b"%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n", "application/pdf"),
        (b"picture.jpg", b"<!doctype html><p>Words", "text/html"),
        (b"words.docx", b"From: a@example.org\nMessage-ID: <1>\nSubject: x\n\nWords", "message/rfc822"),
    ],
)
def test_the_content_says_what_it_is_and_not_the_name(
    house: House, name: bytes, content: bytes, media_type: str
) -> None:
    assert send(house.editor, house, name, content).status_code == 201
    assert Revision.objects.latest("pk").media_type == media_type


@pytest.mark.parametrize(
    "content", [b"", b"PK\3\4" + bytes(50), b"\x7fELF" + bytes(50), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\0"]
)
def test_a_refused_file_leaves_neither_row_nor_file(house: House, media_root: Path, content: bytes) -> None:
    before = Document.objects.count(), files_in(media_root)
    assert send(house.editor, house, b"a.docx", content).status_code in (400, 415)
    assert (Document.objects.count(), files_in(media_root)) == before


@pytest.mark.parametrize("count", [1001, 5000])
def test_too_many_fields_or_files_are_refused(house: House, count: int) -> None:
    part = b'--%b\r\nContent-Disposition: form-data; name="f"%b\r\n\r\n1\r\n'
    for kind in (b"", b'; filename="a"'):
        data = part % (BOUNDARY.encode(), kind) * count + b"--%b--\r\n" % BOUNDARY.encode()
        response = house.editor.generic("POST", UPLOAD, data, f"multipart/form-data; boundary={BOUNDARY}")
        assert response.status_code == 400


def files_in(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def temporary(tmp_path: Path, settings: Any) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    settings.FILE_UPLOAD_TEMP_DIR = str(folder)
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert tempfile.gettempdir() != str(folder)
    return folder


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.98, 0.9999])
def test_an_upload_that_breaks_off_leaves_nothing_behind(
    house: House, live_server: Any, temporary: Path, media_root: Path, share: float
) -> None:
    before = Document.objects.count(), files_in(media_root)
    data = body(house.editor, house, b"large.txt", b"Some words. " * 40_000)
    with connection_to(live_server, house, len(data)) as stream:
        stream.sendall(data[: int(len(data) * share)])
        assert wait_until(lambda: share < 0.2 or bool(files_in(temporary)))  # it is on its way
    assert wait_until(lambda: files_in(temporary) == [])
    assert (Document.objects.count(), files_in(media_root)) == before


@pytest.mark.django_db(transaction=True)
def test_a_whole_upload_is_taken_and_its_temporary_file_is_gone(
    house: House, live_server: Any, temporary: Path, media_root: Path
) -> None:
    data = body(house.editor, house, b"large.txt", b"Some words. " * 40_000)
    with connection_to(live_server, house, len(data)) as stream:
        stream.sendall(data)
        assert b"201" in stream.recv(100).split(b"\r\n")[0]
    assert files_in(temporary) == []
    assert len(files_in(media_root)) == Revision.objects.exclude(file="").values("file").distinct().count()


def connection_to(live_server: Any, house: House, length: int) -> socket.socket:
    """A request whose body is still to come. Signed in, and with the token that a form would hold."""
    token = "a" * 32
    cookies = f"sessionid={house.editor.cookies['sessionid'].value}; csrftoken={token}"
    stream = socket.create_connection((live_server.thread.host, live_server.thread.port), timeout=20)
    stream.sendall(
        f"POST {UPLOAD} HTTP/1.1\r\nHost: {live_server.thread.host}\r\nCookie: {cookies}\r\nX-CSRFToken: {token}\r\n"
        f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\nContent-Length: {length}\r\n\r\n".encode()
    )
    return stream


def wait_until(condition: Any) -> bool:
    deadline = time.monotonic() + 15
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
