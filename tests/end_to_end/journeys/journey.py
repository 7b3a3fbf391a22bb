"""One case of the corpus on its way, and what can be claimed of it afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from documents.models import Document, Revision
from tests.end_to_end.journeys.door import Arrival, Door, seen, with_text
from tests.end_to_end.journeys.peaks import PeakMemory


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a case says, and whether it is so."""

    words: str
    holds: bool


Claims = Iterable[Claim]
AtWork = Callable[[], AbstractContextManager[Any]]
"""What must be entered around a request, so that its tasks are worked off before it is left."""


@dataclass(slots=True)
class Journey:
    """`seconds` and `peak_bytes` are of the whole way from the upload into the index."""

    case: dict[str, Any]
    door: Door
    at_work: AtWork
    content: bytes
    arrival: Arrival
    seconds: float = 0
    peak_bytes: int = 0
    _revision: Revision | None = None
    _hits: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def expect(self) -> dict[str, Any]:
        expect: dict[str, Any] = self.case["expect"]
        return expect

    @property
    def document(self) -> Document | None:
        return self.arrival.document

    @property
    def stored(self) -> Document:
        """The document; AssertionError where the upload was refused."""
        assert self.arrival.document is not None, f"refused: {self.arrival.code}"
        return self.arrival.document

    @property
    def revision(self) -> Revision:
        """The newest revision with its text."""
        if self._revision is None:
            self._revision = with_text(self.stored)
        return self._revision

    @property
    def text(self) -> str:
        return self.revision.text or ""

    def page_text(self, number: int) -> str:
        """The stored text of a page; empty for one without."""
        span = next((one for one in self.revision.spans if one.number == number), None)
        return self.text[span.start : span.end] if span else ""

    @property
    def outcome(self) -> str:
        """refused, indexed, no-text, failed, or the status of what is not finished."""
        if self.document is None:
            return "refused"
        known = {"EXTRACTED": "indexed", "NO_TEXT": "no-text", "FAILED": "failed"}
        return known.get(self.revision.status, self.revision.status)

    @property
    def code(self) -> str:
        """Of the refusal or the failure; empty without one."""
        return self.arrival.code if self.document is None else self.revision.failure_code

    @property
    def is_said_to_be_lacking(self) -> bool:
        """Whether a person is told that not all of the file could be read."""
        if self.outcome in ("refused", "no-text", "failed"):
            return bool(self.code)
        return bool(self.revision.notes) or any(self.revision.page_problems or ())

    @property
    def pages_by_ocr(self) -> set[int]:
        sources = self.revision.page_sources or []
        return {number for number, source in enumerate(sources, 1) if source == "OCR"}

    def hits(self, query: str) -> list[dict[str, Any]]:
        """What the API finds in this document."""
        if query not in self._hits:
            self._hits[query] = self.door.hits(query, self.stored)
        return self._hits[query]

    def is_too_common(self, query: str) -> bool:
        """Whether a person is told that these words cannot be looked up: "between", and nothing else."""
        return bool(self.door.answer(query, self.stored)["problems"])

    @property
    def asked(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every hit so far, with what was asked."""
        yield from ((query, hit) for query, hits in self._hits.items() for hit in hits)

    @property
    def first_hits(self) -> list[tuple[str, dict[str, Any]]]:
        """The best hit of each question that was asked."""
        return [(query, hits[0]) for query, hits in self._hits.items() if hits]

    @property
    def what_is_said(self) -> str:
        """The words of the answer to the upload, and of the document's pages where it was stored."""
        if self.document is None:
            return seen(self.arrival.answer)
        return " ".join(seen(page) for page in self.door.document_pages(self.document).values())


def travel(case: dict[str, Any], door: Door, at_work: AtWork, content: bytes) -> Journey:
    """Upload the file of a case by the page, and let the tasks that this calls for end."""
    began = time.perf_counter()
    with PeakMemory() as peak, at_work():
        arrival = door.upload_page(case.get("upload_as") or case["file"], content)
    return Journey(case, door, at_work, content, arrival, time.perf_counter() - began, peak.bytes)
