"""What a lost message, a dead worker or a lost disk left undone in the index. Looking costs little when all is well."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, Sum
from django.utils import timezone

from search import audit
from search.generations import existing_generation
from search.indexing import leftover_documents, stale_documents
from search.models import Generation
from search.vector_store import MissingVectorCollection, VectorStoreUnavailable, get_store

logger = logging.getLogger(__name__)

RESENT_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be put on the queue again; at most `RESENT_AT_ONCE` of a kind, the longest waiting first."""

    revision_ids: tuple[int, ...] = ()
    deleted_document_ids: tuple[int, ...] = ()
    has_drifted: bool = False

    def __bool__(self) -> bool:
        return bool(self.revision_ids or self.deleted_document_ids or self.has_drifted)


def work_left(stalled_after: timedelta) -> Work:
    """What has waited longer than that for its task, and whether the vector store has lost or kept too much."""
    generation = existing_generation()
    deleted = tuple(leftover_documents().values_list("pk", flat=True)[:RESENT_AT_ONCE])
    waiting = _waiting(generation, stalled_after)
    is_quiet = generation is not None and not deleted and not stale_documents(generation).exists()
    return Work(waiting, deleted, is_quiet and generation is not None and _counts_differ(generation))


def repair_index() -> None:
    """Compare the active generation with the vector store and put right what differs."""
    generation = existing_generation()
    if generation is not None and (drift := audit.find_drift(generation)).differences:
        logger.warning("the index has drifted in %d places; repairing", len(drift.differences))
        audit.repair(drift)


def _waiting(generation: Generation | None, stalled_after: timedelta) -> tuple[int, ...]:
    since = timezone.now() - stalled_after
    stalled = Q(current_revision__extracted_at__lte=since) | Q(current_revision__extracted_at__isnull=True)
    stale = stale_documents(generation).filter(stalled).order_by("current_revision__extracted_at", "pk")
    return tuple(stale.values_list("current_revision", flat=True)[:RESENT_AT_ONCE])


def _counts_differ(generation: Generation) -> bool:
    """By what the records say: counting the chunks themselves reads their whole table, every minute."""
    records = generation.records.filter(document__deleted_at__isnull=True)
    expected = records.aggregate(total=Sum("chunk_count"))["total"] or 0
    try:
        return get_store().count(generation.collection_name) != expected
    except MissingVectorCollection:
        return expected > 0
    except VectorStoreUnavailable:
        return False
