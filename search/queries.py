"""The questions asked of the index. Everything shown is cut from the canonical text at the moment that it is shown."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from documents.models import Document, Revision
from documents.querysets import AnyUser, DocumentQuerySet
from documents.services import page_metadata_problems
from documents.text import Excerpt, PageSpan, TextSpan, has_ink, pages_for_span
from search import conf
from search.asked import Query, parse_query
from search.candidates import Candidate
from search.configurations import configs_in_use, configs_of
from search.embeddings import EmbedderUnavailable, get_embedder
from search.facets import NOTHING_CHOSEN, Chosen, count_facets
from search.filters import InForce
from search.finding import (
    LARGEST_ID,
    Found,
    Question,
    clamped,
    facts_found,
    find,
    hidden_by_filters,
    row_id,
    scope_of,
    widened,
)
from search.generations import existing_generation
from search.grouping import Group, documents_in, grouped, page_of
from search.lexical import with_beginnings
from search.links import passage_path
from search.located import pages_in_words
from search.marks import MOST_SHOWN, Mark, best_sentence, find_marks, whole_sentences
from search.models import Chunk, Generation
from search.newer import is_current, newer_passage
from search.rerankers import RerankerUnavailable, get_reranker
from search.results import DocumentHits, FilterInForce, Hit, LeftOut, LikePassage, PassageView, SearchPage
from search.same_passages import told, without_copies
from search.scope import Scope
from search.seams import page_seams, seams_within
from search.similar import Example, example_at
from search.sorting import ORDERS, RELEVANCE, in_order
from search.spelling import did_you_mean
from search.timing import logged, stage
from search.vector_store import VectorStoreUnavailable, get_store
from search.why import terms_as_typed, why
from search.windows import Window, whole_window, windows
from search.words import words

__all__ = [
    "DamagedPageMetadata",
    "DocumentHits",
    "Hit",
    "PassageView",
    "SearchPage",
    "open_passage",
    "passage",
    "passage_path",
    "ranked",
    "search",
    "warm_up",
]

PER_PAGE = 10
SHOWN_PER_DOCUMENT = 3
SHOWN_OF_NAMED = 15
"""Of a document that the question names: who names it wants what it says, and not what else there is."""
MOST_PER_PAGE = 100
SNIPPET_CONTEXT = 160
"""Code points on either side of the best sentence in a list of results."""
MORE_NAMED = 8
"""Of the passages of a document that are not shown, how many have their pages named."""
MOST_SAME = 5
"""Of the other places that say the same as a passage, how many are named."""
PASSAGE_CONTEXT = 1000
"""Code points on either side of a passage that is opened."""

NO_EXAMPLE = gettext_noop(
    "The passage of which more is asked for is not here any more, or is none that you may read: nothing is compared"
    " with it."
)
LEFT_OUT = gettext_noop("Some passages are left out: what is stored about the pages of their documents is damaged.")

_DIGEST = re.compile(r"[0-9a-f]{64}")


class DamagedPageMetadata(ValueError):  # noqa: N818 - it names a state
    """What is stored about a text or its pages does not agree, so that no page can be proved."""


@logged("a search")
def search(
    *,
    user: AnyUser,
    query: str,
    page: int = 1,
    per_page: int = PER_PAGE,
    chosen: Chosen = NOTHING_CHOSEN,
    document_id: int | None = None,
    like: str = "",
    order: str = RELEVANCE,
    generation: Generation | None = None,
) -> SearchPage:
    """The passages that answer `query`, among the current texts that `user` may read; grouped by document, best first.

    `chosen` narrows them, `document_id` to one document. `like` names a passage of which more is asked for, with words
    or without (see `similar.Place`). `order` is one of `sorting.ORDERS`. It is asked of `generation`; None for the
    active one.

    `per_page` counts documents, or passages where `document_id` names the one that is searched. Any query, page and
    filter is answered: what does not exist finds nothing, and a page beyond the last is the last.
    """
    began = time.perf_counter()
    page, per_page = clamped(page, 1, LARGEST_ID), clamped(per_page, 1, MOST_PER_PAGE)
    with stage("asking"):
        generation = generation or existing_generation()
        question = _question(user, query, chosen, document_id, like, generation)
        scope, narrowed = scope_of(question)
    with stage("finding"):
        found = find(question, scope, generation)
    wider = widened(question, found.generation)
    counting = time.perf_counter()
    with stage("facets"):
        facts = facts_found(scope, found) if document_id is None else {}
        facets = count_facets(facts, chosen, wider, user) if document_id is None else []
    facets_took = time.perf_counter() - counting
    with stage("grouping"):
        groups = in_order(_grouped(question, found, order), order, facts)
    with stage("showing"):
        answer = _answer(question, scope, found, groups, page, per_page)
    problems = [*narrowed.problems, *([_(NO_EXAMPLE)] if like and not question.example else []), *answer.problems]
    return replace(
        answer,
        problems=problems,
        filters=[_in_force(question.words, one) for one in narrowed.in_force],
        did_you_mean=_did_you_mean(question.words, scope, found.generation, answer),
        order=order if order in ORDERS else RELEVANCE,
        facets=facets,
        facets_ms=round(facets_took * 1000),
        like=_like_passage(question.example) if question.example else None,
        hidden=None if groups else hidden_by_filters(question, found.generation, wider),
        took_ms=round((time.perf_counter() - began) * 1000),
    )


def ranked(
    *,
    user: AnyUser,
    query: str,
    chosen: Chosen = NOTHING_CHOSEN,
    document_id: int | None = None,
    like: str = "",
    order: str = RELEVANCE,
    generation: Generation | None = None,
) -> list[Group]:
    """All that `search` pages through: every passage that answers, grouped by document, in the order of the results."""
    generation = generation or existing_generation()
    question = _question(user, query, chosen, document_id, like, generation)
    scope, _narrowed = scope_of(question)
    found = find(question, scope, generation)
    facts = facts_found(scope, found) if order != RELEVANCE else {}
    return in_order(_grouped(question, found, order), order, facts)


def passage(
    *, user: AnyUser, document_id: int, start: int, end: int, digest: str = "", query: str = ""
) -> PassageView | None:
    """The passage `[start, end)` of the text with that digest (of the current one without a digest), in its context.

    None where `user` may not read the document, no revision of it has that text, the span is not within it or has no
    ink (it is empty, or a separator), or its pages cannot be proved: nothing is shown rather than something near it.
    Words of `query` are marked.
    """
    with suppress(DamagedPageMetadata):
        return open_passage(user=user, document_id=document_id, start=start, end=end, digest=digest, query=query)
    return None


def open_passage(
    *, user: AnyUser, document_id: int, start: int, end: int, digest: str = "", query: str = ""
) -> PassageView | None:
    """As `passage`, but raises DamagedPageMetadata where what is stored about the text or its pages does not agree."""
    document = _visible(user).with_current().filter(pk=row_id(document_id)).first()
    revision = _cited_revision(document, digest) if document else None
    if document is None or revision is None or not _has_words(revision.text or "", start, end):
        return None
    if problems := page_metadata_problems(revision):
        raise DamagedPageMetadata("; ".join(problems))
    window, span = whole_window(revision), TextSpan(start, end)
    excerpt = window.excerpt(span, _marks_within(query, window, span, document_id), PASSAGE_CONTEXT)
    url = passage_path(document_id, span, revision.text_sha256)
    return PassageView(
        document=document,
        revision=revision,
        is_current=is_current(document, revision),
        citation=window.cite(document, revision, span, conf.public_url() + url),
        excerpt=excerpt,
        left_out=_left_out(window, excerpt),
        newer=newer_passage(document, revision, span),
    )


def _asked(query: str, generation: Generation | None) -> Query:
    """What is asked, in words that the index knows where it does."""
    asked = parse_query(query)
    return asked if generation is None else with_beginnings(asked, generation)


def _has_words(text: str, start: int, end: int) -> bool:
    return 0 <= start < end <= len(text) and has_ink(text[start:end])


def _question(
    user: AnyUser, query: str, chosen: Chosen, document_id: Any, like: str, generation: Generation | None
) -> Question:
    example = example_at(like, user) if like else None
    return Question(user, _asked(query, generation), chosen, document_id, example)


def _did_you_mean(asked: Query, scope: Scope, generation: Generation | None, answer: SearchPage) -> str:
    if generation is None:
        return ""
    marked = (part.text for hit in answer.hits for part in hit.excerpt.segments if part.marked)
    seen = {word.key for text in marked for word in words(text)}
    seen |= {word.key for hit in answer.hits[:1] for word in words(" ".join(hit.why.named_by))}
    with stage("spelling"):
        return did_you_mean(asked.text, scope.chunks(generation), configs_in_use(generation), seen)


def _like_passage(example: Example) -> LikePassage:
    url = passage_path(example.document.pk, example.span, example.revision.text_sha256)
    cited = whole_window(example.revision).cite(example.document, example.revision, example.span, url)
    return LikePassage(cited, url)


def warm_up() -> None:
    """Load what the first question of this process would otherwise wait for.

    What cannot be had now is left to that question, which says so.
    """
    with suppress(EmbedderUnavailable, VectorStoreUnavailable):
        get_embedder().embed_query("warm")
        generation = existing_generation()
        # Asked even where there is no index yet: the client library itself takes a second to load.
        get_store().count(generation.collection_name if generation else "none")
    with suppress(RerankerUnavailable):
        get_reranker()


def _grouped(question: Question, found: Found, order: str) -> list[Group]:
    """By document. Copies are folded but in the orders by date and title, in which each document has its own place."""
    if order in ORDERS and order != RELEVANCE:
        return grouped(found.candidates.found)
    limit = None if question.document_id is not None else SHOWN_PER_DOCUMENT
    return without_copies(question.words, found.candidates.found, found.generation, limit)


def _answer(
    question: Question, scope: Scope, found: Found, groups: Sequence[Group], page: int, per_page: int
) -> SearchPage:
    page, shown, has_next = _on_page(groups, scope, page, per_page)
    limits = {group.document_id: _limit(group, shown, scope, per_page) for group in shown}
    more = [one for group in shown for one in group.passages[limits[group.document_id] :][:MORE_NAMED]]
    told_of = [(group, one) for group in shown for one in group.passages[: limits[group.document_id]]]
    same = [copy for group, one in told_of for copy in group.same_as(one)[:MOST_SAME]]
    read = [*(one for _, one in told_of), *same]
    with stage("windows"):
        cut = windows((one.chunk_id for one in read), pages_only=[one.chunk_id for one in more])
    damaged = _damaged(one.chunk_id for _, one in told_of if one.chunk_id not in cut)
    return SearchPage(
        query=question.words.text,
        groups=_shown(question.words, scope, found, shown, limits, cut) if cut else [],
        total_passages=sum(len(group.passages) for group in groups),
        total_documents=len(documents_in(groups)),
        page=page,
        has_next=has_next,
        dropped=found.candidates.dropped + damaged,
        problems=[*found.candidates.problems, *([_(LEFT_OUT)] if damaged else [])],
    )


def _limit(group: Group, groups: Sequence[Group], scope: Scope, per_page: int) -> int:
    """How many passages of a document are shown; beside one that the question names others are only pointed to."""
    if scope.document_id is not None:
        return per_page
    if _is_named(group):
        return SHOWN_OF_NAMED
    return 1 if _is_named(groups[0]) else SHOWN_PER_DOCUMENT


def _is_named(group: Group) -> bool:
    return bool(group.passages and group.passages[0].named_by)


def _damaged(missing: Iterable[int]) -> int:
    """How many of the chunks without a window still exist; the others went a moment ago, as any may."""
    return Chunk.objects.filter(pk__in=ids).count() if (ids := list(missing)) else 0


def _on_page(groups: Sequence[Group], scope: Scope, page: int, per_page: int) -> tuple[int, Sequence[Group], bool]:
    """Documents are paged; inside one document, its passages are."""
    if scope.document_id is None or not groups:
        return page_of(groups, page, per_page)
    page, passages, has_next = page_of(groups[0].passages, page, per_page)
    return page, [replace(groups[0], passages=list(passages), first=1 + (page - 1) * per_page)], has_next


def _shown(
    asked: Query,
    scope: Scope,
    found: Found,
    groups: Sequence[Group],
    limits: Mapping[int, int],
    cut: Mapping[int, Window],
) -> list[DocumentHits]:
    """What is on the page, looked up again: a document that has gone or changed since is left out."""
    documents = scope.documents.with_current().in_bulk(documents_in(groups))
    listed = [one for group in groups for one in group.passages[: limits[group.document_id]] if one.chunk_id in cut]
    configs = configs_of([one.document_id for one in listed], found.generation) if found.generation else []
    views = {one.chunk_id: _view(cut[one.chunk_id], one, scope) for one in listed}
    with stage("marks"):
        marks = dict(zip(views, _marks_of(asked, list(views.values()), configs), strict=True))
    typed = terms_as_typed(asked)
    shown = []
    for group in groups:
        document = documents.get(group.document_id)
        revision = document.current_revision if document else None
        if document is None or revision is None:
            continue
        limit = limits[group.document_id]
        hits = [
            replace(
                _hit(document, revision, one, views[one.chunk_id], _asked_marks(asked, one, marks[one.chunk_id])),
                position=position,
                same=told(group.same_as(one)[:MOST_SAME], documents, cut),
                more_same=len(group.same_as(one)[MOST_SAME:]),
                why=why(
                    one,
                    typed,
                    cut[one.chunk_id],
                    marks[one.chunk_id],
                    page_count=revision.page_count,
                    likeness_rank=found.near.get(one.chunk_id),
                ),
            )
            for position, one in enumerate(group.passages[:limit], group.first)
            if one.chunk_id in cut and one.revision_id == revision.pk
        ]
        if hits:
            more = group.passages[limit:]
            shown.append(DocumentHits(document, hits, len(group.passages) - len(hits), _more_locator(more, cut)))
    return shown


def _more_locator(passages: Sequence[Candidate], cut: Mapping[int, Window]) -> str:
    """The pages on which these begin, as printed and as counted; those beyond `MORE_NAMED` are three dots."""
    named = [(cut[one.chunk_id], one.span) for one in passages if one.chunk_id in cut]
    pages = [page for window, span in named for page in pages_for_span(window.pages, span.start, span.end)[:1]]
    locator = pages_in_words(pages, named[0][0].page_labels) if pages else ""
    return f"{locator} …" if locator and len(passages) > len(named) else locator


@dataclass(frozen=True, slots=True)
class _View:
    """What is shown of a passage, in the offsets of its window: `shown` (None for what is around the best sentence of
    `answering`), and `read`, which has all of both and of the passage.
    """

    window: Window
    answering: TextSpan
    shown: TextSpan | None
    read: TextSpan


def _view(window: Window, found: Candidate, scope: Scope) -> _View:
    within = window.inner(scope.evidence(found.revision_id, found.span))
    about = window.whole_words(found.span)
    if found.best is None or found.core is None:
        return _View(window, within, None, about)
    edges = window.page_ends, window.inner_seams
    shown = whole_sentences(window.text, _common(window.inner(found.best), within), *edges, within=about)
    core = _common(window.inner(found.core), within)
    answering = _common(whole_sentences(window.text, core, *edges, least=0), within)
    passage = window.inner(found.span)
    return _View(window, answering, shown, TextSpan(min(shown.start, passage.start), max(shown.end, passage.end)))


def _marks_of(asked: Query, views: Sequence[_View], configs: Sequence[str]) -> list[list[Mark]]:
    """Of each what matches in what is read, in the offsets of its window."""
    texts = [one.window.text[one.read.start : one.read.end] for one in views]
    seams = [seams_within(one.window.inner_seams, one.read) for one in views]
    found = find_marks(asked, texts, configs, seams)
    return [[mark.moved(one.read.start) for mark in marks] for one, marks in zip(views, found, strict=True)]


def _hit(document: Document, revision: Revision, found: Candidate, view: _View, marks: Sequence[Mark]) -> Hit:
    window = view.window
    edges = window.page_ends, window.inner_seams
    evidence = window.outer(best_sentence(window.text, view.answering, marks, *edges))
    excerpt = window.excerpt(
        evidence,
        [window.outer(mark.span) for mark in marks],
        SNIPPET_CONTEXT if view.shown is None else MOST_SHOWN,
        within=view.shown and window.outer(view.shown),
    )
    url = passage_path(document.pk, found.span, revision.text_sha256)
    return Hit(
        document=document,
        revision=revision,
        span=found.span,
        evidence=evidence,
        evidence_citation=window.cite(document, revision, evidence, ""),
        citation=window.cite(document, revision, found.span, conf.public_url() + url),
        excerpt=excerpt,
        left_out=_left_out(window, excerpt),
        url=url,
        score=found.score,
        word_rank=found.word_rank,
        meaning_rank=found.meaning_rank,
        position=0,
    )


def _asked_marks(asked: Query, found: Candidate, marks: Sequence[Mark]) -> Sequence[Mark]:
    """Less those of words that only name the document, which stand all over it; all where there are no others."""
    names = {word.key for word in words(" ".join(found.named_by))}
    terms = list(dict.fromkeys(asked.terms))
    kept = [mark for mark in marks if not names.issuperset(terms[mark.term].keys)]
    return kept or marks


def _common(one: TextSpan, other: TextSpan) -> TextSpan:
    """What both share; the other where they share nothing: the pages asked for are what must be shown."""
    start, end = max(one.start, other.start), min(one.end, other.end)
    return TextSpan(start, end) if start < end else other


def _left_out(window: Window, excerpt: Excerpt) -> LeftOut:
    """A window reaches further than the context of a snippet, so its ink tells."""
    shown = window.inner(TextSpan(excerpt.start, excerpt.end))
    return LeftOut(before=has_ink(window.text[: shown.start]), after=has_ink(window.text[shown.end :]))


def _in_force(asked: Query, one: InForce) -> FilterInForce:
    rest = asked.text_without(one.filter)
    return FilterInForce(one.filter.name, one.filter.values, one.filter.is_excluded, one.words, rest)


def _visible(user: AnyUser) -> DocumentQuerySet:
    return Document.objects.visible_to(user)


def _cited_revision(document: Document, digest: str) -> Revision | None:
    """The newest revision with that text, the current one before all others; loads its text."""
    revisions = Revision.objects.with_text().filter(document=document, status__in=Revision.READ)
    if not digest:
        return revisions.filter(pk=document.current_revision_id).first()
    if not _DIGEST.fullmatch(digest):
        return None
    same = revisions.filter(text_sha256=digest)
    return same.filter(pk=document.current_revision_id).first() or same.order_by("-number").first()


def _marks_within(query: str, window: Window, span: TextSpan, document_id: int) -> list[TextSpan]:
    generation = existing_generation()
    asked = _asked(query, generation)
    if generation is None or not asked.has_words:
        return []
    start, end = max(0, span.start - PASSAGE_CONTEXT), span.end + PASSAGE_CONTEXT
    seams = seams_within(page_seams(window.text, _pages_about(window, start, end)), TextSpan(start, end))
    (marks,) = find_marks(asked, [window.text[start:end]], configs_of([document_id], generation), [seams])
    return [TextSpan(mark.span.start + start, mark.span.end + start) for mark in marks]


def _pages_about(window: Window, start: int, end: int) -> Sequence[PageSpan]:
    """The pages that meet `[start, end)`, with a neighbour on either side: what their edges repeat is passed over."""
    meeting = [at for at, page in enumerate(window.pages) if page.start < end and start < page.end]
    return window.pages[max(0, meeting[0] - 1) : meeting[-1] + 2] if meeting else ()
