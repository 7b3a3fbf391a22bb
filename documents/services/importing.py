"""Texts of an older system, with a marker line before each page, become documents with pages again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.core.files import File

from documents.extractors.marked_text import read_marked
from documents.extractors.media_types import MARKED_TEXT, PLAIN
from documents.models import Collection, Document
from documents.querysets import AnyUser
from documents.services.receiving import Arrival, Received, RefusedUpload, look_at, receive_file
from documents.text import PageText, has_ink


class IfAmbiguous(Enum):
    """What to do with a text whose pages are not certain."""

    REFUSE = "refuse"
    ACCEPT = "read by the rule of ascending numbers"
    UNPAGINATED = "import as plain text"


class AmbiguousPages(RefusedUpload):
    """`problems` say in words, with their lines, why the pages cannot be told."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("ambiguous-pages", " ".join(problems))


@dataclass(frozen=True, slots=True)
class MarkedFile:
    """A text looked at, not yet stored.

    `page_count` is None where it will have no pages. `problems` are why they are not certain, `notes` what was taken
    for granted; `held_by` is the document that holds the same bytes already.
    """

    arrival: Arrival
    page_count: int | None
    pages_with_text: int | None
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    held_by: Document | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    received: Received
    marked: MarkedFile


def look_at_marked_text(
    *, file: File[Any], name: str, if_ambiguous: IfAmbiguous, collection: Collection | None
) -> MarkedFile:
    """What an import of the file would do. RefusedUpload, AmbiguousPages among them, where it would do nothing."""
    arrival = look_at(file, name, text_as=MARKED_TEXT)
    file.seek(0)
    reading = read_marked(file.read())
    held_by = _holder(collection, arrival)
    if reading.certain.pages:
        return MarkedFile(arrival, *_counts(reading.certain.pages), (), reading.notes, held_by)
    if if_ambiguous is IfAmbiguous.UNPAGINATED:
        return MarkedFile(arrival, None, None, reading.certain.problems, reading.notes, held_by)
    if if_ambiguous is IfAmbiguous.REFUSE or not reading.on_request.pages:
        problems = dict.fromkeys((*reading.certain.problems, *reading.on_request.problems))
        raise AmbiguousPages(tuple(problems) if if_ambiguous is IfAmbiguous.ACCEPT else reading.certain.problems)
    notes = (*reading.notes, *reading.on_request.decisions)
    return MarkedFile(arrival, *_counts(reading.on_request.pages), reading.certain.problems, notes, held_by)


def import_marked_text(
    *,
    collection: Collection,
    file: File[Any],
    name: str,
    actor: AnyUser | None,
    if_ambiguous: IfAmbiguous = IfAmbiguous.REFUSE,
    title: str = "",
) -> Imported:
    """Store the text, byte for byte, as a new document with the pages that its markers tell, or find the one that
    holds it. RefusedUpload as `look_at_marked_text`; then nothing is stored.
    """
    marked = look_at_marked_text(file=file, name=name, if_ambiguous=if_ambiguous, collection=collection)
    received = receive_file(
        collection=collection,
        file=file,
        name=name,
        actor=actor,
        title=title,
        text_as=PLAIN if marked.page_count is None else MARKED_TEXT,
        origin={"imported": "page markers", "page_count": marked.page_count, "ambiguous": list(marked.problems)},
    )
    return Imported(received, marked)


def _holder(collection: Collection | None, arrival: Arrival) -> Document | None:
    held = Document.objects.undeleted().with_current().filter(collection=collection, file_sha256=arrival.sha256)
    return held.first()


def _counts(pages: tuple[PageText, ...]) -> tuple[int, int]:
    return pages[-1].number, sum(has_ink(page.text) for page in pages)
