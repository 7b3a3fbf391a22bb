"""A worker recognizes the text of pages, one by one and in slices: whatever stops it, each page is stored at once.

A page that costs its worker its life EXTRACT_ATTEMPTS times is given up, and the others go on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from django.db import transaction
from django.db.models import QuerySet

from documents import conf
from documents.extractors.outcome import ExtractedText
from documents.models import DocumentEvent, RecognizedPage, Revision
from documents.ocr.engines import Engine, OcrUnavailable
from documents.ocr.recognizing import recognize_pages
from documents.ocr.values import OcrLimits, PageFailure, RecognizedText
from documents.services.recognized_text import (
    FAILED,
    FOUND_NOTHING,
    RecognizedRaw,
    pages_to_recognize,
    with_recognized,
)
from documents.services.requesting_ocr import engine_for_settings, runs_by_itself
from documents.text import has_ink

logger = logging.getLogger(__name__)

Answer = RecognizedText | PageFailure


class Unfinished(Exception):  # noqa: N818 - it names an outcome, not a fault
    """Pages are left for another turn, or the document is deleted: the revision goes back to where it waited."""


def recognized(revision: Revision, path: Path, extracted: ExtractedText) -> ExtractedText:
    """`extracted` with the text of its pages without text; Unfinished when the time of this turn is over.

    When it is no longer wanted (a newer file, switched off), or no engine is here, what there is by then is the text.
    """
    wanted = pages_to_recognize(extracted.page_sources, extracted.page_problems)
    if not wanted:
        return extracted
    try:
        engine = engine_for_settings()
        _recognize(_Work(revision, path, tuple(wanted), engine, conf.ocr_limits()))
    except OcrUnavailable as unavailable:
        _copy(_readings_of_same_file(revision), revision, wanted)
        extracted = replace(extracted, notes=(*extracted.notes, unavailable.sentence))
    return with_recognized(extracted, _raw_pages(revision, wanted))


@dataclass(frozen=True, slots=True)
class _Work:
    """A revision that this worker has claimed, its file, and the pages that want recognition."""

    revision: Revision
    path: Path
    wanted: tuple[int, ...]
    engine: Engine
    limits: OcrLimits

    def missing(self) -> list[int]:
        """The pages that nothing is stored of, in order."""
        stored = set(self.revision.recognized_pages.values_list("page", flat=True))
        return [number for number in self.wanted if number not in stored]


def _recognize(work: _Work) -> None:
    _copy(_known_to(work), work.revision, work.missing())
    if work.revision.attempts >= conf.extract_attempts():
        _give_up(work)
    missing = work.missing()
    _tell(work, len(missing))
    if not missing or not _is_still_wanted(work.revision):
        return
    ends = time.monotonic() + conf.ocr_slice_seconds()
    answers = recognize_pages(work.path, missing, work.limits)
    with closing(cast("Generator[Answer, None, None]", answers)):  # leaving it early ends its child
        for left, answer in zip(range(len(missing) - 1, -1, -1), answers, strict=False):
            _store(work, answer)
            _tell(work, left)
            if not left or not _is_still_wanted(work.revision):
                return
            if time.monotonic() >= ends or _others_wait():
                raise Unfinished


def _give_up(work: _Work) -> None:
    """The page that was being recognized each time that the worker was lost: the first that is missing."""
    for page in work.missing()[:1]:
        _store(work, PageFailure(page, FAILED, f"{work.revision.attempts} workers were lost on it", 0))


def _is_still_wanted(revision: Revision) -> bool:
    """False when a newer file has come or it was switched off; Unfinished when the document is deleted or gone."""
    now = Revision.objects.select_related("document__collection").only("document__deleted_at").filter(pk=revision.pk)
    seen = now.defer(None).defer("text").first()
    if seen is None or seen.document.deleted_at is not None:
        raise Unfinished
    newer = seen.document.revisions.filter(number__gt=seen.number).exclude(status=Revision.Status.FAILED)
    is_asked_for = seen.created_by_id is not None or runs_by_itself(seen.document)
    return is_asked_for and not newer.exists()


def _others_wait() -> bool:
    """Whether a file waits to be read: that takes seconds, and its owner looks on."""
    waiting = Revision.objects.filter(status=Revision.Status.RECEIVED, ocr_wanted=False)
    return waiting.filter(document__deleted_at__isnull=True).exists()


def _store(work: _Work, answer: Answer) -> None:
    """With it the count of attempts begins anew: there was progress. Unfinished when the revision is gone."""
    with transaction.atomic():
        if not Revision.objects.filter(pk=work.revision.pk).update(attempts=1):
            raise Unfinished
        row = _row(work, answer)
        row.save(force_insert=True)


def _row(work: _Work, answer: Answer) -> RecognizedPage:
    row = RecognizedPage(
        revision=work.revision,
        page=answer.page,
        engine=work.engine.name,
        engine_version=work.engine.version,
        languages=work.limits.languages,
        seconds=answer.seconds,
    )
    if isinstance(answer, PageFailure):
        logger.warning("page %d of revision %d: %s (%s)", answer.page, work.revision.pk, answer.code, answer.detail)
        row.problem = answer.code
        return row
    row.engine, row.engine_version, row.text = answer.engine, answer.engine_version, answer.text
    row.words = [[one.start, one.end, one.x0, one.y0, one.x1, one.y1] for one in answer.words]
    row.problem = "" if has_ink(answer.text) else FOUND_NOTHING
    return row


def _tell(work: _Work, left: int) -> None:
    """How far it is, for those who wait."""
    total = len(work.wanted)
    Revision.objects.filter(pk=work.revision.pk).update(work_done=total - left, work_total=total)


def _readings_of_same_file(revision: Revision) -> QuerySet[RecognizedPage]:
    """What was recognized for other revisions of this file, the latest of each page."""
    same = {"revision__document": revision.document_id, "revision__file_sha256": revision.file_sha256}
    rows = RecognizedPage.objects.filter(**same).exclude(revision=revision)
    return rows.order_by("page", "-revision__number").distinct("page")


def _known_to(work: _Work) -> QuerySet[RecognizedPage]:
    """What need not be recognized again. A person who asks for it wants the pages without success tried anew."""
    by_this_engine = _readings_of_same_file(work.revision).filter(
        engine=work.engine.name, engine_version=work.engine.version, languages=work.limits.languages
    )
    asked = DocumentEvent.objects.filter(
        document_id=work.revision.document_id,
        revision_number=work.revision.number,
        kind=DocumentEvent.Kind.OCR_REQUESTED,
        actor_id__isnull=False,
    )
    return by_this_engine.filter(problem="") if asked.exists() else by_this_engine


def _copy(rows: QuerySet[RecognizedPage], revision: Revision, pages: Iterable[int]) -> None:
    """Make them rows of `revision` too; those that it has stay."""
    copies = (_copied(row, revision) for row in rows.filter(page__in=list(pages)).iterator(chunk_size=50))
    RecognizedPage.objects.bulk_create(copies, batch_size=50, ignore_conflicts=True)


def _copied(row: RecognizedPage, revision: Revision) -> RecognizedPage:
    row.pk, row.revision = None, revision
    return row


def _raw_pages(revision: Revision, wanted: Iterable[int]) -> dict[int, RecognizedRaw]:
    rows = revision.recognized_pages.filter(page__in=list(wanted))
    told = rows.values_list("page", "text", "engine", "engine_version", "problem")
    return {page: RecognizedRaw(text, f"{engine} {version}", problem) for page, text, engine, version, problem in told}
