"""A file arrives: what is stored, what is refused at the door, and that nothing is stored twice or left behind."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import connection

from documents import services, signals
from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services.receiving import clean_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(name="Contracts")


def receive(collection: Collection, content: bytes = b"A plain note.\n", name: str = "note.txt") -> Any:
    return services.receive_file(collection=collection, file=ContentFile(content), name=name, actor=None)


def test_a_new_file_becomes_a_received_revision_with_its_digest_and_an_event(collection: Collection) -> None:
    received = receive(collection)
    revision = received.revision
    assert received.is_new
    assert (revision.number, revision.status, revision.size) == (1, Revision.Status.RECEIVED, 14)
    assert revision.media_type == "text/plain"
    assert len(revision.file_sha256) == 64
    assert received.document.current_revision == revision
    assert received.document.title == "note"
    assert [event.kind for event in received.document.events.all()] == [DocumentEvent.Kind.UPLOADED]


def test_the_signal_comes_after_the_commit_and_not_before(
    collection: Collection, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[int] = []

    def listen(revision_id: int, **kwargs: Any) -> None:
        heard.append(revision_id)

    signals.file_received.connect(listen)
    try:
        with django_capture_on_commit_callbacks() as callbacks:
            received = receive(collection)
        assert heard == []
        for callback in callbacks:
            callback()
        assert heard == [received.revision.pk]
    finally:
        signals.file_received.disconnect(listen)


def test_the_same_bytes_in_the_same_collection_are_one_document(collection: Collection) -> None:
    first = receive(collection)
    again = receive(collection, name="another name.txt")
    assert not again.is_new
    assert again.document == first.document
    assert Document.objects.count() == 1


def test_the_same_bytes_in_another_collection_are_another_document(collection: Collection) -> None:
    receive(collection)
    assert receive(Collection.objects.create(name="Policies")).is_new


def test_after_deletion_the_same_bytes_are_a_new_document(collection: Collection) -> None:
    first = receive(collection)
    services.delete_document(document=first.document, actor=None)
    second = receive(collection)
    assert second.is_new
    assert second.document != first.document


@pytest.mark.parametrize(
    ("content", "name", "code", "status"),
    [
        (b"", "empty.docx", "empty-file", 400),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "picture.pdf", "unsupported-type", 415),
    ],
)
def test_what_the_first_bytes_tell_is_refused_and_leaves_nothing(
    collection: Collection, media_root: Path, content: bytes, name: str, code: str, status: int
) -> None:
    with pytest.raises(services.RefusedUpload) as refused:
        receive(collection, content, name)
    assert (refused.value.code, refused.value.http_status) == (code, status)
    assert refused.value.sentence
    assert Document.objects.count() == 0
    assert files_below(media_root) == []


def test_a_file_over_the_limit_is_refused_with_413(collection: Collection, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    with pytest.raises(services.RefusedUpload) as refused:
        receive(collection)
    assert (refused.value.code, refused.value.http_status) == ("too-large", 413)


def test_when_the_rows_cannot_be_written_the_stored_file_is_taken_away(
    collection: Collection, media_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("documents.services.receiving.record_event", fail)
    with pytest.raises(RuntimeError):
        receive(collection)
    assert files_below(media_root) == []


def test_replacing_numbers_the_revision_and_keeps_the_read_one_current(collection: Collection) -> None:
    document = receive(collection).document
    Revision.objects.filter(document=document).update(
        status=Revision.Status.EXTRACTED, text="read", text_sha256="0" * 64
    )
    second = services.replace_file(document=document, file=ContentFile(b"Other."), name="b.txt", actor=None)
    document.refresh_from_db()
    assert second.number == 2
    assert document.current_revision is not None
    assert document.current_revision.number == 1
    assert document.file_sha256 == second.file_sha256


def test_replacing_before_anything_was_read_makes_the_newest_current(collection: Collection) -> None:
    document = receive(collection).document
    second = services.replace_file(document=document, file=ContentFile(b"Other."), name="b.txt", actor=None)
    document.refresh_from_db()
    assert document.current_revision == second


def test_replacing_with_the_file_of_another_document_is_refused_as_a_duplicate(
    collection: Collection, media_root: Path
) -> None:
    receive(collection)
    other = receive(collection, b"Something else.").document
    before = files_below(media_root)
    with pytest.raises(services.RefusedUpload) as refused:
        services.replace_file(document=other, file=ContentFile(b"A plain note.\n"), name="n.txt", actor=None)
    assert (refused.value.code, refused.value.http_status) == ("duplicate", 409)
    assert files_below(media_root) == before


def test_reading_again_makes_a_revision_of_the_same_file(collection: Collection, media_root: Path) -> None:
    received = receive(collection)
    again = services.extract_again(document=received.document, actor=None)
    assert (again.number, again.file.name) == (2, received.revision.file.name)
    assert len(files_below(media_root)) == 1


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("re\u0301sume\u0301.pdf", "résumé.pdf"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\x00b\nc.txt", "abc.txt"),
        ('"><img src=x>.pdf', '"><img src=x>.pdf'),
        ("", "unnamed"),
        ("/", "unnamed"),
        (".pdf", ".pdf"),
        ("CON", "CON"),
    ],
)
def test_a_name_is_made_fit_to_be_shown(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_a_long_name_is_shortened_and_keeps_its_suffix() -> None:
    shown = clean_name("é" * 400 + ".pdf")
    assert len(shown) == 255
    assert shown.endswith("é.pdf")


@pytest.mark.django_db(transaction=True)
def test_two_identical_uploads_at_the_same_moment_are_one_document(media_root: Path) -> None:
    collection = Collection.objects.create(name="Contracts")
    start = threading.Barrier(4)
    results: list[Any] = []

    def upload() -> None:
        start.wait()
        try:
            results.append(receive(collection))
        finally:
            connection.close()

    threads = [threading.Thread(target=upload) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(received.is_new for received in results) == [False, False, False, True]
    assert Document.objects.count() == 1
    assert len(files_below(media_root)) == 1


def files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
