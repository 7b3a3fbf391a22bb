"""How far a document has come, in words; computed from the truth and the index, stored nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from documents.extractors.failures import advice_on
from documents.models import Document, Revision
from search.models import Generation, IndexRecord

Status = Revision.Status


@dataclass(frozen=True, slots=True)
class Stage:
    """`code` is one of received, reading, indexing, ready, no-text, failed; `is_final`: it will not change by itself.

    `advice` says what a person can do and is empty where there is nothing to do.
    """

    code: str
    words: str
    advice: str = ""
    is_final: bool = False


RECEIVED = Stage("received", "Received")
READING = Stage("reading", "Reading")
INDEXING = Stage("indexing", "Indexing")
DAMAGED = Stage(
    "failed",
    "Its page metadata is damaged.",
    "It cannot be found until its text is extracted again; an administrator can do that.",
    is_final=True,
)


def stage_of(document: Document) -> Stage:
    """The stage of the newest file given for `document`."""
    return stages_of([document])[document.pk]


def stages_of(documents: Iterable[Document]) -> dict[int, Stage]:
    """The stage of each document by its id, in a fixed number of queries however many there are."""
    wanted = {document.pk: document for document in documents}
    newest = _newest_revisions(wanted)
    indexed = _indexed(newest.values())
    return {pk: _stage(document, newest[pk], indexed) if pk in newest else RECEIVED for pk, document in wanted.items()}


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
        return RECEIVED
    if revision.status == Status.EXTRACTING:
        return READING
    if revision.status == Status.EXTRACTED:
        damage = indexed.get((revision.pk, revision.text_sha256))
        return INDEXING if damage is None else DAMAGED if damage else _ready(revision)
    return _stopped(document, revision)


def _ready(revision: Revision) -> Stage:
    return Stage("ready", _ready_words(revision), is_final=True)


def _ready_words(revision: Revision) -> str:
    if revision.page_count is None:
        return "Ready"
    without = revision.page_count - (revision.pages_with_text or 0)
    return f"Ready: {_pages(revision.page_count)}" + (f", {without:,} without text" if without else "")


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"


def _stopped(document: Document, revision: Revision) -> Stage:
    failure = revision.failure
    code = "no-text" if revision.status == Status.NO_TEXT else "failed"
    words = failure.sentence if failure else revision.get_status_display()
    advice = advice_on(revision.failure_code, revision.media_type)
    if document.current_revision_id not in (None, revision.pk):
        advice = f"{advice} The earlier revision stays as it was.".strip()
    return Stage(code, words, advice, is_final=True)
