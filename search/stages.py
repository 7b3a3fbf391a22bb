"""How far a document has come, in words; computed from the truth and the index, stored nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents.failure_words import advice_in_words
from documents.models import Document, Revision
from search.models import Generation, IndexRecord

Status = Revision.Status

SHORTEST_PAUSE, PAUSE_OF_EACH, LONGEST_PAUSE = 1_500, 150, 30_000  # milliseconds


@dataclass(frozen=True, slots=True)
class Stage:
    """`code` is one of received, reading, indexing, ready, no-text, failed; `is_final`: it will not change by itself.

    `advice` says what a person can do and is empty where there is nothing to do. `done` of `total` is how far the
    work of this stage is; `total` is 0 where nothing is known of that.
    """

    code: str
    words: str
    advice: str = ""
    is_final: bool = False
    done: int = 0
    total: int = 0

    @property
    def brief(self) -> str:
        """For a table that has the pages in a column of their own."""
        return _("Ready") if self.code == "ready" else self.words


def stage_of(document: Document) -> Stage:
    """The stage of the newest file given for `document`."""
    return stages_of([document])[document.pk]


def stages_of(documents: Iterable[Document]) -> dict[int, Stage]:
    """The stage of each document by its id, in a fixed number of queries however many there are."""
    wanted = {document.pk: document for document in documents}
    newest = _newest_revisions(wanted)
    indexed = _indexed(newest.values())
    return {
        pk: _stage(document, newest[pk], indexed) if pk in newest else _received() for pk, document in wanted.items()
    }


def pause_before_asking_again() -> int:
    """Milliseconds. The more files wait, the longer, so that a page of a thousand rows asks as rarely as one of ten."""
    waiting = Revision.objects.filter(status__in=(Status.RECEIVED, Status.EXTRACTING)).count()
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, waiting * PAUSE_OF_EACH))


def _newest_revisions(document_ids: Iterable[int]) -> Mapping[int, Revision]:
    rows = Revision.objects.light().filter(document__in=list(document_ids))
    return {row.document_id: row for row in rows.order_by("document_id", "-number").distinct("document_id")}


def _indexed(revisions: Iterable[Revision]) -> dict[tuple[int, str], str]:
    """By revision and digest what the active index has a record of, and the damage that kept it out."""
    active = Generation.objects.filter(is_active=True)
    records = IndexRecord.objects.filter(generation__in=active, revision__in=[one.pk for one in revisions])
    return {(pk, digest): damage for pk, digest, damage in records.values_list("revision_id", "text_sha256", "damage")}


def _stage(document: Document, revision: Revision, indexed: Mapping[tuple[int, str], str]) -> Stage:
    if revision.status == Status.RECEIVED:
        return _recognition_waits(revision) if revision.ocr_wanted else _received()
    if revision.status == Status.EXTRACTING:
        return _recognizing(revision) if revision.ocr_wanted else _reading(revision)
    if revision.status == Status.EXTRACTED:
        damage = indexed.get((revision.pk, revision.text_sha256))
        return _indexing(revision) if damage is None else _damaged() if damage else _ready(revision)
    return _stopped(document, revision)


def _received() -> Stage:
    return Stage("received", _("Received"))


def _reading(revision: Revision) -> Stage:
    done, total = _progress(revision)
    if not total:
        return Stage("reading", _("Reading"))
    words = _("Reading page {n} of {total}").format(n=intcomma(min(done + 1, total)), total=intcomma(total))
    return Stage("reading", words, done=done, total=total)


def _recognition_waits(revision: Revision) -> Stage:
    """Before it begins, and between two turns."""
    done, total = _progress(revision)
    if not total:
        return Stage("received", _("Waiting for text recognition"))
    words = _("Text recognition: {n} of {total} pages, waiting for its next turn")
    return Stage("received", words.format(n=intcomma(done), total=intcomma(total)), done=done, total=total)


def _recognizing(revision: Revision) -> Stage:
    done, total = _progress(revision)
    if not total:
        return Stage("reading", _("Recognizing text"))
    words = _("Recognizing text: page {n} of {total}")
    words = words.format(n=intcomma(min(done + 1, total)), total=intcomma(total))
    return Stage("reading", words, done=done, total=total)


def _indexing(revision: Revision) -> Stage:
    done, total = _progress(revision)
    if not total:
        return Stage("indexing", _("Indexing"))
    words = _("Indexing, {percent} % done").format(percent=100 * done // total)
    return Stage("indexing", words, done=done, total=total)


def _progress(revision: Revision) -> tuple[int, int]:
    return revision.work_done or 0, revision.work_total or 0


def _damaged() -> Stage:
    return Stage(
        "failed",
        _("Its page metadata is damaged."),
        _("It cannot be found until its text is extracted again; “Read again” does that."),
        is_final=True,
    )


def _ready(revision: Revision) -> Stage:
    return Stage("ready", _ready_words(revision), is_final=True)


def _ready_words(revision: Revision) -> str:
    if revision.page_count is None:
        return _("Ready")
    without = revision.page_count - (revision.pages_with_text or 0)
    pages = ngettext("{n} page", "{n} pages", revision.page_count).format(n=intcomma(revision.page_count))
    if revision.pages_by_ocr:
        pages = _("{pages}, {n} by text recognition").format(pages=pages, n=intcomma(revision.pages_by_ocr))
    if not without:
        return _("Ready: {pages}").format(pages=pages)
    return _("Ready: {pages}, {without} without text").format(pages=pages, without=intcomma(without))


def _stopped(document: Document, revision: Revision) -> Stage:
    failure = revision.failure
    if revision.ocr_wanted and revision.status == Status.NO_TEXT:
        return Stage("no-text", _("No text was found in the file, nor by text recognition."), is_final=True)
    code = "no-text" if revision.status == Status.NO_TEXT else "failed"
    words = failure.sentence if failure else revision.get_status_display()
    advice = advice_in_words(revision.failure_code, revision.media_type)
    if document.current_revision_id not in (None, revision.pk):
        advice = " ".join(filter(None, [advice, _("The earlier revision stays as it was.")]))
    return Stage(code, words, advice, is_final=True)
