"""A password opens a file once, in the process that was given it, and leaves nothing of itself behind."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.db import connection

from documents import services, signals, tasks
from documents.extractors.failures import ExtractionFailure
from documents.extractors.passwords import PasswordNotNeeded
from documents.models import Collection, Document, Revision
from documents.services import NothingToRecognize, reading, requesting_ocr, unlocking
from documents.services.requesting_ocr import WhyNot
from documents.services.unlocking import CODES, StillLocked
from kb_project.environment import BASE_DIR
from tests.documents.extractors.docx_files import zip_file
from tests.documents.extractors.locked_files import locked_docx, locked_pdf
from tests.documents.extractors.office_files import make_odf
from tests.documents.extractors.pdf_files import make_pdf
from tests.factories import make_collection, make_document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("remembered_readings")]

PASSWORD = "Möwe-unter-Segeln-88213"
PAGES = ("The ferry leaves at noon.", "It returns at dusk.")


@pytest.fixture
def collection() -> Collection:
    return make_collection("Contracts")


@pytest.fixture
def locked(collection: Collection) -> Document:
    """A PDF that a worker has found to need its password."""
    file = ContentFile(locked_pdf(PASSWORD, *PAGES))
    document = services.receive_file(collection=collection, file=file, name="a.pdf", actor=None).document
    services.extract_revision(newest(document).pk)
    return document


def newest(document: Document) -> Revision:
    revision = document.revisions.with_text().order_by("-number").first()
    assert revision is not None
    return revision


def kinds(document: Document) -> list[str]:
    return [event.kind for event in document.events.order_by("pk")]


def unlock(document: Document, password: str = PASSWORD) -> Revision:
    return services.unlock_document(document=document, password=password, actor=None)


def receive(collection: Collection, data: bytes, name: str = "a.pdf", password: str = PASSWORD) -> Any:
    return services.receive_with_password(
        collection=collection, file=ContentFile(data), name=name, actor=None, password=password
    )


def refused(document: Document, password: str = PASSWORD) -> StillLocked:
    with pytest.raises(StillLocked) as caught:
        unlock(document, password)
    return caught.value


def everything(document: Document) -> list[Any]:
    return [list(document.revisions.order_by("pk").values()), kinds(document), Document.objects.values().get()]


def test_the_right_password_gives_a_new_revision_of_the_same_file_with_its_text(locked: Document) -> None:
    assert newest(locked).failure_code == "password-needed"
    first = newest(locked)
    unlock(locked)
    second = newest(locked)
    assert (second.number, second.file.name, second.status) == (2, first.file.name, Revision.Status.EXTRACTED)
    assert second.text == "\n\n".join(PAGES)
    assert second.page_count == 2
    locked.refresh_from_db()
    assert locked.current_revision_id == second.pk
    assert kinds(locked)[-2:] == ["extraction-requested", "extracted"]
    assert services.page_metadata_problems(second) == []


def test_a_wrong_one_changes_nothing(locked: Document) -> None:
    before = everything(locked)
    locked_out = refused(locked, "guess")
    assert (locked_out.code, locked_out.http_status) == ("wrong-password", 400)
    assert "does not open" in locked_out.sentence
    assert everything(locked) == before


def test_an_office_file_is_opened_and_has_no_pages(collection: Collection) -> None:
    file = ContentFile(locked_docx(PASSWORD, "The lease ends in May."))
    document = services.receive_file(collection=collection, file=file, name="a.docx", actor=None).document
    services.extract_revision(newest(document).pk)
    assert newest(document).failure_code == "password-needed"
    unlock(document)
    assert "ends in May" in (newest(document).text or "")
    assert newest(document).page_count is None


@pytest.mark.parametrize("data", [locked_pdf(PASSWORD, *PAGES), locked_docx(PASSWORD, PAGES[0])])
def test_at_upload_it_is_read_at_once_as_the_first_revision(collection: Collection, data: bytes) -> None:
    taken = receive(collection, data)
    assert taken.problem is None
    revision = newest(taken.received.document)
    assert (revision.number, revision.status) == (1, Revision.Status.EXTRACTED)
    assert PAGES[0] in (revision.text or "")
    assert kinds(taken.received.document) == ["uploaded", "extracted"]


def test_a_wrong_one_at_upload_stores_the_file_which_then_waits_for_it(collection: Collection) -> None:
    taken = receive(collection, locked_pdf(PASSWORD, *PAGES), password="guess")
    assert taken.problem is not None
    assert taken.problem.code == "wrong-password"
    assert newest(taken.received.document).status == Revision.Status.RECEIVED
    services.extract_revision(newest(taken.received.document).pk)
    assert newest(taken.received.document).failure_code == "password-needed"
    unlock(taken.received.document)
    assert newest(taken.received.document).status == Revision.Status.EXTRACTED


@pytest.mark.parametrize(
    ("data", "name"),
    [(make_pdf("open"), "a.pdf"), (b"Plain words.", "a.txt"), (locked_pdf("", "x", owner="y"), "b.pdf")],
)
def test_a_file_that_needs_none_goes_the_ordinary_way(collection: Collection, data: bytes, name: str) -> None:
    taken = receive(collection, data, name)
    assert (taken.received.is_new, taken.problem) == (True, None)
    assert newest(taken.received.document).status == Revision.Status.RECEIVED


def test_a_file_that_is_held_already_is_found_and_not_read_again(collection: Collection) -> None:
    data = locked_pdf(PASSWORD, *PAGES)
    first = receive(collection, data).received
    again = receive(collection, data)
    assert (again.received.is_new, again.received.document) == (False, first.document)
    assert first.document.revisions.count() == 1


def test_a_large_upload_is_read_where_it_was_streamed_to(collection: Collection) -> None:
    data = locked_pdf(PASSWORD, *PAGES)
    with TemporaryUploadedFile("a.pdf", "application/pdf", len(data), None) as file:
        file.write(data)
        taken = services.receive_with_password(
            collection=collection, file=file, name="a.pdf", actor=None, password=PASSWORD
        )
    assert newest(taken.received.document).status == Revision.Status.EXTRACTED


def test_a_fault_while_it_is_stored_leaves_neither_rows_nor_bytes(
    collection: Collection, monkeypatch: pytest.MonkeyPatch, media_root: Path
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the database went away")

    monkeypatch.setattr(unlocking, "store_text", fail)
    with pytest.raises(RuntimeError):
        receive(collection, locked_pdf(PASSWORD, *PAGES))
    assert Document.objects.count() == 0
    assert [path for path in media_root.rglob("*") if path.is_file()] == []


def test_no_worker_and_no_sweep_has_anything_to_do_with_it(
    locked: Document, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """While it is read there is nothing to claim; once it is stored there is nothing left to do."""
    sent: list[int] = []

    def listen(revision_id: int, **kwargs: Any) -> None:
        sent.append(revision_id)

    read = unlocking.extract_with_password

    def read_while_the_sweep_runs(*args: Any) -> Any:
        services.sweep(at_start=True)
        services.extract_revision(newest(locked).pk)
        assert (sent, locked.revisions.count()) == ([], 1)
        return read(*args)

    monkeypatch.setattr(unlocking, "extract_with_password", read_while_the_sweep_runs)
    signals.file_received.connect(listen)
    try:
        unlock(locked)
        services.sweep(at_start=True)
        assert sent == []
    finally:
        signals.file_received.disconnect(listen)
    before = newest(locked).text_sha256
    services.extract_revision(newest(locked).pk)
    assert (newest(locked).status, newest(locked).text_sha256) == (Revision.Status.EXTRACTED, before)


def test_no_worker_is_asked_to_recognize_pages_of_a_file_that_it_cannot_open(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Revision] = []
    monkeypatch.setattr(reading, "recognize_by_itself", lambda revision, values: asked.append(revision))
    receive(collection, locked_pdf(PASSWORD, "", "words"))
    document = receive(collection, locked_pdf(PASSWORD, "", "other"), password="guess").received.document
    services.extract_revision(newest(document).pk)
    unlock(document)
    assert asked == []
    open_one = services.receive_file(collection=collection, file=ContentFile(make_pdf("")), name="b.pdf", actor=None)
    services.extract_revision(open_one.revision.pk)
    assert asked == [open_one.revision]


def test_nor_may_a_person_ask_for_that(collection: Collection) -> None:
    """Also not when the file was asked to be read again, and could not be for want of the password."""
    at_once = receive(collection, locked_pdf(PASSWORD, "words"))
    later = receive(collection, locked_pdf(PASSWORD, "other"), password="guess").received.document
    services.extract_revision(newest(later).pk)
    unlock(later)
    for document in (at_once.received.document, later):
        Revision.objects.filter(pk=newest(document).pk).update(page_sources=["none"], page_problems=["no-text-layer"])
        with pytest.raises(NothingToRecognize) as caught:
            requesting_ocr.recognizable(document)
        assert caught.value.why == WhyNot.LOCKED
    services.extract_again(document=later, actor=None)
    services.extract_revision(newest(later).pk)
    assert newest(later).failure_code == "password-needed"
    with pytest.raises(NothingToRecognize, match="locked"):
        requesting_ocr.recognizable(later)


def test_a_file_without_a_password_that_takes_its_place_may_be_recognized(collection: Collection) -> None:
    document = receive(collection, locked_pdf(PASSWORD, "words")).received.document
    services.replace_file(document=document, file=ContentFile(make_pdf("open")), name="b.pdf", actor=None)
    services.extract_revision(newest(document).pk)
    Revision.objects.filter(pk=newest(document).pk).update(page_sources=["none"], page_problems=["no-text-layer"])
    assert requesting_ocr.recognizable(document).pages == (1,)


def test_a_document_that_got_another_file_meanwhile_is_left_alone(
    locked: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = unlocking.extract_with_password

    def read_while_it_is_replaced(*args: Any) -> Any:
        services.replace_file(document=locked, file=ContentFile(b"New words."), name="b.txt", actor=None)
        return read(*args)

    monkeypatch.setattr(unlocking, "extract_with_password", read_while_it_is_replaced)
    assert refused(locked).code == "no-password-awaited"
    assert [revision.uploaded_name for revision in locked.revisions.order_by("number")] == ["a.pdf", "b.txt"]


def test_a_document_that_was_deleted_meanwhile_is_left_alone(locked: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    read = unlocking.extract_with_password

    def read_while_it_is_deleted(*args: Any) -> Any:
        services.delete_document(document=locked, actor=None)
        return read(*args)

    monkeypatch.setattr(unlocking, "extract_with_password", read_while_it_is_deleted)
    assert refused(locked).code == "no-password-awaited"
    assert locked.revisions.count() == 1


def test_one_that_opens_without_a_password_after_all_is_read_the_ordinary_way(
    locked: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_anyway(*args: Any) -> None:
        raise PasswordNotNeeded

    monkeypatch.setattr(unlocking, "extract_with_password", open_anyway)
    assert unlock(locked).status == Revision.Status.RECEIVED


@pytest.mark.parametrize("code", ["took-too-long", "damaged", "too-much-memory"])
def test_a_reading_that_fails_otherwise_says_why_and_changes_nothing(
    locked: Document, monkeypatch: pytest.MonkeyPatch, settings: Any, code: str
) -> None:
    def fail(*args: Any) -> None:
        raise ExtractionFailure(code)

    settings.PASSWORD_READ_SECONDS = 7
    monkeypatch.setattr(unlocking, "extract_with_password", fail)
    before = everything(locked)
    problem = refused(locked)
    assert problem.code == code
    assert problem.advice
    assert ("7 seconds" in problem.sentence) == (code == "took-too-long")
    assert everything(locked) == before


def test_the_time_is_bounded_by_its_own_setting(locked: Document, settings: Any) -> None:
    settings.PASSWORD_READ_SECONDS = 0.01
    assert refused(locked).code == "took-too-long"


def test_one_file_at_a_time_is_read_in_a_process(locked: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unlocking, "WAIT_SECONDS", 0.01)
    with unlocking._turn:
        assert refused(locked).code == "too-busy"
    unlock(locked)


def test_a_document_that_waits_for_no_password_says_so() -> None:
    assert refused(make_document(pages=["one"])).code == "no-password-awaited"


def test_a_kind_that_cannot_be_opened_here_says_so_when_it_fails_and_when_a_password_comes(
    collection: Collection,
) -> None:
    entry = '<manifest:file-entry><manifest:encryption-data manifest:checksum=""/></manifest:file-entry>'
    taken = receive(collection, make_odf("text", "<text:p>one</text:p>", manifest=entry), "a.odt")
    assert taken.problem is None
    document = taken.received.document
    services.extract_revision(newest(document).pk)
    assert newest(document).failure_code == "password-needed"
    assert not services.awaits_password(newest(document))
    problem = refused(document)
    assert problem.code == "not-opened-here"
    assert "without the password" in problem.advice


def test_a_file_that_is_missing_from_storage_says_so(locked: Document) -> None:
    newest(locked).file.storage.delete(newest(locked).file.name)
    assert refused(locked).code == "file-missing"


def test_what_is_no_file_to_read_is_refused_at_the_door(collection: Collection) -> None:
    with pytest.raises(services.RefusedUpload):
        receive(collection, zip_file({"a.bin": b"\0\1"}), "a.zip")
    assert Document.objects.count() == 0


@pytest.mark.parametrize("code", CODES)
def test_each_reason_is_documented_with_its_status_and_sentence(code: str, settings: Any) -> None:
    settings.PASSWORD_READ_SECONDS = 54321
    problem = StillLocked(code)
    row = f"| `{code}` | {problem.http_status} | {problem.sentence} |".replace("54321", "{n}")
    assert row in (BASE_DIR / "docs" / "passwords.md").read_text(encoding="utf-8")


class TestNotStored:
    """After every flow the password is looked for where anything is kept."""

    @pytest.fixture
    def log(self, caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
        with caplog.at_level(logging.DEBUG):
            yield caplog

    @pytest.fixture
    def sent(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        """What was put on the queue."""
        found: list[object] = []
        for task in (tasks.extract_revision, tasks.sweep):
            monkeypatch.setattr(task, "delay", lambda *args, **kwargs: found.append((args, kwargs)))
        return found

    def check(self, log: pytest.LogCaptureFixture, media_root: Path, sent: list[object]) -> None:
        spellings = [PASSWORD.encode(code) for code in ("utf-8", "utf-16-le", "latin-1")]
        assert not any(one in row for row in whole_database() for one in spellings)
        files = [path.read_bytes() for path in media_root.rglob("*") if path.is_file()]
        assert files
        assert not any(one in data for data in files for one in spellings)
        told = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in log.records) + log.text
        assert PASSWORD not in told
        assert PASSWORD not in repr(sent)

    @pytest.mark.parametrize("data", [locked_pdf(PASSWORD, *PAGES), locked_docx(PASSWORD, PAGES[0])])
    def test_at_upload(
        self,
        data: bytes,
        collection: Collection,
        log: pytest.LogCaptureFixture,
        media_root: Path,
        sent: list[object],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            document = receive(collection, data).received.document
        assert any(PAGES[0].encode() in row for row in whole_database())  # the search finds what is there
        assert document.revisions.count() == 1
        assert sent
        self.check(log, media_root, sent)

    def test_later_wrong_ones_and_the_right_one(
        self,
        locked: Document,
        log: pytest.LogCaptureFixture,
        media_root: Path,
        sent: list[object],
        django_capture_on_commit_callbacks: Any,
    ) -> None:
        """A wrong password is somebody's right one, perhaps for something else."""
        with django_capture_on_commit_callbacks(execute=True):
            refused(locked, f"{PASSWORD}?")
            unlock(locked)
        self.check(log, media_root, sent)


def whole_database() -> list[bytes]:
    """Every row of every table, as text."""
    rows: list[bytes] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows.extend(row[0].encode() for row in cursor.fetchall())
    assert rows
    return rows


def test_threads_wait_for_their_turn(locked: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """The turn is given back also when the reading fails."""

    def fail(*args: Any) -> None:
        raise ExtractionFailure("damaged")

    monkeypatch.setattr(unlocking, "extract_with_password", fail)
    for _ in range(3):
        assert refused(locked).code == "damaged"
    assert isinstance(unlocking._turn, threading.Semaphore)
    assert unlocking._turn.acquire(blocking=False)
    unlocking._turn.release()
