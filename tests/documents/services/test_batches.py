"""An archive is taken apart: each file is received as if it came alone, and says what became of it."""

from __future__ import annotations

import stat
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile

from documents import services
from documents.extractors.media_types import DOCX
from documents.models import Collection, Document, Revision
from documents.services import receiving
from tests.documents.extractors.docx_files import make_docx, paragraph
from tests.documents.extractors.zip_files import encrypted, entry, zip_of, zip_of_infos
from tests.factories import make_admin, make_collection

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return make_collection("Contracts")


def receive(collection: Collection, data: bytes, **given: Any) -> services.Batch:
    file = SimpleUploadedFile("2019.zip", data)
    return services.receive_batch(collection=collection, file=file, name="2019.zip", actor=None, **given)


def outcomes(batch: services.Batch) -> dict[str, str]:
    """By path: "new", "held", or the code of the refusal."""
    return {item.path: outcome(item) for item in batch.items}


def outcome(item: services.BatchItem) -> str:
    if item.refusal is not None:
        return item.refusal.code
    assert item.received is not None
    return "new" if item.received.is_new else "held"


def test_each_file_becomes_a_document_with_its_own_bytes_and_its_place_in_the_event(collection: Collection) -> None:
    owner = make_admin()
    docx = make_docx(paragraph("The fee is due."))
    data = zip_of(("a/report.docx", docx), ("a/b/notes.txt", "Some words."), (".DS_Store", "x"))
    file = SimpleUploadedFile("Archive 2019.zip", data)
    batch = services.receive_batch(
        collection=collection, file=file, name="x/Archive 2019.zip", actor=owner, tags=["old"]
    )
    assert outcomes(batch) == {"a/report.docx": "new", "a/b/notes.txt": "new"}
    assert (batch.name, batch.passed_over) == ("Archive 2019.zip", 1)
    report = Document.objects.get(title="report")
    assert (report.owner, report.tags, report.collection) == (owner, ["old"], collection)
    revision = report.revisions.get()
    assert (revision.uploaded_name, revision.media_type, revision.size) == ("report.docx", DOCX, len(docx))
    with revision.file.open() as stored:
        assert stored.read() == docx
    event = report.events.get(kind="uploaded")
    assert (event.detail["archive"], event.detail["path"]) == ("Archive 2019.zip", "a/report.docx")


def test_uploading_it_again_finds_everything_held(collection: Collection) -> None:
    data = zip_of(("a.txt", "one"), ("b.txt", "two"))
    first = receive(collection, data)
    again = receive(collection, data)
    assert outcomes(again) == {"a.txt": "held", "b.txt": "held"}
    assert [one.received.document for one in again.items] == [one.received.document for one in first.items]
    assert Document.objects.count() == 2


def test_the_same_bytes_twice_in_one_archive_are_one_document(collection: Collection) -> None:
    batch = receive(collection, zip_of(("a.txt", "same"), ("b/copy.txt", "same")))
    assert outcomes(batch) == {"a.txt": "new", "b/copy.txt": "held"}


def test_one_name_twice_is_two_files(collection: Collection) -> None:
    batch = receive(collection, zip_of(("a.txt", "one"), ("a.txt", "two")))
    assert [outcome(item) for item in batch.items] == ["new", "new"]
    assert Document.objects.filter(title="a").count() == 2


