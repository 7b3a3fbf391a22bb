"""Text recognition is asked for: by itself when a file was read, or by a person. Each makes a revision of that file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from documents import conf
from documents.extractors.media_types import PDF
from documents.models import Document, DocumentEvent, OcrChoice, Revision
from documents.ocr.engines import Engine, OcrUnavailable, engine_for
from documents.querysets import AnyUser
from documents.services.receiving import add_reading
from documents.services.recognized_text import blank_pages, pages_to_recognize

_READ_EVENTS = (DocumentEvent.Kind.EXTRACTED, DocumentEvent.Kind.NO_TEXT)

UNFINISHED = (Revision.Status.RECEIVED, Revision.Status.EXTRACTING)
NO_SUCH_ENGINE = gettext_noop("The settings ask for a text recognition that there is not. Tell an administrator.")


class WhyNot(Enum):
    """Why there is nothing to recognize."""

    BEING_READ = "being-read"
    NO_PAGES = "no-pages"
    LOCKED = "locked"


class NothingToRecognize(Exception):  # noqa: N818 - it names an outcome, not a fault
    """The file is being read right now, none of its pages is without text, or it only opens with a password."""

    def __init__(self, why: WhyNot) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class Recognizable:
    """The reading whose pages recognition could help, and the numbers of these pages: never empty.

    `is_untried` is False where recognition has been tried on each of them, and found nothing or failed. `is_scan` is
    whether it looks like one: no page has a text layer that could be read.
    """

    reading: Revision
    pages: tuple[int, ...]
    is_untried: bool
    is_scan: bool


def recognize_text(*, document: Document, actor: AnyUser | None) -> Revision:
    """A new revision of the newest file, whose pages without text will be recognized.

    A person has it done also where it is switched off; the system itself (None) stops there.
    NothingToRecognize where no page wants it or the file is being read; OcrUnavailable where no engine is here.
    """
    engine_for_settings()
    with transaction.atomic():
        row = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
        found = recognizable(row)
        return add_reading(found.reading, actor, DocumentEvent.Kind.OCR_REQUESTED, ocr_wanted=True)


def recognizable(document: Document) -> Recognizable:
    """What `recognize_text` would work on; NothingToRecognize."""
    revisions = document.revisions.light().order_by("-number")
    newest = revisions.first()
    if newest is None or newest.media_type != PDF:
        raise NothingToRecognize(WhyNot.NO_PAGES)
    if newest.status in UNFINISHED:
        raise NothingToRecognize(WhyNot.BEING_READ)
    reading = revisions.filter(file_sha256=newest.file_sha256, status__in=Revision.READ).first()
    if reading is None:
        raise NothingToRecognize(WhyNot.NO_PAGES)
    columns = Revision.objects.filter(pk=reading.pk).values_list("page_sources", "page_problems").get()
    pages = pages_to_recognize(*columns) if all(_is_column(one, reading.page_count) for one in columns) else []
    if not pages:
        raise NothingToRecognize(WhyNot.NO_PAGES)
    if was_unlocked(reading):
        raise NothingToRecognize(WhyNot.LOCKED)
    return Recognizable(
        reading,
        tuple(pages),
        is_untried=bool(pages_to_recognize(*columns, again=False)),
        is_scan=len(pages) + len(blank_pages(*columns)) == reading.page_count,
    )


def _is_column(value: Any, count: int | None) -> bool:
    """Whether it is what a revision says of its pages. What is damaged is shown by the audit, and helps nobody here."""
    if value is None:
        return True
    return isinstance(value, list) and len(value) == count and all(one is None or isinstance(one, str) for one in value)


def was_unlocked(reading: Revision) -> bool:
    """Whether a password opened the file for this reading. It is kept nowhere, so no worker could open the file."""
    read = reading.document.events.filter(revision_number=reading.number, kind__in=_READ_EVENTS)
    return read.filter(detail__unlocked=True).exists()


def recognize_by_itself(revision: Revision, values: dict[str, Any]) -> Revision | None:
    """To be called in the transaction that stored `values` as what was read of `revision`; None where it is not wanted.

    Not for a reading that recognition itself has given: what it could not read is asked for by a person only.
    """
    if revision.ocr_wanted or revision.media_type != PDF:
        return None
    if not pages_to_recognize(values["page_sources"], values["page_problems"], again=False):
        return None
    document = Document.objects.select_related("collection").get(pk=revision.document_id)
    if not runs_by_itself(document) or document.revisions.filter(number__gt=revision.number).exists():
        return None
    try:
        engine_for_settings()
    except OcrUnavailable:
        return None
    return add_reading(revision, None, DocumentEvent.Kind.OCR_REQUESTED, ocr_wanted=True)


def runs_by_itself(document: Document) -> bool:
    """Whether the collection, or else the settings, have its scans recognized as they come in."""
    choice = document.collection.ocr
    return conf.ocr_by_itself() if choice == OcrChoice.DEFAULT else choice == OcrChoice.ON


def engine_for_settings() -> Engine:
    """The engine that the settings ask for; OcrUnavailable also where they name none that there is."""
    limits = conf.ocr_limits()
    try:
        return engine_for(limits.engine, limits.languages)
    except ValueError as error:
        raise OcrUnavailable("ocr-engine-missing", NO_SUCH_ENGINE, str(error)) from error
