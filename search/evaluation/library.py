"""The documents of a bench in the library: put in where they are missing, and waited for until they can be found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO

from celery import current_app
from django.core.files import File
from django.db.models import Q
from kombu.exceptions import OperationalError

from documents import services
from documents.management.library_command import counted
from documents.management.waiting import patience
from documents.models import Collection, Document, Revision
from search.evaluation.benches import Bench, Source
from search.generations import active_generation
from search.indexing import index_revision, stale_documents
from search.models import Generation

POLL_SECONDS = 0.5
PING_SECONDS = 1.0

Say = Callable[[str], None]


class NotInLibrary(Exception):  # noqa: N818 - it names an outcome
    """In a sentence, why the documents of a bench cannot be searched."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the documents of a bench are. Several of the same bytes are one document, with several names."""

    collection: Collection
    names: Mapping[int, tuple[str, ...]]
    missing: tuple[str, ...] = ()

    @property
    def ids(self) -> dict[str, int]:
        """The id of the document of each name."""
        return {name: pk for pk, names in self.names.items() for name in names}


def bring_in(bench: Bench, collection_name: str, say: Say) -> Shelf:
    """Every document of the bench in that collection, read and indexed; those that it holds are left as they are.

    A collection that is made has no groups: only superusers see it. Raises NotInLibrary when nothing moves.
    """
    collection, is_made = Collection.objects.get_or_create(name=collection_name)
    if is_made:
        say(f"Made the collection “{collection_name}”. Only superusers see it.")
    digests = {source.name: source.digest for source in bench.sources}
    held = _held(collection)
    new = [source for source in bench.sources if digests[source.name] not in held]
    if new:
        say(f"Putting {len(new):,} of {counted(len(bench.sources), 'document')} into “{collection_name}”.")
        for source in new:
            _put_in(source, collection, say)
        held = _held(collection)
    wait_until_found(set(held.values()), say)
    return _shelf(collection, digests, held)


def without_index(shelf: Shelf, generation: Generation) -> list[str]:
    """The names of the documents whose current text `generation` does not hold."""
    stale = stale_documents(generation).filter(pk__in=shelf.names).values_list("pk", flat=True)
    return sorted(shelf.names[pk][0] for pk in stale)


def wait_until_found(document_ids: Iterable[int], say: Say) -> None:
    """Until each is read and indexed, or cannot be; by the worker that runs, or here where none does."""
    ids = set(document_ids)
    waiting = unfinished(ids)
    if not waiting:
        return
    if worker_runs():
        _wait(ids, len(waiting), say)
        return
    say(f"No worker runs: {counted(len(waiting), 'document')} to be read and indexed here.")
    for done, document_id in enumerate(waiting, 1):
        _work_on(document_id)
        if done % 100 == 0:
            say(f"{done:,} of {len(waiting):,}")
    if left := unfinished(ids):
        raise NotInLibrary(f"{counted(len(left), 'document')} held by another program; run it again later.")


def unfinished(document_ids: Iterable[int]) -> list[int]:
    """Those that stand, and are still to be read or indexed."""
    to_read = Q(current_revision__status__in=(Revision.Status.RECEIVED, Revision.Status.EXTRACTING))
    to_index = Q(pk__in=stale_documents(active_generation()).order_by().values("pk"))
    rows = Document.objects.undeleted().filter(to_read | to_index, pk__in=set(document_ids))
    return list(rows.order_by("pk").values_list("pk", flat=True))


def worker_runs() -> bool:
    try:
        return bool(current_app.control.ping(timeout=PING_SECONDS, limit=1))
    except (OperationalError, ConnectionError, OSError):
        return False


def _wait(ids: set[int], count: int, say: Say) -> None:
    say(f"Waiting for {counted(count, 'document')} to be read and indexed.")
    moved = time.monotonic()
    while waiting := len(unfinished(ids)):
        if waiting < count:
            count, moved = waiting, time.monotonic()
        elif time.monotonic() - moved > patience():
            raise NotInLibrary(f"{counted(waiting, 'document')} still waiting, and nothing moves: is the worker well?")
        time.sleep(POLL_SECONDS)


def _work_on(document_id: int) -> None:
    """What the worker would do for a document, in this process."""
    current = Document.objects.filter(pk=document_id).values_list("current_revision", flat=True)
    if (revision_id := current.get()) is not None:
        services.extract_revision(revision_id)
    if (revision_id := current.get()) is not None:
        index_revision(revision_id)


def _put_in(source: Source, collection: Collection, say: Say) -> None:
    try:
        file = File(BytesIO(source.read()), name=source.file_name)
        services.receive_file(
            collection=collection, file=file, name=source.file_name, actor=None, title=source.title[:300]
        )
    except services.RefusedUpload as refusal:
        say(f"refused: {source.name}: {refusal.sentence} [{refusal.code}]")
    except OSError as error:
        say(f"failed: {source.name}: {error.strerror or error}")


def _held(collection: Collection) -> dict[str, int]:
    rows = Document.objects.undeleted().filter(collection=collection)
    return dict(rows.values_list("file_sha256", "pk"))


def _shelf(collection: Collection, digests: Mapping[str, str], held: Mapping[str, int]) -> Shelf:
    names: dict[int, tuple[str, ...]] = {}
    for name, digest in digests.items():
        if digest in held:
            names[held[digest]] = (*names.get(held[digest], ()), name)
    return Shelf(collection, names, _missing(digests, held))


def _missing(digests: Mapping[str, str], held: Mapping[str, int]) -> tuple[str, ...]:
    """Those that were refused, and those of which no text could be read."""
    read = Document.objects.filter(pk__in=held.values(), current_revision__status=Revision.Status.EXTRACTED)
    readable = set(read.values_list("pk", flat=True))
    return tuple(name for name, digest in digests.items() if held.get(digest) not in readable)
