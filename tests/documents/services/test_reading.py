"""A worker reads a file: what is stored, and what happens when things go wrong at each step."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import ProgrammingError, connection, connections, transaction

from documents import services
from documents.extractors.failures import ExtractionFailure
from documents.extractors.outcome import ExtractedText
from documents.locks import LockSpace, held_keys, try_lock
from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services import reading
from documents.text import PageText, check_page_spans, text_sha256

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> Document:
    collection = Collection.objects.create(name="Contracts")
    return services.receive_file(
        collection=collection, file=ContentFile(b"A note about ferries.\n"), name="note.txt", actor=None
    ).document


def pdf_outcome(*texts: str, labels: tuple[str | None, ...] | None = None) -> ExtractedText:
    return ExtractedText(
        extractor="test",
        extractor_version="1",
        media_type="application/pdf",
        pages=tuple(PageText(number, text) for number, text in enumerate(texts, start=1)),
        text="",
        places=(),
        page_labels=labels,
        page_sources=tuple("text layer" if text else "none" for text in texts),
        title=None,
        notes=(),
    )


def give(monkeypatch: pytest.MonkeyPatch, outcome: ExtractedText | Exception) -> None:
    def extract(*args: Any) -> ExtractedText:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(reading, "extract_confined", extract)


def newest(document: Document) -> Revision:
    revision = document.revisions.with_text().order_by("-number").first()
    assert revision is not None
    return revision


def kinds(document: Document) -> list[str]:
    return [event.kind for event in document.events.order_by("pk")]


def test_a_text_file_is_read_through_the_real_child_and_stored_without_page_metadata(
    document: Document,
) -> None:
    services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert revision.status == Revision.Status.EXTRACTED
    assert revision.text == "A note about ferries.\n"
    assert revision.text_sha256 == text_sha256(revision.text)
    assert (revision.page_count, revision.page_spans, revision.page_labels, revision.page_sources) == (
        None,
        None,
        None,
        None,
    )
    assert kinds(document) == ["uploaded", "extraction-started", "extracted"]


def test_pages_are_stored_as_spans_into_exactly_the_stored_text(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    Revision.objects.update(media_type="application/pdf")
    give(monkeypatch, pdf_outcome("First.", "", "Third.", labels=("i", "ii", "1")))
    services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert revision.text == "First.\n\nThird."
    assert revision.page_spans == [{"page": 1, "start": 0, "end": 6}, {"page": 3, "start": 8, "end": 14}]
    assert (revision.page_count, revision.pages_with_text, revision.pages_without_text) == (3, 2, [2])
    assert revision.page_labels == ["i", "ii", "1"]
    assert check_page_spans(revision.text, revision.spans, 3) == []


def test_a_pdf_without_any_text_becomes_no_text_and_says_which_pages(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    Revision.objects.update(media_type="application/pdf")
    give(monkeypatch, pdf_outcome("", ""))
    services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert (revision.status, revision.failure_code) == (Revision.Status.NO_TEXT, "no-text")
    assert revision.pages_without_text == [1, 2]
    assert revision.failure is not None
    assert revision.failure.advice


def test_a_file_that_cannot_be_read_becomes_failed_with_its_code(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, ExtractionFailure("password-needed"))
    services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert (revision.status, revision.failure_code) == (Revision.Status.FAILED, "password-needed")
    assert kinds(document)[-1] == "failed"


def test_reading_twice_changes_nothing(document: Document) -> None:
    services.extract_revision(newest(document).pk)
    before = Revision.objects.values().get()
    services.extract_revision(newest(document).pk)
    assert Revision.objects.values().get() == before


def test_a_revision_that_is_gone_is_nobodys_work() -> None:
    services.extract_revision(987_654_321)


def test_a_deleted_document_is_not_read(document: Document) -> None:
    services.delete_document(document=document, actor=None)
    services.extract_revision(newest(document).pk)
    assert newest(document).status == Revision.Status.RECEIVED


def test_a_worker_that_died_leaves_a_revision_that_is_claimed_again(document: Document) -> None:
    Revision.objects.update(status=Revision.Status.EXTRACTING, attempts=1)
    services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert (revision.status, revision.attempts) == (Revision.Status.EXTRACTED, 2)


def test_a_revision_that_kills_its_worker_three_times_fails_with_a_code(document: Document) -> None:
    Revision.objects.update(status=Revision.Status.EXTRACTING, attempts=3)
    services.extract_revision(newest(document).pk)
    assert newest(document).failure_code == "worker-lost"


def test_what_a_worker_reads_after_it_lost_its_claim_is_not_stored(document: Document) -> None:
    revision = newest(document)
    Revision.objects.update(status=Revision.Status.FAILED, failure_code="damaged")
    assert not reading.store_text(revision, pdf_outcome("Late."))
    assert newest(document).status == Revision.Status.FAILED


def test_text_signal_and_current_revision_come_or_fail_together(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(revision: Revision) -> None:
        raise RuntimeError

    monkeypatch.setattr(reading, "_make_current", fail)
    with pytest.raises(RuntimeError):
        services.extract_revision(newest(document).pk)
    revision = newest(document)
    assert (revision.status, revision.text) == (Revision.Status.EXTRACTING, None)


def test_a_replacement_that_fails_leaves_the_text_that_was_current(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.extract_revision(newest(document).pk)
    second = services.replace_file(document=document, file=ContentFile(b"x y z"), name="n.txt", actor=None)
    give(monkeypatch, ExtractionFailure("damaged"))
    services.extract_revision(second.pk)
    document.refresh_from_db()
    assert document.current_revision is not None
    assert document.current_revision.number == 1


def test_a_revision_read_late_does_not_push_a_newer_one_aside(document: Document) -> None:
    first = newest(document)
    second = services.replace_file(document=document, file=ContentFile(b"x y z"), name="n.txt", actor=None)
    services.extract_revision(second.pk)
    services.extract_revision(first.pk)
    document.refresh_from_db()
    assert document.current_revision == second


def test_a_scan_without_text_does_not_hide_the_text_that_was_current(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.extract_revision(newest(document).pk)
    second = services.replace_file(document=document, file=ContentFile(b"x y z"), name="n.txt", actor=None)
    Revision.objects.filter(pk=second.pk).update(media_type="application/pdf")
    give(monkeypatch, pdf_outcome("", ""))
    services.extract_revision(second.pk)
    document.refresh_from_db()
    assert document.current_revision is not None
    assert (document.current_revision.number, newest(document).status) == (1, Revision.Status.NO_TEXT)


def test_a_text_that_is_read_late_takes_the_place_of_a_newer_scan_without_text(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = newest(document)
    second = services.replace_file(document=document, file=ContentFile(b"x y z"), name="n.txt", actor=None)
    Revision.objects.filter(pk=second.pk).update(media_type="application/pdf")
    with monkeypatch.context() as patched:
        give(patched, pdf_outcome("", ""))
        services.extract_revision(second.pk)
    document.refresh_from_db()
    assert document.current_revision == second
    services.extract_revision(first.pk)
    document.refresh_from_db()
    assert document.current_revision == first


@pytest.mark.django_db(transaction=True)
def test_the_message_of_a_killed_worker_may_come_before_postgres_notices(document: Document) -> None:
    key = newest(document).pk
    other = connections["default"].copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockSpace.EXTRACT_REVISION), key])
    threading.Timer(0.2, other.connection.close).start()
    services.extract_revision(key)
    assert newest(document).status == Revision.Status.EXTRACTED


@pytest.mark.django_db(transaction=True)
def test_while_one_worker_reads_a_second_message_does_nothing(document: Document) -> None:
    revision = newest(document)
    key = revision.pk
    other = connections["default"].copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockSpace.EXTRACT_REVISION), key])
    try:
        assert key in held_keys(LockSpace.EXTRACT_REVISION)
        services.extract_revision(key)
        assert newest(document).status == Revision.Status.RECEIVED
    finally:
        other.close()


def test_a_lock_is_given_back_also_when_the_work_fails() -> None:
    def fail_under_the_lock() -> None:
        with try_lock(LockSpace.EXTRACT_REVISION, 5) as got:
            raise RuntimeError(got)

    with pytest.raises(RuntimeError, match="True"):
        fail_under_the_lock()
    assert 5 not in held_keys(LockSpace.EXTRACT_REVISION)


def test_events_are_only_ever_added(document: Document) -> None:
    event = DocumentEvent.objects.get()
    with pytest.raises(TypeError):
        event.save()
    with pytest.raises(TypeError):
        event.delete()
    with pytest.raises(TypeError):
        DocumentEvent.objects.all().delete()
    for query in ("UPDATE documents_documentevent SET kind = 'x'", "DELETE FROM documents_documentevent"):
        with (
            pytest.raises(ProgrammingError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(query)
