"""Whether what was shown is, to the letter, what Postgres holds, and stands on the page that was named for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from documents.models import Revision
from documents.text import Citation, pages_for_span, text_sha256
from search.evaluation.asking import Asked, Shown

TEXTS_AT_HAND = 64


@dataclass(frozen=True, slots=True)
class Proof:
    """How many pieces and citations were looked at, and how many are wrong; `violations` are sentences."""

    checked: int = 0
    wrong: int = 0
    violations: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Of what was looked at, how much holds; 1 where there was nothing."""
        return 1 - self.wrong / self.checked if self.checked else 1.0

    def __add__(self, other: Proof) -> Proof:
        violations = self.violations + other.violations
        return Proof(self.checked + other.checked, self.wrong + other.wrong, violations)


class Prover:
    """Reads every text anew from the database, by another way than the search takes."""

    def __init__(self) -> None:
        self._revision = lru_cache(TEXTS_AT_HAND)(_revision)

    def prove(self, asked: Asked) -> Proof:
        """Of one question, every piece that was shown and every citation that stood beside one."""
        found = list(self._each(asked))
        violations = tuple(f"{asked.question.id}: {sentence}" for sentences in found for sentence in sentences)
        return Proof(len(found), sum(map(bool, found)), violations)

    def _each(self, asked: Asked) -> Iterator[list[str]]:
        for shown in asked.shown:
            yield self.problems(shown)
        for revision_id, citation in asked.citations:
            yield self.citation_problems(revision_id, citation)

    def problems(self, shown: Shown) -> list[str]:
        """What is not so about a piece that was shown."""
        revision = self._revision(shown.revision_id)
        if revision is None:
            return [f"revision {shown.revision_id} does not exist"]
        where = f"document {shown.document_id} [{shown.start}, {shown.end})"
        return [
            f"{where}: {sentence}"
            for sentence in (
                *_text_problems(revision, shown.text_sha256, shown.start, shown.end, shown.text),
                *_page_problems(revision, shown),
                *_mark_problems(shown),
            )
        ]

    def citation_problems(self, revision_id: int, citation: Citation) -> list[str]:
        """What is not so about a citation: its words, and its pages."""
        revision = self._revision(revision_id)
        if revision is None:
            return [f"revision {revision_id} does not exist"]
        start, end = citation.start, citation.end
        found = list(_text_problems(revision, citation.text_sha256, start, end, citation.quote))
        named = None if citation.pages is None else tuple(page.number for page in citation.pages)
        true = pages_for_span(revision.spans, start, end) if revision.is_paginated else None
        if named != true:
            found.append(f"it cites the pages {named}, and stands on {true}")
        return [f"document {citation.document_id}, citation of [{start}, {end}): {sentence}" for sentence in found]


def _revision(revision_id: int) -> Revision | None:
    return Revision.objects.with_text().filter(pk=revision_id).first()


def _text_problems(revision: Revision, digest: str, start: int, end: int, text: str) -> Iterator[str]:
    canonical = revision.text or ""
    if not (digest == revision.text_sha256 == text_sha256(canonical)):
        yield "the digests of the text differ"
    if not 0 <= start < end <= len(canonical):
        yield "it is not within the text"
    elif canonical[start:end] != text:
        yield "it is not to the letter what the text says there"


def _page_problems(revision: Revision, shown: Shown) -> Iterator[str]:
    if shown.page is None:
        if revision.is_paginated:
            yield "no page is named, and the document has pages"
        return
    if not any(
        span.number == shown.page and span.start <= shown.start and shown.end <= span.end for span in revision.spans
    ):
        yield f"it does not stand on page {shown.page}"


def _mark_problems(shown: Shown) -> Iterator[str]:
    if not all(0 <= start < end <= len(shown.text) for start, end in shown.highlights):
        yield "a mark reaches outside it"
