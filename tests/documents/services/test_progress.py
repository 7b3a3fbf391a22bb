"""How far the work on a revision is: stored rarely, and never in the way of the work."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError

from documents.models import Revision
from documents.services import extract_again, extract_revision, progress, reading
from documents.services.progress import Progress
from tests.factories import make_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still until the test moves it."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def stored(revision: Revision) -> tuple[int | None, int | None]:
    revision.refresh_from_db()
    return revision.work_done, revision.work_total


def test_at_most_one_a_second_is_stored(clock: list[float]) -> None:
    revision = make_document(text="One.").revisions.get()
    tell = Progress(revision.pk)
    tell(1, 9)
    assert stored(revision) == (None, None)
    clock[0] += progress.SECONDS
    tell(2, 9)
    tell(3, 9)
    assert stored(revision) == (2, 9)


def test_the_end_leaves_nothing_behind(clock: list[float]) -> None:
    revision = make_document(text="One.").revisions.get()
    tell = Progress(revision.pk)
    clock[0] += progress.SECONDS
    tell(2, 9)
    tell.end()
    assert stored(revision) == (None, None)


def test_a_hint_that_cannot_be_stored_ends_nothing(clock: list[float], monkeypatch: Any) -> None:
    def fails(**fields: Any) -> None:
        raise DatabaseError

    tell = Progress(1)
    clock[0] += progress.SECONDS
    monkeypatch.setattr(Revision.objects, "filter", fails)
    tell(1, 2)


def test_what_is_read_keeps_no_progress_of_its_reading(clock: list[float], monkeypatch: Any) -> None:
    document = make_document(text="One.")
    revision = extract_again(document=document, actor=None)
    seen: list[tuple[int | None, int | None]] = []
    extract = reading.extract_confined

    def slowly(path: Any, media_type: str, limits: Any, on_progress: Any) -> Any:
        clock[0] += progress.SECONDS
        on_progress(40, 120)
        seen.append(stored(revision))
        return extract(path, "text/plain", limits)

    monkeypatch.setattr(reading, "extract_confined", slowly)
    extract_revision(revision.pk)
    assert seen == [(40, 120)]
    assert stored(revision) == (None, None)
    assert revision.is_read
