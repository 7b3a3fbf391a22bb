"""Looking after what is stored: checking page metadata, finding lost work, removing what was deleted long ago."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from documents import conf, signals
from documents.locks import LockSpace, held_keys
from documents.models import Document, DocumentEvent, Revision
from documents.querysets import AnyUser
from documents.services.committing import once_durable
from documents.services.events import record_event
from documents.services.pictures import prune_pictures
from documents.services.uploads import remove_left_uploads
from documents.text import check_page_spans, parse_page_spans, parse_places, text_sha256
from documents.text.forbidden import check_characters

RESENT_AT_ONCE = 500
LONGEST_UPLOAD = timedelta(days=1)


def page_metadata_problems(revision: Revision) -> list[str]:
    """What is wrong with the stored text, digest and page metadata of a revision, in words; ``[]`` if all agree."""
    if not revision.is_read:
        return []
    text = revision.text or ""
    problems = [] if text_sha256(text) == revision.text_sha256 else ["the digest is not that of the text"]
    problems += check_characters(text) + _place_problems(revision, len(text))
    if revision.page_count is None:
        return problems
    try:
        spans = parse_page_spans(revision.page_spans)
    except ValueError as error:
        return [*problems, str(error)]
    return problems + check_page_spans(text, spans, revision.page_count) + _per_page_problems(revision)


def _place_problems(revision: Revision, length: int) -> list[str]:
    try:
        places = parse_places(revision.places)
    except ValueError as error:
        return [str(error)]
    outside = (one for one in places if not 0 <= one.start <= one.end <= length)
    return [f"the {one.kind} “{one.label}” [{one.start}, {one.end}) is not within the text" for one in outside]


def _per_page_problems(revision: Revision) -> list[str]:
    columns = {
        "page labels": revision.page_labels,
        "declared page labels": revision.declared_page_labels,
        "page sources": revision.page_sources,
        "page extractors": revision.page_extractors,
        "page problems": revision.page_problems,
    }
    found = (_column_problem(name, column, revision.page_count) for name, column in columns.items())
    return [problem for problem in found if problem]


def _column_problem(name: str, column: object, page_count: int | None) -> str:
    if column is None:
        return ""
    if not isinstance(column, list):
        return f"the {name} are not a list"
    if len(column) != page_count:
        return f"there are {len(column)} {name} for {page_count} pages"
    are_strings = all(value is None or isinstance(value, str) for value in column)
    return "" if are_strings else f"not all of the {name} are strings"


def audit_revision(revision: Revision, *, actor: AnyUser | None = None) -> list[str]:
    """Check one revision against the contract and record the result; returns the problems in words."""
    problems = page_metadata_problems(revision)
    record_event(
        document=revision.document,
        kind=DocumentEvent.Kind.AUDITED,
        actor=actor,
        revision=revision,
        detail={"problems": problems},
    )
    return problems


def sweep(*, at_start: bool = False) -> None:
    """What a lost message, a dead worker or a full undo period left behind. Doing it twice changes nothing.

    `at_start`: the stack has just come up, perhaps after a power cut, and no message is trusted to have survived.
    """
    resend_unfinished(timedelta(0) if at_start else conf.stalled_after())
    purge_deleted(timezone.now() - conf.undo_period())
    remove_left_uploads(timezone.now() - LONGEST_UPLOAD)
    prune_pictures()


def resend_unfinished(stalled_after: timedelta) -> int:
    """Announce again the files whose worker died, and those that have waited that long for one; returns how many.

    A revision that is EXTRACTING and whose lock nobody holds had a worker that died: it locks before it claims.
    """
    unfinished = Revision.objects.light().filter(document__deleted_at__isnull=True).order_by("queued_at")
    overdue = Q(status=Revision.Status.RECEIVED, queued_at__lte=timezone.now() - stalled_after)
    abandoned = Q(status=Revision.Status.EXTRACTING) & ~Q(pk__in=held_keys(LockSpace.EXTRACT_REVISION))
    ids = list(unfinished.filter(overdue | abandoned).values_list("pk", flat=True)[:RESENT_AT_ONCE])
    Revision.objects.filter(pk__in=ids).update(queued_at=timezone.now())
    for revision_id in ids:
        signals.file_received.send(Revision, revision_id=revision_id)
    return len(ids)


def purge_deleted(before: datetime) -> int:
    """Remove for good the documents deleted before that moment, with their files; returns how many."""
    ids = list(Document.objects.deleted_before(before).values_list("pk", flat=True))
    return sum(_purge(document_id, before) for document_id in ids)


@transaction.atomic
def _purge(document_id: int, before: datetime) -> bool:
    rows = Document.objects.deleted_before(before).select_for_update(of=("self",))
    document = rows.filter(pk=document_id).first()
    if document is None:  # restored a moment ago
        return False
    files = {revision.file.name: revision.file for revision in document.revisions.light()}
    record_event(document=document, kind=DocumentEvent.Kind.PURGED)
    document.delete()
    for name, file in files.items():
        once_durable(file.storage.delete, name)
    once_durable(signals.document_deleted.send, Document, document_id=document_id)
    return True
