"""What a question is answered with: values for pages, API and commands alike. All offsets are code points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from documents.models import Document, Revision
from documents.text import Change, Citation, Excerpt, TextSpan
from search.located import locator_in_words

SHOWN_VALUES = 6
"""Of a facet, before one asks for more."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Whether the text has words before and after an excerpt of it."""

    before: bool
    after: bool


@dataclass(frozen=True, slots=True)
class MatchedWord:
    """Something that was asked for, as it was typed, and the forms in which it `stands` in a passage.

    `pages` are the numbers of the pages of the passage on which it stands, `locator` the same as printed and as
    counted, in the language of the page; both are empty in a document without pages.
    """

    asked: str
    stands: tuple[str, ...]
    pages: tuple[int, ...] = ()
    locator: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """What put a passage among the results, and where.

    Ranks count from 1 and are None where that list does not name it: by words, by meaning, and by nearness to the
    passage of which more was asked for. `score` is what the results are ordered by. `named_by` are the words of the
    question that name its document.
    """

    words: tuple[MatchedWord, ...] = ()
    word_rank: int | None = None
    meaning_rank: int | None = None
    likeness_rank: int | None = None
    score: float = 0.0
    named_by: tuple[str, ...] = ()


class _Cited:
    """What has a citation."""

    __slots__ = ()
    citation: Citation

    @property
    def locator(self) -> str:
        """Where it stands, in the language of the page."""
        return locator_in_words(self.citation)


@dataclass(frozen=True, slots=True)
class SamePassage(_Cited):
    """Another place that says the same as a passage; `url` is a path on this site, that of the citation is absolute."""

    document: Document
    revision: Revision
    span: TextSpan
    citation: Citation
    url: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that answers a query.

    `span` is the passage; `evidence` its best sentence, which the excerpt shows as `in_passage`, with the matched
    words `marked`. `evidence_citation` has the pages, or the places, of that sentence alone, and no address; the
    citation and its locator are those of the passage. `word_rank` and `meaning_rank` count from 1 and are None where
    that list does not name it.
    `position` counts all the passages that answer, in the order of the results, from 1.
    `url` is a path on this site; the citation carries the absolute one.
    `same` are the best of the places that say the same and are not shown; `more_same` counts the others.
    """

    document: Document
    revision: Revision
    span: TextSpan
    evidence: TextSpan
    evidence_citation: Citation
    citation: Citation
    excerpt: Excerpt
    left_out: LeftOut
    url: str
    score: float
    word_rank: int | None
    meaning_rank: int | None
    position: int
    why: Why = Why()
    same: tuple[SamePassage, ...] = ()
    more_same: int = 0

    @property
    def locator(self) -> str:
        """Where the passage stands, in the language of the page."""
        return locator_in_words(self.citation)

    @property
    def evidence_locator(self) -> str:
        """Where the best sentence stands, in the language of the page."""
        return locator_in_words(self.evidence_citation)

    @property
    def evidence_page(self) -> int | None:
        """The first page of the best sentence; None in a document without pages."""
        return next((one.page for one in self.excerpt.segments if one.in_passage and one.page is not None), None)


@dataclass(frozen=True, slots=True)
class DocumentHits:
    """The best passages of one document, best first; `more` counts those that are not shown.

    `more_locator` names the pages of the best of those; empty in a document without pages.
    """

    document: Document
    hits: list[Hit]
    more: int = 0
    more_locator: str = ""


@dataclass(frozen=True, slots=True)
class FilterInForce:
    """A filter that the query names: what it is called, and the query as it would be without it."""

    name: str
    values: tuple[str, ...]
    is_excluded: bool
    words: str
    query_without: str


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value of a facet, as an address has it and in words; `count` is of documents among the passages found."""

    value: str
    words: str
    count: int
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """What results can be narrowed to: the values that occur among them, those of most documents first."""

    name: str
    values: list[FacetValue]

    @property
    def first(self) -> list[FacetValue]:
        """Those to show at once: of most documents, and all that were chosen, so that they can be taken away."""
        return [one for at, one in enumerate(self.values) if at < SHOWN_VALUES or one.is_chosen]

    @property
    def more(self) -> list[FacetValue]:
        """All others."""
        return [one for one in self.values[SHOWN_VALUES:] if not one.is_chosen]

    def narrows(self, documents: int) -> bool:
        """Whether any choice or change of it would show other than these `documents`."""
        return any(one.is_chosen or one.count < documents for one in self.values)


@dataclass(frozen=True, slots=True)
class LikePassage(_Cited):
    """The passage of which more is asked for; `url` is the path on this site that opens it."""

    citation: Citation
    url: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """How many documents would be found without filters: by facet without its choice, and in all without any.

    `query` is what was asked, less the filters in it.
    """

    query: str
    by_facet: dict[str, int] = field(default_factory=dict)
    documents: int = 0


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of results, best document first unless `order` is another one.

    `dropped` counts hits of the vector store that disagreed with Postgres, and those whose pages cannot be proved;
    `problems` are sentences for the person.
    `page` counts from 1 and is always one that exists. `filters` are those that the query itself names.
    `did_you_mean` is the query as it might be spelt, where a word of it is nowhere; else empty. `facets_ms` is the part
    of `took_ms` that the facets took. `like` is the passage of which more is asked for. `hidden` is told where nothing
    was found.
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
    filters: list[FilterInForce] = field(default_factory=list)
    did_you_mean: str = ""
    order: str = "relevance"
    facets: list[Facet] = field(default_factory=list)
    facets_ms: int = 0
    like: LikePassage | None = None
    hidden: Hidden | None = None

    @property
    def facets_of_use(self) -> list[Facet]:
        """Those by which the results can be narrowed, or are."""
        return [one for one in self.facets if one.narrows(self.total_documents)]

    @property
    def has_previous(self) -> bool:
        return self.page > 1

    @property
    def hits(self) -> list[Hit]:
        """All the passages shown, in order."""
        return [hit for group in self.groups for hit in group.hits]


@dataclass(frozen=True, slots=True)
class NewerPassage:
    """What became of a cited passage in the newer revision `revision_number`.

    `kind` is "exact" (the same words, white space aside), "edited" (`changes` tells word by word), "gone", "no-text"
    (no text was found in the newer file), or "unproved" (what is stored about its pages is damaged). Only the first two
    have a citation and its `url`, a path on this site.
    """

    kind: Literal["exact", "edited", "gone", "no-text", "unproved"]
    revision_number: int
    citation: Citation | None = None
    url: str | None = None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class PassageView:
    """A passage in its context. `is_current` is False when the text that was cited has been replaced since.

    `newer` is what the newer text has of it; None where there is no newer file, or none that was read.
    """

    document: Document
    revision: Revision
    is_current: bool
    citation: Citation
    excerpt: Excerpt
    left_out: LeftOut
    newer: NewerPassage | None = None
