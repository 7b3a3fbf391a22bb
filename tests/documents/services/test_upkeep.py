"""The sweep, the purge and the audit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from documents import services, signals
from documents.locks import LockSpace, try_lock
from documents.models import Collection, Document, DocumentEvent, Revision
from documents.services.upkeep import resend_unfinished
from documents.text import text_sha256

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> Document:
    collection = Collection.objects.create(name="Contracts")
    return services.receive_file(
        collection=collection, file=ContentFile(b"A note about ferries.\n"), name="note.txt", actor=None
    ).document


@pytest.fixture
def announced() -> Iterator[list[int]]:
    heard: list[int] = []

    def listen(revision_id: int, **kwargs: Any) -> None:
        heard.append(revision_id)

    signals.file_received.connect(listen)
    yield heard
    signals.file_received.disconnect(listen)


def test_a_file_whose_message_was_lost_is_announced_once_it_has_waited_too_long(
    document: Document, announced: list[int]
) -> None:
    assert resend_unfinished(timedelta(minutes=5)) == 0
    Revision.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    assert resend_unfinished(timedelta(minutes=5)) == 1
    assert announced == [document.current_revision_id]
    assert resend_unfinished(timedelta(minutes=5)) == 0, "it is not sent again until it has waited again"


def test_a_revision_whose_worker_died_is_announced_at_once_and_one_that_is_being_read_is_not(
    document: Document, announced: list[int]
) -> None:
    Revision.objects.update(status=Revision.Status.EXTRACTING)
    with try_lock(LockSpace.EXTRACT_REVISION, document.current_revision_id or 0):
        assert resend_unfinished(timedelta(minutes=5)) == 0
    assert resend_unfinished(timedelta(minutes=5)) == 1


def test_when_the_stack_starts_nothing_is_trusted_to_be_on_the_queue(document: Document, announced: list[int]) -> None:
    services.sweep(at_start=True)
    assert announced == [document.current_revision_id]


def test_what_is_deleted_is_not_announced(document: Document, announced: list[int]) -> None:
    Revision.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    services.delete_document(document=document, actor=None)
    assert resend_unfinished(timedelta(minutes=5)) == 0


def test_a_purge_removes_rows_and_files_and_keeps_the_events(
    document: Document, media_root: Path, django_capture_on_commit_callbacks: Any
) -> None:
    services.delete_document(document=document, actor=None)
    with django_capture_on_commit_callbacks(execute=True):
        assert services.purge_deleted(timezone.now() + timedelta(seconds=1)) == 1
    assert not Document.objects.exists()
    assert not Revision.objects.exists()
    assert [path for path in media_root.rglob("*") if path.is_file()] == []
    assert [event.kind for event in DocumentEvent.objects.order_by("pk")] == ["uploaded", "deleted", "purged"]


def test_what_can_still_be_restored_is_not_purged(document: Document) -> None:
    services.delete_document(document=document, actor=None)
    services.sweep()
    assert services.restore_document(document=document, actor=None)


def test_an_audit_names_what_is_wrong_and_leaves_an_event(document: Document) -> None:
    revision_id = document.current_revision_id or 0
    services.extract_revision(revision_id)
    revision = Revision.objects.with_text().get(pk=revision_id)
    assert services.audit_revision(revision) == []
    Revision.objects.filter(pk=revision_id).update(text="Another text.")
    problems = services.audit_revision(Revision.objects.with_text().get(pk=revision_id))
    assert problems == ["the digest is not that of the text"]
    assert [event.detail["problems"] for event in document.events.filter(kind="audited")] == [problems, []]


def test_malformed_page_spans_are_a_problem_in_words_and_not_an_error(document: Document) -> None:
    revision_id = document.current_revision_id or 0
    services.extract_revision(revision_id)
    Revision.objects.filter(pk=revision_id).update(
        media_type="application/pdf", page_count=1, page_spans=[{"page": "1"}], page_sources=["text layer"]
    )
    assert services.page_metadata_problems(Revision.objects.with_text().get(pk=revision_id))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"text": "A form\ffeed."}, "U+000C at 6"),
        ({"text": "A line\r\nend."}, "U+000D at 6"),
        ({"text": "A mark\ufffe of pdfium."}, "U+FFFE at 6"),
        ({"places": [{"kind": "heading", "label": "Fees", "start": 3, "end": 999}]}, "“Fees” [3, 999) is not within"),
        ({"places": [{"kind": "heading", "label": "Fees", "start": 5, "end": 3}]}, "“Fees” [5, 3) is not within"),
    ],
)
def test_forbidden_characters_and_places_outside_of_the_text_are_problems(
    document: Document, values: dict[str, Any], said: str
) -> None:
    revision_id = document.current_revision_id or 0
    services.extract_revision(revision_id)
    digest = {"text_sha256": text_sha256(values["text"])} if "text" in values else {}
    Revision.objects.filter(pk=revision_id).update(**values, **digest)
    (problem,) = services.page_metadata_problems(Revision.objects.with_text().get(pk=revision_id))
    assert said in problem
