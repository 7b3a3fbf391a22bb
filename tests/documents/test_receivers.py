"""Which work a received file gives to the queue, and in which place of it."""

from __future__ import annotations

from typing import Any

import pytest
from celery import current_app

from documents import receivers, signals, tasks
from documents.models import Revision
from tests.factories import make_document

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("ocr_wanted", "task"), [(False, "extract_revision"), (True, "recognize_revision")])
def test_recognizing_text_is_work_of_its_own(monkeypatch: pytest.MonkeyPatch, ocr_wanted: Any, task: str) -> None:
    sent: list[tuple[Any, int]] = []
    monkeypatch.setattr(receivers, "enqueue", lambda task, revision_id: sent.append((task, revision_id)))
    revision = make_document().revisions.get()
    Revision.objects.update(ocr_wanted=ocr_wanted)
    signals.file_received.send(Revision, revision_id=revision.pk)
    assert sent == [(getattr(tasks, task), revision.pk)]


def test_recognizing_text_waits_behind_all_other_work(settings: Any) -> None:
    options = current_app.amqp.router.route({}, tasks.recognize_revision.name)
    assert options["priority"] == 9
    assert "priority" not in current_app.amqp.router.route({}, tasks.extract_revision.name)


def test_recognizing_is_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr("documents.services.extract_revision", read.append)
    tasks.recognize_revision(7)
    assert read == [7]
