"""Many hands at once: what is let go at the same moment, what comes in between, and whether all is whole afterwards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from celery import current_app
from django.db import connection
from django.test import Client

from documents import services
from documents.models import Collection, Document, Revision
from documents.querysets import AnyUser
from search import tasks
from search.audit import find_drift
from search.generations import existing_generation
from search.models import Chunk, Generation, IndexRecord
from search.upkeep import work_left
from search.vector_store import MissingVectorCollection, get_store
from tests.end_to_end.journeys.door import Door
from tests.invariants import library_problems

Answer = TypeVar("Answer")

PATIENCE = 120  # seconds, on a busy machine
ROUNDS = 10


def at_once(*acts: Callable[[], Answer]) -> list[Answer]:
    """What each act answers, done in threads of their own that begin together; the first error is raised."""
    together = threading.Barrier(len(acts))
    answers: dict[int, Answer] = {}
    errors: list[BaseException] = []

    def run(position: int, act: Callable[[], Answer]) -> None:
        try:
            together.wait(PATIENCE)
            answers[position] = act()
        except BaseException as error:  # noqa: BLE001 - told to the test
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(position, act)) for position, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if errors:
        raise errors[0]
    return [answers[position] for position in range(len(acts))]


def meanwhile(monkeypatch: pytest.MonkeyPatch, moment: tuple[Any, str], act: Callable[[], object]) -> list[object]:
    """The first time that the function `moment` (an object and a name) is called, `act` is done before it.

    In a thread of its own, as another worker or web process would; returns what it answered, once it has.
    """
    owner, name = moment
    original = getattr(owner, name)
    answered: list[object] = []
    begun = threading.Event()

    def interrupted(*args: Any, **named: Any) -> Any:
        if not begun.is_set():
            begun.set()
            answered.extend(at_once(act))
        return original(*args, **named)

    monkeypatch.setattr(owner, name, interrupted)
    return answered


@contextmanager
def tasks_at_once() -> Iterator[None]:
    """Each task is run where it is sent, and what fails in it fails there."""
    conf = current_app.conf
    before = conf.task_always_eager, conf.task_eager_propagates
    conf.task_always_eager = conf.task_eager_propagates = True
    try:
        yield
    finally:
        conf.task_always_eager, conf.task_eager_propagates = before


def work_off() -> None:
    """Do what is left to do as the sweep finds it: every message until now counts as lost."""
    with tasks_at_once():
        for _ in range(ROUNDS):
            services.sweep(at_start=True)
            tasks.sweep(at_start=True)
            if not _is_unfinished() and not work_left(timedelta(0)):
                return
    pytest.fail(f"something is left to do for ever: {work_left(timedelta(0))}")


def _is_unfinished() -> bool:
    unfinished = Revision.objects.filter(status__in=["RECEIVED", "EXTRACTING"])
    return unfinished.filter(document__deleted_at__isnull=True).exists()


def leftovers(media_root: Path) -> list[str]:
    """In words, what is there and should not be, or the other way round: rows, vectors, files, ghosts."""
    problems = library_problems()
    for generation in Generation.objects.all():
        problems += _vectors_against_chunks(generation)
    active = existing_generation()
    if active is not None:
        problems += [one.sentence for one in find_drift(active).differences]
    if (gone := Chunk.objects.filter(document__deleted_at__isnull=False)).exists():
        problems.append(f"{gone.count()} chunks of deleted documents")
    if (gone := IndexRecord.objects.filter(document__deleted_at__isnull=False)).exists():
        problems.append(f"{gone.count()} records of deleted documents")
    return problems + _files_against_rows(media_root)


def _vectors_against_chunks(generation: Generation) -> list[str]:
    stored: set[str] = set()
    with suppress(MissingVectorCollection):
        stored = {vector_id for vector_id, _ in get_store().scan(generation.collection_name)}
    known = set(Chunk.objects.filter(generation=generation).values_list("vector_id", flat=True))
    return [f"{generation}: {len(stored - known)} vectors without a chunk, {len(known - stored)} without a vector"] * (
        stored != known
    )


def _files_against_rows(media_root: Path) -> list[str]:
    files = {str(path.relative_to(media_root)) for path in media_root.rglob("*") if path.is_file()}
    rows = set(Revision.objects.values_list("file", flat=True))
    return [f"files without a row: {files - rows}; rows without a file: {rows - files}"] * (files != rows)


class House:
    """A library, an administrator, and as many signed-in clients as are wanted."""

    def __init__(self, user: AnyUser, media_root: Path) -> None:
        self.user = user
        self.media_root = media_root
        self.collection = Collection.objects.create(name="Harbour")
        self.door = self.new_door()

    def new_door(self) -> Door:
        client = Client()
        client.force_login(self.user)  # type: ignore[arg-type]  # nobody anonymous is given
        return Door(client, self.collection)

    def add(self, name: str, content: bytes) -> Document:
        """Uploaded, read and indexed."""
        with tasks_at_once():
            arrival = self.door.upload_page(name, content)
        assert arrival.document is not None, arrival.code
        return arrival.document

    def delete(self, document: Document) -> int:
        """The status of the API's answer."""
        return int(self.new_door().client.delete(f"/api/v1/documents/{document.pk}/").status_code)

    def restore(self, document: Document) -> int:
        return int(self.new_door().client.post(f"/api/v1/documents/{document.pk}/restore/").status_code)

    def found(self, query: str) -> list[int]:
        """The ids of the documents that the API finds by the words, a passage each."""
        by_words = [hit for hit in self.door.hits(query) if hit["word_rank"] is not None]
        return [hit["citation"]["document"]["id"] for hit in by_words]

    def leftovers(self) -> list[str]:
        return leftovers(self.media_root)


def note(number: int, words: str = "") -> bytes:
    """A short text that no other number has, with the word `ferry<number>`."""
    return f"Note {number}. The ferry{number} leaves the harbour at dusk. {words}\n".encode()
