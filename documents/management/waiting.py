"""Waiting until files that were put in have been read and indexed, as their events tell."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q

from documents import conf
from documents.models import DocumentEvent, Revision

POLL_SECONDS = 0.5
ROWS_AT_ONCE = 1000


class NothingMoves(Exception):  # noqa: N818 - it names an outcome
    """No file has come further for as long as one may take: no worker seems to run."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A revision that will not change by itself; `chunks` is 0 where nothing could be indexed."""

    revision_id: int
    uploaded_name: str
    status: str
    pages: int
    chunks: int
    reason: str


def wait_until_settled(revision_ids: Iterable[int]) -> Iterator[Settled]:
    """Yield each revision as soon as it is indexed, without text, or failed. NothingMoves when none gets anywhere."""
    pending = set(revision_ids)
    moved = time.monotonic()
    while pending:
        before = len(pending)
        for settled in _settled(pending):
            pending.discard(settled.revision_id)
            yield settled
        pending &= _existing(pending)
        if len(pending) < before:
            moved = time.monotonic()
        elif time.monotonic() - moved > patience():
            raise NothingMoves
        if pending:
            time.sleep(POLL_SECONDS)


def patience() -> float:
    """Seconds without any progress that are still ordinary: one lost message, then one file that is slow to read."""
    return conf.stalled_after().total_seconds() + conf.extract_limits().seconds


def _settled(revision_ids: Iterable[int]) -> Iterator[Settled]:
    indexed = DocumentEvent.objects.filter(
        kind=DocumentEvent.Kind.INDEXED,
        document_id=OuterRef("document_id"),
        revision_number=OuterRef("number"),
    )
    stopped = Q(status__in=[Revision.Status.NO_TEXT, Revision.Status.FAILED])
    superseded = Q(status=Revision.Status.EXTRACTED) & ~Q(document__current_revision=F("pk"))
    ended = Q(Exists(indexed)) | stopped | superseded
    for ids in _batches(revision_ids):
        for revision in Revision.objects.light().filter(ended, pk__in=ids):
            yield _describe(revision)


def _describe(revision: Revision) -> Settled:
    failure = revision.failure
    return Settled(
        revision.pk,
        revision.uploaded_name,
        revision.status,
        revision.page_count or 0,
        _chunks(revision),
        f"{failure.sentence} [{failure.code}]" if failure else "",
    )


def _chunks(revision: Revision) -> int:
    events = DocumentEvent.objects.filter(
        kind=DocumentEvent.Kind.INDEXED, document_id=revision.document_id, revision_number=revision.number
    )
    last = events.order_by("-pk").first()
    return int(last.detail.get("chunks", 0)) if last else 0


def _existing(revision_ids: Iterable[int]) -> set[int]:
    """Those that have not been removed for good, nor deleted, while we waited."""
    standing = Revision.objects.filter(document__deleted_at__isnull=True)
    return {pk for ids in _batches(revision_ids) for pk in standing.filter(pk__in=ids).values_list("pk", flat=True)}


def _batches(revision_ids: Iterable[int]) -> Iterator[list[int]]:
    ids = sorted(revision_ids)
    for first in range(0, len(ids), ROWS_AT_ONCE):
        yield ids[first : first + ROWS_AT_ONCE]
