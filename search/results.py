"""What a question is answered with: values for pages, API and commands alike. All offsets are code points."""

from __future__ import annotations

from dataclasses import dataclass, field

from documents.models import Document, Revision
from documents.text import Citation, Excerpt, TextSpan


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Whether the text has words before and after an excerpt of it."""

    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that answers a query.

    `span` is the passage; `evidence` its best sentence, which the excerpt shows as `in_passage`, with the matched
    words `marked`. `evidence_locator` names the pages, or the place, of that sentence alone; the citation and its
    locator are those of the passage. `word_rank` and `meaning_rank` count from 1 and are None where that list does
    not name it.
    `url` is a path on this site; the citation carries the absolute one.
    """

    document: Document
    revision: Revision
    span: TextSpan
    evidence: TextSpan
    evidence_locator: str
    citation: Citation
    excerpt: Excerpt
    left_out: LeftOut
    url: str
    score: float
    word_rank: int | None
    meaning_rank: int | None

    @property
    def locator(self) -> str:
        return self.citation.locator


@dataclass(frozen=True, slots=True)
class DocumentHits:
    """The best passages of one document, best first; `more` counts those that are not shown."""

    document: Document
    hits: list[Hit]
    more: int = 0


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of results, best document first.

    `dropped` counts hits of the vector store that disagreed with Postgres, and those whose pages cannot be proved;
    `problems` are sentences for the person.
    `page` counts from 1 and is always one that exists.
    """

    query: str
    groups: list[DocumentHits] = field(default_factory=list)
    total_passages: int = 0
    total_documents: int = 0
    page: int = 1
    has_next: bool = False
    took_ms: int = 0
    dropped: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def has_previous(self) -> bool:
        return self.page > 1

    @property
    def hits(self) -> list[Hit]:
        """All the passages shown, in order."""
        return [hit for group in self.groups for hit in group.hits]


@dataclass(frozen=True, slots=True)
class PassageView:
    """A passage in its context. `is_current` is False when the text that was cited has been replaced since."""

    document: Document
    revision: Revision
    is_current: bool
    citation: Citation
    excerpt: Excerpt
    left_out: LeftOut
