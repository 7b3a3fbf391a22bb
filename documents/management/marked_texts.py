"""Texts with page markers into a collection: what became of each, for people and for programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.core.files import File
from django.core.files.base import ContentFile

from documents import services
from documents.management.ingesting import shown
from documents.models import Collection, Document
from documents.querysets import AnyUser
from documents.services.importing import AmbiguousPages, MarkedFile

_SUFFIXES = re.compile(r"(?:\.(?:txt|text|md|markdown|pdf|docx?|odt|rtf|html?))+\Z", re.IGNORECASE)


class Outcome(Enum):
    IMPORTED = "imported"
    WITHOUT_PAGES = "imported without pages"
    HELD = "already held"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    FAILED = "failed"

    @property
    def is_in(self) -> bool:
        return self in (Outcome.IMPORTED, Outcome.WITHOUT_PAGES, Outcome.HELD)


@dataclass(frozen=True, slots=True)
class Reported:
    """One line of the report. `document` is its number where there is one; `reasons` and `notes` are sentences."""

    file: str
    outcome: Outcome
    document: int | None = None
    page_count: int | None = None
    pages_with_text: int | None = None
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"outcome": self.outcome.value, "reasons": list(self.reasons), "notes": list(self.notes)}

    def __str__(self) -> str:
        told = [f"{self.outcome.value}: {self.file}", *self._facts()]
        return "\n".join([", ".join(told), *(f"    {sentence}" for sentence in (*self.reasons, *self.notes))])

    def _facts(self) -> list[str]:
        facts = [] if self.document is None else [f"document {self.document}"]
        if self.page_count is not None:
            facts.append(f"{self.page_count:,} pages, {self.pages_with_text:,} with text")
        return facts


@dataclass(frozen=True, slots=True)
class Importer:
    """How the files of one run are imported. Without a `collection`, as in a dry run, it may not exist yet."""

    collection: Collection | None
    owner: AnyUser | None
    if_ambiguous: services.IfAmbiguous
    is_dry_run: bool
    title_of: Callable[[str], str]

    def import_path(self, path: Path) -> Reported:
        try:
            if path.is_dir():
                return Reported(shown(path), Outcome.FAILED, reasons=("It is a folder: add --recursive.",))
            if not path.is_file():
                return Reported(shown(path), Outcome.FAILED, reasons=("There is no such file.",))
            with path.open("rb") as stream:
                return self.import_file(File(stream, name=path.name), shown(path), path.name)
        except OSError as error:
            return Reported(shown(path), Outcome.FAILED, reasons=(error.strerror or str(error),))

    def import_bytes(self, data: bytes, name: str) -> Reported:
        return self.import_file(ContentFile(data, name=name), name, name)

    def import_file(self, file: File[Any], called: str, name: str) -> Reported:
        try:
            return self._import(file, called, name)
        except AmbiguousPages as ambiguous:
            return Reported(called, Outcome.AMBIGUOUS, reasons=ambiguous.problems)
        except services.RefusedUpload as refused:
            return Reported(called, Outcome.REFUSED, reasons=(f"{refused.sentence} [{refused.code}]",))

    def _import(self, file: File[Any], called: str, name: str) -> Reported:
        if self.is_dry_run or self.collection is None:
            marked = services.look_at_marked_text(
                file=file, name=name, if_ambiguous=self.if_ambiguous, collection=self.collection
            )
            return _reported(called, marked, marked.held_by, is_new=marked.held_by is None)
        imported = services.import_marked_text(
            collection=self.collection,
            file=file,
            name=name,
            actor=self.owner,
            if_ambiguous=self.if_ambiguous,
            title=self.title_of(name),
        )
        return _reported(called, imported.marked, imported.received.document, is_new=imported.received.is_new)


def _reported(called: str, marked: MarkedFile, document: Document | None, *, is_new: bool) -> Reported:
    number = document.pk if document else None
    if not is_new:
        return Reported(called, Outcome.HELD, number, reasons=_other_kind(marked, document))
    outcome = Outcome.WITHOUT_PAGES if marked.page_count is None else Outcome.IMPORTED
    counts = (marked.page_count, marked.pages_with_text)
    return Reported(called, outcome, number, *counts, reasons=marked.problems, notes=marked.notes)


def _other_kind(marked: MarkedFile, document: Document | None) -> tuple[str, ...]:
    """The same bytes came in another way before: then they have no pages there."""
    revision = document.current_revision if document else None
    if revision is None or revision.media_type == marked.arrival.media_type:
        return ()
    return ("It is held as a text without pages. Delete that document first, then import it again.",)


def title_from_name(name: str) -> str:
    """“Annual report 2019” for `Annual_report%202019.pdf.txt`."""
    words = unquote(_SUFFIXES.sub("", Path(name).name)).replace("_", " ")
    return " ".join(words.split())


def title_as_uploaded(name: str) -> str:
    """None of its own: the name without its suffix, as an upload has it."""
    return ""