def test_what_cannot_be_taken_says_why_and_the_rest_is_received(collection: Collection, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = 2000
    ordinary = [
        ("program.pdf", b"\x7fELF" + bytes(200)),
        ("empty.txt", b""),
        ("inner.zip", zip_of(("x.txt", "x"))),
        ("large.txt", b"x" * 2001),
        ("good.txt", b"Some words."),
    ]
    infos = [(entry(name), content) for name, content in ordinary]
    link = (entry("link", mode=stat.S_IFLNK | 0o777), b"/etc/passwd")
    batch = receive(collection, zip_of_infos([link, *infos]))
    assert outcomes(batch) == {
        "link": "unsupported-type",
        "program.pdf": "unsupported-type",
        "empty.txt": "empty-file",
        "inner.zip": "archive-not-opened",
        "large.txt": "too-large",
        "good.txt": "new",
    }


def test_a_locked_entry_needs_its_password(collection: Collection) -> None:
    batch = receive(collection, encrypted(zip_of(("a.txt", "secret"), ("b.txt", "open"))))
    assert outcomes(batch) == {"a.txt": "password-needed", "b.txt": "new"}
    refusal = batch.items[0].refusal
    assert refusal is not None
    assert refusal.advice == "Take the archive apart with its password, and upload the files."


@pytest.mark.parametrize(
    ("data", "limits", "code", "status"),
    [
        (zip_of(("a.txt", "1"), ("b.txt", "2")), {"BATCH_MAX_FILES": 1}, "too-many-files", 413),
        (zip_of(("a.txt", "x" * 900)), {"BATCH_MAX_BYTES": 800}, "expands-too-much", 413),
        (zip_of(("a.txt", "1")), {"MAX_UPLOAD_BYTES": 10}, "too-large", 413),
        (zip_of(), {}, "empty-file", 400),
        (zip_of(("a.txt", "x" * 500))[:-30], {}, "damaged", 400),
    ],
)
def test_an_archive_beyond_the_bounds_is_refused_whole_and_leaves_nothing(
    collection: Collection, settings: Any, media_root: Path, data: bytes, limits: dict[str, int], code: str, status: int
) -> None:
    for name, value in limits.items():
        setattr(settings, name, value)
    with pytest.raises(services.RefusedUpload) as refused:
        receive(collection, data)
    assert (refused.value.code, refused.value.http_status) == (code, status)
    assert not Document.objects.exists()
    assert [path for path in media_root.rglob("*") if path.is_file()] == []


def test_what_was_received_before_a_fault_stays_and_the_next_time_is_for_the_rest(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = zip_of(("a.txt", "one"), ("b.txt", "two"), ("c.txt", "three"))
    digest = receiving._digest

    def fail_at_the_second(file: Any) -> str:
        if Document.objects.exists():
            raise RuntimeError
        return digest(file)

    with monkeypatch.context() as patched:
        patched.setattr(receiving, "_digest", fail_at_the_second)
        with pytest.raises(RuntimeError):
            receive(collection, data)
    assert list(Document.objects.values_list("title", flat=True)) == ["a"]
    assert outcomes(receive(collection, data)) == {"a.txt": "held", "b.txt": "new", "c.txt": "new"}


def test_a_large_file_goes_through_a_temporary_one(collection: Collection) -> None:
    text = "Words that are many. " * 100_000
    with TemporaryUploadedFile("big.zip", "application/zip", 0, None) as upload:
        upload.write(zip_of(("big.txt", text)))
        upload.flush()
        upload.size = upload.file.tell()
        batch = services.receive_batch(collection=collection, file=upload, name="big.zip", actor=None)
    (item,) = batch.items
    assert item.received is not None
    assert item.received.revision.size == len(text)
    with item.received.revision.file.open() as stored:
        assert stored.read() == text.encode()


def test_no_file_of_an_archive_is_ever_whole_in_memory(collection: Collection) -> None:
    data = zip_of(("big.txt", b"Some words. " * 3_000_000))
    tracemalloc.start()
    try:
        assert outcomes(receive(collection, data)) == {"big.txt": "new"}
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_an_archive_takes_no_document_s_place(collection: Collection) -> None:
    document = receive(collection, zip_of(("a.txt", "one"))).items[0].received.document
    with pytest.raises(services.RefusedUpload) as refused:
        services.replace_file(document=document, file=ContentFile(zip_of(("b.txt", "two"))), name="b.zip", actor=None)
    assert (refused.value.code, refused.value.http_status) == ("archive-not-opened", 415)
    assert "ZIP archive" in refused.value.sentence
    assert Revision.objects.count() == 1


def test_where_one_file_is_wanted_an_archive_is_refused(collection: Collection) -> None:
    with pytest.raises(services.RefusedUpload) as refused:
        services.receive_file(
            collection=collection, file=ContentFile(zip_of(("b.txt", "two"))), name="b.zip", actor=None
        )
    assert refused.value.code == "archive-not-opened"
