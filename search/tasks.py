"""Ids in, nothing out; each is safe to run twice, late, or never."""

from datetime import timedelta
from typing import Any

from celery import shared_task

from documents.conf import stalled_after
from documents.queueing import enqueue
from search import indexing, upkeep
from search.embeddings import EmbedderUnavailable
from search.generations import WrongModel
from search.indexing import Outcome
from search.vector_store import VectorStoreUnavailable

# Once the retries are used up the message is gone, and the sweep finds the work again.
OPTIONS: dict[str, Any] = {
    "autoretry_for": (VectorStoreUnavailable, EmbedderUnavailable),
    "retry_backoff": 2,
    "retry_backoff_max": 300,
    "max_retries": 8,
    "throws": (WrongModel,),  # said in one line: it waits for an operator
}
BUSY_SECONDS = 3


@shared_task(bind=True, **OPTIONS)
def index_revision(self: Any, revision_id: int) -> None:
    _again_if_busy(self, indexing.index_revision(revision_id))


@shared_task(bind=True, **OPTIONS)
def index_document(self: Any, document_id: int) -> None:
    _again_if_busy(self, indexing.index_document(document_id))


@shared_task(bind=True, **OPTIONS)
def write_heads(self: Any, document_id: int) -> None:
    _again_if_busy(self, indexing.write_heads(document_id))


@shared_task(bind=True, **OPTIONS)
def remove_document(self: Any, document_id: int) -> None:
    _again_if_busy(self, indexing.remove_document(document_id))


@shared_task
def repair_index() -> None:
    upkeep.repair_index()


@shared_task
def sweep(*, at_start: bool = False) -> None:
    work = upkeep.work_left(timedelta(0) if at_start else stalled_after())
    for revision_id in work.revision_ids:
        enqueue(index_revision, revision_id)
    for document_id in work.deleted_document_ids:
        enqueue(remove_document, document_id)
    if work.has_drifted:
        enqueue(repair_index)


def _again_if_busy(task: Any, outcome: Outcome) -> None:
    """Another worker is on the document, perhaps for an older state of it: look again when it is done."""
    if outcome is Outcome.BUSY:
        raise task.retry(countdown=BUSY_SECONDS * 2**task.request.retries)
