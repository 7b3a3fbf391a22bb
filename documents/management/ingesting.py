"""Files from disk into a collection: which files, and what became of each."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from django.core.files import File

from documents import services
from documents.models import Collection
from documents.querysets import AnyUser


class Outcome(Enum):
    NEW = "new"
    HELD = "already held"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of one file; `reason` is empty and `revision_id` set where it is in the library."""

    path: Path
    outcome: Outcome
    reason: str = ""
    revision_id: int | None = None

    @property
    def is_in(self) -> bool:
        return self.revision_id is not None

    def __str__(self) -> str:
        return f"{self.outcome.value}: {shown(self.path)}" + (f": {self.reason}" if self.reason else "")


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths that are not folders, and every file in those that are, in order; hidden ones are skipped there.

    A path that does not exist comes too: reading it says so.
    """
    for path in paths:
        if path.is_dir():
            yield from _files_within(path)
        else:
            yield path


def _files_within(folder: Path) -> Iterator[Path]:
    """Links to folders are not followed: they may lead in a circle."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files = (Path(parent, name) for name in sorted(names) if not name.startswith("."))
        yield from (file for file in files if file.is_file())


def ingest(path: Path, collection: Collection, owner: AnyUser | None) -> Ingested:
    """Put one file into the collection; doing it again finds what is held already."""
    try:
        if not path.is_file():
            return Ingested(path, Outcome.FAILED, "There is no such file.")
        with path.open("rb") as stream:
            file = File(stream, name=path.name)
            received = services.receive_file(collection=collection, file=file, name=path.name, actor=owner)
    except services.RefusedUpload as refusal:
        return Ingested(path, Outcome.REFUSED, f"{refusal.sentence} [{refusal.code}]")
    except OSError as error:
        return Ingested(path, Outcome.FAILED, error.strerror or str(error))
    outcome = Outcome.NEW if received.is_new else Outcome.HELD
    return Ingested(path, outcome, revision_id=received.revision.pk)


def shown(path: Path) -> str:
    """The path fit to be printed, whatever bytes its name holds."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
