"""A new generation beside the one that is searched, and the switch from one to the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from documents.locks import LockSpace, try_lock
from documents.models import Collection
from search import generations
from search.generations import new_generation, wanted_generation
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
    What the embedding cache knows is not embedded again. Candidates are left alone. Raises RebuildRefused,
    VectorStoreUnavailable.
    """
    with _alone():
        generation = _begun(is_candidate=False) or _anew()
        _switch_to(generation, report)
    return generation


def build_candidate(report: Report = lambda done, total: None, *, collection: Collection | None = None) -> Generation:
    """A generation as the settings of this process ask for, to be compared with the active one; never searched by it.

    With `collection` only its documents are put into it. Goes on where it was interrupted, and brings up to date one
    that was complete. Raises RebuildRefused, VectorStoreUnavailable.
    """
    with _alone():
        generation = _begun(is_candidate=True) or new_generation(wanted_generation(), is_candidate=True)
        _fill(generation, report, collection)
    return generation


def activate_candidate(generation: Generation, report: Report = lambda done, total: None) -> None:
    """Complete a candidate, let it be the one that is searched, and discard the one that was.

    Raises RebuildRefused, VectorStoreUnavailable.
    """
    with _alone():
        if not Generation.objects.filter(pk=generation.pk, is_candidate=True).exists():
            raise RebuildRefused(f"{generation} is not a candidate.")
        _switch_to(generation, report)


def discard_candidate(generation: Generation) -> None:
    """Forget a candidate. Raises RebuildRefused, also when one is being built."""
    with _alone():
        if not Generation.objects.filter(pk=generation.pk, is_candidate=True).exists():
            raise RebuildRefused(f"{generation} is not a candidate.")
        generations.discard(generation)


@contextmanager
def _alone() -> Iterator[None]:
    """One at a time: generations must not be switched or discarded while another program fills one."""
    with try_lock(LockSpace.INDEX_DOCUMENT, WHOLE_INDEX) as got:
        if not got:
            raise RebuildRefused("The index is being rebuilt already, or a candidate is being built.")
        yield


def _switch_to(generation: Generation, report: Report) -> None:
    _fill(generation, report)
    for old in generations.activate(generation):
        generations.discard(old)
    _fill(generation, report)  # what was read between the last look and the switch


def _begun(*, is_candidate: bool) -> Generation | None:
    """One that was begun for the very settings of now, and is not in use."""
    wanted = wanted_generation()
    unused = Generation.objects.filter(activated_at__isnull=True, is_candidate=is_candidate)
    return next((one for one in unused if not generations.differences(one, wanted)), None)


def _anew() -> Generation:
    """The words of texts are learnt again too: those of documents that are gone are not kept for ever."""
    KnownWord.objects.all().delete()
    return new_generation(wanted_generation())


def _fill(generation: Generation, report: Report, collection: Collection | None = None) -> None:
    get_store().ensure(generation.collection_name, generation.dimension)
    stale = stale_documents(generation)
    if collection is not None:
        stale = stale.filter(collection=collection)
    done, last_progress = 0, time.monotonic()
    while waiting := list(stale.values_list("current_revision", flat=True)):
        for position, revision_id in enumerate(waiting):
            if index_revision(revision_id, generation=generation) in (Outcome.DONE, Outcome.DAMAGED):
                done, last_progress = done + 1, time.monotonic()
                report(done, done + len(waiting) - position - 1)
        if time.monotonic() - last_progress > PATIENCE:
            raise RebuildRefused(f"{len(waiting)} documents are held by other workers; run it again later.")
        if stale.exists():
            time.sleep(0.5)
