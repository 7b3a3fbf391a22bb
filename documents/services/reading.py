"""A worker reads a file. Whatever happens to it, the revision ends up read, failed, or free to be claimed again."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.files import File
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from documents import conf, signals
from documents.extractors.failures import ExtractionFailure
from documents.extractors.outcome import ExtractedText
from documents.extractors.sandbox import extract_confined
from documents.locks import LockSpace, try_lock
from documents.models import Document, DocumentEvent, Revision
from documents.services.committing import once_durable
from documents.services.events import record_event
from documents.services.labelling import keep_corrections
from documents.services.progress import Progress
from documents.services.recognizing import Unfinished, recognized
from documents.services.requesting_ocr import recognize_by_itself
from documents.text import has_ink, render_plain, text_sha256
from documents.text.page_labels import settled

UNFINISHED = (Revision.Status.RECEIVED, Revision.Status.EXTRACTING)


def extract_revision(revision_id: int) -> None:
    """Read the file of a revision and store its canonical text. Safe to call twice, late, or for one that is gone.

    A revision found EXTRACTING whose lock is free belonged to a worker that died: it is claimed again, up to
    EXTRACT_ATTEMPTS times without progress. Where text is to be recognized, once more: see `recognizing`.
    """
    with try_lock(LockSpace.EXTRACT_REVISION, revision_id) as got:
        revision = _claim(revision_id) if got else None
        if revision is not None:
            _read(revision)


def _claim(revision_id: int) -> Revision | None:
    """The revision, now EXTRACTING and ours; None when there is nothing left to do for it."""
    revision = Revision.objects.light().select_related("document").filter(pk=revision_id).first()
    if revision is None or revision.status not in UNFINISHED or revision.document.deleted_at is not None:
        return None
    if revision.attempts >= conf.extract_attempts() + revision.ocr_wanted:
        store_failure(revision, ExtractionFailure("worker-lost", f"{revision.attempts} attempts"))
        return None
    now = timezone.now()
    begun: dict[str, Any] = {"claimed_at": now, "attempts": F("attempts") + 1}
    goes_on = revision.ocr_wanted and revision.work_total is not None
    with transaction.atomic():
        if not goes_on:
            begun |= {"work_done": None, "work_total": None}
        changed = _swap(revision, status=Revision.Status.EXTRACTING, **begun)
        if changed and not goes_on:
            _record(revision, DocumentEvent.Kind.EXTRACTION_STARTED)
    revision.status, revision.claimed_at = Revision.Status.EXTRACTING, now
    return revision if changed else None


def _read(revision: Revision) -> None:
    try:
        with local_copy(revision.file) as path:
            extracted = _extracted(revision, path)
    except ExtractionFailure as failure:
        store_failure(revision, failure)
    except Unfinished:
        _give_back(revision)
    else:
        store_text(revision, extracted)


def _extracted(revision: Revision, path: Path) -> ExtractedText:
    """What is told of progress is the slow part: where text is recognized, the pages of that."""
    limits = conf.extract_limits()
    if not revision.ocr_wanted:
        return extract_confined(path, revision.media_type, limits, Progress(revision.pk))
    return recognized(revision, path, extract_confined(path, revision.media_type, limits))


def _give_back(revision: Revision) -> None:
    """It waits for its next turn, behind what came meanwhile."""
    with transaction.atomic():
        waits = {"status": Revision.Status.RECEIVED, "attempts": 0, "queued_at": timezone.now()}
        if _swap(revision, **waits):
            once_durable(signals.file_received.send, Revision, revision_id=revision.pk)


@contextmanager
def local_copy(file: File[Any]) -> Iterator[Path]:
    """The file's path on this machine: its own, or that of a temporary copy when storage is elsewhere."""
    try:
        yield Path(file.path)  # type: ignore[attr-defined]  # a FieldFile has it where its storage is local
    except NotImplementedError:
        with tempfile.NamedTemporaryFile() as copy, file.open("rb") as source:
            shutil.copyfileobj(source, copy)
            copy.flush()
            yield Path(copy.name)


