"""The questions of a bench, asked as a person asks them, and what the product shows in answer."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from documents.querysets import AnyUser
from documents.text import Citation, Segment
from search.evaluation.benches import Question
from search.evaluation.library import Shelf
from search.evaluation.runs import Answer, Result
from search.facets import Chosen
from search.models import Generation
from search.queries import ranked, search
from search.results import Hit, SearchPage

DISTINCT_PAGES = 10
"""Results are asked for until so many pages are named, or there are no more."""

MOST_ASKED = 10
"""Of the pages of results of a question."""

DOCUMENTS = 100
"""How many documents are named where whole documents are judged."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece of text that a person is shown, with the page named for it; all on one page, or none.

    `start` and `end` are code points of the canonical text, `highlights` of `text`.
    """

    document_id: int
    revision_id: int
    text_sha256: str
    page: int | None
    start: int
    end: int
    text: str
    highlights: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was shown for it, best first; `citations` are those that stand beside it."""

    question: Question
    shown: tuple[Shown, ...]
    citations: tuple[tuple[int, Citation], ...]
    answer: Answer
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asker:
    """Asks one generation (the active one where none is named) about the documents of a shelf."""

    user: AnyUser
    shelf: Shelf
    generation: Generation | None = None
    is_within_document: bool = False
    is_ranking: bool = False

    def ask(self, question: Question) -> Asked:
        began = time.perf_counter()
        first = self._page(question, 1)
        took = (time.perf_counter() - began) * 1000
        hits = first.hits if self.is_ranking else [*first.hits, *self._further(question, first)]
        shown = tuple(one for hit in hits for one in shown_of(hit))
        results = self._documents(question, first) if self.is_ranking else tuple(map(self._result, shown))
        citations = tuple(one for hit in hits for one in citations_of(hit))
        return Asked(question, shown, citations, Answer(question.id, results, took), tuple(first.problems))

    def _page(self, question: Question, number: int) -> SearchPage:
        return search(
            user=self.user,
            query=question.within if self.is_within_document else question.text,
            page=number,
            chosen=self._chosen,
            document_id=self._document_id(question),
            generation=self.generation,
        )

    @property
    def _chosen(self) -> Chosen:
        return Chosen(collection=(self.shelf.collection.pk,))

    def _document_id(self, question: Question) -> int | None:
        """0, which no document has, where the bench names one that could not be brought in."""
        return self.shelf.ids.get(question.doc, 0) if self.is_within_document else None

    def _further(self, question: Question, page: SearchPage) -> Iterator[Hit]:
        named = _pages(page.hits)
        while page.has_next and len(named) < DISTINCT_PAGES and page.page < MOST_ASKED:
            page = self._page(question, page.page + 1)
            named |= _pages(page.hits)
            yield from page.hits

    def _documents(self, question: Question, first: SearchPage) -> tuple[Result, ...]:
        """The documents of all pages of results; the first page was asked for as a person does, and timed."""
        ids = [group.document.pk for group in first.groups]
        if first.has_next:
            groups = ranked(
                user=self.user,
                query=question.text,
                chosen=self._chosen,
                generation=self.generation,
            )
            ids += [group.document_id for group in groups]
        names = [name for pk in dict.fromkeys(ids) for name in self._names(pk)]
        return tuple(map(Result, names[:DOCUMENTS]))

    def _result(self, shown: Shown) -> Result:
        return Result(self._names(shown.document_id)[0], shown.page, shown.text, shown.highlights)

    def _names(self, document_id: int) -> Sequence[str]:
        """What is in the collection but not of the bench has a name that no question knows."""
        return self.shelf.names.get(document_id) or (f"document {document_id}",)


def shown_text(hit: Hit) -> list[Segment]:
    """What of a hit counts as its answer: all of the excerpt, in which the best sentence is tinted."""
    return list(hit.excerpt.segments)


def shown_of(hit: Hit) -> Iterator[Shown]:
    """The shown text page by page: first that with the sentence which is tinted, as its page is named beside it.

    A separator between pages belongs to neither and is left out.
    """
    has_pages = hit.revision.is_paginated
    pieces = [(page, list(together)) for page, together in groupby(shown_text(hit), key=lambda segment: segment.page)]
    shown = [_joined(hit, page, segments) for page, segments in pieces if page is not None or not has_pages]
    yield from sorted(shown, key=lambda one: sum(start - end for start, end in one.highlights))


def citations_of(hit: Hit) -> Iterator[tuple[int, Citation]]:
    """What is cited beside a hit, each with the id of its revision: the passage, its sentence, what says the same."""
    yield hit.revision.pk, hit.citation
    yield hit.revision.pk, hit.evidence_citation
    for other in hit.same:
        yield other.revision.pk, other.citation


def _joined(hit: Hit, page: int | None, segments: Sequence[Segment]) -> Shown:
    start = segments[0].start
    return Shown(
        document_id=hit.document.pk,
        revision_id=hit.revision.pk,
        text_sha256=hit.citation.text_sha256,
        page=page,
        start=start,
        end=segments[-1].end,
        text="".join(segment.text for segment in segments),
        highlights=tuple((one.start - start, one.end - start) for one in segments if one.in_passage),
    )


def _pages(hits: Iterable[Hit]) -> set[tuple[int, int | None]]:
    return {(one.document_id, one.page) for hit in hits for one in shown_of(hit)}
