"""A new generation beside the one that is searched, and the switch from one to the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from documents.locks import LockSpace, try_lock
from search import generations
from search.indexing import Outcome, index_revision, stale_documents
from search.models import Generation, KnownWord
from search.vector_store import get_store

WHOLE_INDEX = 0
"""The key, among the locks of documents, of a rebuild; no document has this id."""

PATIENCE = 60
"""Seconds to wait for workers that hold the last documents."""

Report = Callable[[int, int], None]
"""Hears how many documents are done, and how many there are to do as far as is known."""


class RebuildRefused(Exception):  # noqa: N818 - it names an outcome, not a fault
    """In a sentence, why there is no new generation."""


def rebuild(report: Report = lambda done, total: None) -> Generation:
    """Index everything into a new generation, switch to it in one step, then discard the old one.

    Searches use the old one until the switch. Goes on where an interrupted rebuild for the same settings stopped.
    What the embedding cache knows is not embedded again. Raises RebuildRefused, VectorStoreUnavailable.
    """
    with try_lock(LockSpace.INDEX_DOCUMENT, WHOLE_INDEX) as got:
        if not got:
            raise RebuildRefused("The index is being rebuilt already.")
        generation = _begin()
        _fill(generation, report)
        for old in generations.activate(generation):
            generations.discard(old)
        _fill(generation, report)  # what was read between the last look and the switch
    return generation


def _begin() -> Generation:
    wanted = generations.wanted_generation()
    unfinished = Generation.objects.filter(activated_at__isnull=True)
    same = (one for one in unfinished if not generations.differences(one, wanted))
    generation = next(same, None) or _anew(wanted)
    get_store().ensure(generation.collection_name, generation.dimension)
    return generation


def _anew(wanted: generations.Wanted) -> Generation:
    """The words of texts are learnt again too: those of documents that are gone are not kept for ever."""
    KnownWord.objects.all().delete()
    return generations.new_generation(wanted)


def _fill(generation: Generation, report: Report) -> None:
    done, last_progress = 0, time.monotonic()
    while waiting := list(stale_documents(generation).values_list("current_revision", flat=True)):
        for position, revision_id in enumerate(waiting):
            if index_revision(revision_id, generation=generation) in (Outcome.DONE, Outcome.DAMAGED):
                done, last_progress = done + 1, time.monotonic()
                report(done, done + len(waiting) - position - 1)
        if time.monotonic() - last_progress > PATIENCE:
            raise RebuildRefused(f"{len(waiting)} documents are held by other workers; run it again later.")
        if stale_documents(generation).exists():
            time.sleep(0.5)