def store_text(revision: Revision, extracted: ExtractedText, *, opens_by_itself: bool = True) -> bool:
    """Text, digest, spans, labels, event and the document's current revision in one transaction.

    Of a file that does not open by itself, without a password, no worker could recognize the pages without text: the
    event says so.
    False when somebody else has settled the revision meanwhile, or it is gone.
    """
    values = canonical_values(extracted)
    kind = _KIND_OF[values["status"]]
    told = _by_ocr(values) | ({} if opens_by_itself else {"unlocked": True})
    with transaction.atomic():
        if not _swap(revision, **values, extracted_at=timezone.now(), work_done=None, work_total=None):
            return False
        revision.status = values["status"]
        _record(revision, kind, pages=values["page_count"], characters=len(values["text"]), **told)
        keep_corrections(revision)
        _make_current(revision)
        if values["page_count"] is not None and opens_by_itself:
            recognize_by_itself(revision, values)
        once_durable(_announce, revision.pk)
    return True


def store_failure(revision: Revision, failure: ExtractionFailure) -> bool:
    """FAILED with its code, in one transaction with its event. The text that the document had stays current."""
    status = Revision.Status.FAILED
    with transaction.atomic():
        if not _swap(revision, status=status, failure_code=failure.code, failure_detail=failure.detail[:2000]):
            return False
        _record(revision, DocumentEvent.Kind.FAILED, code=failure.code)
    return True


def canonical_values(extracted: ExtractedText) -> dict[str, Any]:
    """The columns of a revision for what was read. Text and spans come from one call and are never touched again."""
    shared = {
        "places": [place.as_metadata() for place in extracted.places],
        "notes": list(extracted.notes),
        "attachments": [attachment.as_metadata() for attachment in extracted.attachments],
        "extractor": extracted.extractor,
        "extractor_version": extracted.extractor_version,
    }
    if extracted.pages is None:
        return shared | _text_values(extracted.text) | {"page_count": None}
    text, spans = render_plain(extracted.pages)
    return (
        shared
        | _text_values(text)
        | {
            "page_count": len(extracted.pages),
            "page_spans": [span.as_metadata() for span in spans],
            "page_labels": settled(extracted.page_labels),
            "declared_page_labels": settled(extracted.page_labels),
            "page_sources": list(extracted.page_sources or ()),
            "page_extractors": _stored_column(extracted.page_extractors),
            "page_problems": _stored_column(extracted.page_problems),
        }
    )


def _by_ocr(values: dict[str, Any]) -> dict[str, int]:
    """How many pages have their text from recognition, where any has."""
    count = (values.get("page_sources") or []).count("OCR")
    return {"recognized": count} if count else {}


def _stored_column(column: Sequence[str | None] | None) -> list[str | None] | None:
    return None if column is None else list(column)


def _text_values(text: str) -> dict[str, Any]:
    found = has_ink(text)
    return {
        "text": text,
        "text_sha256": text_sha256(text),
        "status": Revision.Status.EXTRACTED if found else Revision.Status.NO_TEXT,
        "failure_code": "" if found else "no-text",
    }


_KIND_OF = {
    Revision.Status.EXTRACTED: DocumentEvent.Kind.EXTRACTED,
    Revision.Status.NO_TEXT: DocumentEvent.Kind.NO_TEXT,
}


def _swap(revision: Revision, **values: Any) -> bool:
    """Compare and set: change the row only if it is still as this worker last saw it."""
    seen: dict[str, datetime | str | None] = {"status": revision.status, "claimed_at": revision.claimed_at}
    return bool(Revision.objects.filter(pk=revision.pk, **seen).update(**values))


def _make_current(revision: Revision) -> None:
    """The newest revision with text is current; without any, the newest that was read; else the newest.

    So one that is read late never pushes a newer one aside, and a scan without text never hides a text.
    """
    document = Document.objects.select_for_update(of=("self",)).get(pk=revision.document_id)
    current = document.current_revision
    if current is not None and _standing(current) > _standing(revision):
        return
    changed = current is None or current.pk != revision.pk
    document.current_revision = revision
    document.save(update_fields=["current_revision", "updated_at"])
    if changed:
        _record(revision, DocumentEvent.Kind.BECAME_CURRENT)


def _standing(revision: Revision) -> tuple[bool, bool, int]:
    return revision.status == Revision.Status.EXTRACTED, revision.is_read, revision.number


def _record(revision: Revision, kind: DocumentEvent.Kind, **detail: Any) -> None:
    record_event(document=revision.document, kind=kind, revision=revision, detail=detail)


def _announce(revision_id: int) -> None:
    signals.text_extracted.send(Revision, revision_id=revision_id)
