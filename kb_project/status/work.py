"""What waits, what is done and what failed, of the documents that a person may read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.defaultfilters import timesince_filter
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from documents import conf
from documents.locks import LockSpace, held_keys
from documents.models import Document, DocumentEvent, Revision
from documents.querysets import AnyUser
from kb_project.status.lines import Line, State
from search.generations import existing_generation
from search.indexing import stale_documents
from search.models import IndexRecord

SHOWN = 10
Status = Revision.Status


@dataclass(frozen=True, slots=True)
class Failed:
    """A document whose newest file could not be read, or whose pages cannot be proved."""

    document: Document
    revision: Revision


def queue_lines(user: AnyUser) -> list[Line]:
    """How long the oldest file has waited: to be read, to be finished, to be indexed; and where text is recognized."""
    every = Revision.objects.light().filter(document__in=Document.objects.visible_to(user))
    unfinished = every.filter(ocr_wanted=False)
    received = unfinished.filter(status=Status.RECEIVED).order_by("created_at").first()
    reading = unfinished.filter(status=Status.EXTRACTING).order_by("claimed_at").first()
    return [
        _age(
            _("Waiting to be read"),
            received.created_at if received else None,
            conf.stalled_after(),
            _("Look whether a worker runs and whether the broker answers."),
        ),
        _age(
            _("Being read"),
            reading.claimed_at if reading else None,
            timedelta(seconds=conf.extract_limits().seconds) + conf.stalled_after(),
            _("Its worker may have died: the next sweep gives it to another. Look at the worker's log."),
        ),
        _age(
            _("Waiting to be indexed"),
            _oldest(_stale(user).exclude(pk__in=held_keys(LockSpace.INDEX_DOCUMENT))),
            conf.stalled_after(),
            _("Look whether a worker runs and whether Chroma answers."),
        ),
        *_recognition_lines(every.filter(ocr_wanted=True)),
    ]


def _recognition_lines(unfinished: QuerySet[Revision]) -> list[Line]:
    """It gives way to all other work, so it may wait for hours: that is late only while no worker does anything.

    What a turn did not finish waits anew.
    """
    begun = Coalesce("claimed_at", "created_at")
    waiting = unfinished.filter(status=Status.RECEIVED).annotate(since=begun).order_by("since")
    at_work = unfinished.filter(status=Status.EXTRACTING).order_by("claimed_at").first()
    turn = conf.extract_limits().seconds + conf.ocr_slice_seconds() + conf.ocr_limits().seconds
    return [
        _age(
            _("Waiting for text recognition"),
            waiting.values_list("since", flat=True).first(),
            timedelta.max if _is_other_work() else conf.stalled_after(),
            _("Look whether a worker runs and whether the broker answers."),
        ),
        _age(
            _("Text being recognized"),
            at_work.claimed_at if at_work else None,
            timedelta(seconds=turn) + conf.stalled_after(),
            _("Its worker may have died: the next sweep gives it to another. Look at the worker's log."),
        ),
    ]


def _is_other_work() -> bool:
    """Whether anything is being done, or waits, that recognition waits for: whoever may see it."""
    received = Q(status=Status.RECEIVED, ocr_wanted=False)
    at_work = Revision.objects.filter(received | Q(status=Status.EXTRACTING))
    return at_work.filter(document__deleted_at__isnull=True).exists()


def stage_lines(user: AnyUser) -> list[Line]:
    """How many documents stand at each stage, with the list of them where the library can show one."""
    counts, indexing = _by_status(user), _stale(user).filter(newest_status=Status.EXTRACTED).count()
    damaged, recognizing = _damaged(user).count(), _recognizing(user).count()
    told: list[tuple[str, int, State, str]] = [
        (_("Received"), counts.get(Status.RECEIVED, 0), "wait", "unread"),
        (_("Reading"), counts.get(Status.EXTRACTING, 0), "wait", "unread"),
        (_("Text recognition"), recognizing, "wait", ""),
        (_("Indexing"), indexing, "wait", ""),
        (_("Ready"), counts.get(Status.EXTRACTED, 0) - indexing - damaged, "good", "read"),
        (_("No text"), counts.get(Status.NO_TEXT, 0), "warn", "no-text"),
        (_("Failed"), counts.get(Status.FAILED, 0), "bad", "failed"),
        (_("Page metadata damaged"), damaged, "bad", ""),
    ]
    return [_count(name, number, state, status) for name, number, state, status in told]


def failures(user: AnyUser) -> list[Failed]:
    """The latest documents whose newest file failed."""
    found = _with_newest(user).filter(newest_status=Status.FAILED).order_by("-updated_at")[:SHOWN]
    newest = Revision.objects.light().filter(document__in=list(found)).order_by("document_id", "-number")
    by_document = {revision.document_id: revision for revision in newest.distinct("document_id")}
    return [Failed(document, by_document[document.pk]) for document in found]


def audits(user: AnyUser) -> QuerySet[DocumentEvent]:
    """The latest checks of page metadata; those of documents that were removed are left out."""
    visible = Document.objects.visible_to(user).values("pk")
    return DocumentEvent.objects.filter(kind=DocumentEvent.Kind.AUDITED, document_id__in=visible)[:SHOWN]


def _with_newest(user: AnyUser) -> QuerySet[Any]:
    newest = Revision.objects.filter(document=OuterRef("pk")).order_by("-number")
    return Document.objects.visible_to(user).annotate(
        newest_status=Subquery(newest.values("status")[:1]), newest_ocr=Subquery(newest.values("ocr_wanted")[:1])
    )


def _recognizing(user: AnyUser) -> QuerySet[Any]:
    """Those whose newest file was read, and has pages whose text is being recognized or waits for that."""
    return _with_newest(user).filter(newest_status__in=(Status.RECEIVED, Status.EXTRACTING), newest_ocr=True)


def _by_status(user: AnyUser) -> Mapping[str, int]:
    rows = (
        _with_newest(user)
        .exclude(pk__in=_recognizing(user).order_by().values("pk"))
        .order_by()
        .values("newest_status")
        .annotate(number=Count("pk"))
    )
    return dict(rows.values_list("newest_status", "number"))


def _stale(user: AnyUser) -> QuerySet[Any]:
    return _with_newest(user).filter(pk__in=stale_documents(existing_generation()).order_by().values("pk"))


def _damaged(user: AnyUser) -> QuerySet[IndexRecord]:
    visible = Document.objects.visible_to(user)
    return IndexRecord.objects.filter(~Q(damage=""), generation=existing_generation(), document__in=visible)


def _oldest(documents: QuerySet[Any]) -> datetime | None:
    """Since when the text of the first of them has been there."""
    moments = documents.order_by("current_revision__extracted_at")
    return moments.values_list("current_revision__extracted_at", flat=True).first()


def _age(name: str, since: datetime | None, long: timedelta, advice: str) -> Line:
    if since is None:
        return Line(name, "good", _("Nothing."))
    words = _("The oldest since {time}.").format(time=timesince_filter(since))
    is_late = timezone.now() - since > long
    return Line(name, "warn" if is_late else "wait", words, advice if is_late else "")


def _count(name: str, number: int, state: State, status: str) -> Line:
    url = f"{reverse('library')}?status={status}" if status and number else ""
    return Line(name, state if number else "good", f"{number:,}", url=url)
