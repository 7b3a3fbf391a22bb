"""The questions asked of the index. Everything shown is cut from the canonical text at the moment that it is shown."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from documents.models import Collection, Document, Revision
from documents.querysets import AnyUser, DocumentQuerySet
from documents.services import page_metadata_problems
from documents.text import Excerpt, PageSpan, TextSpan, has_ink, pages_for_span
from search import conf
from search.asked import Query, parse_query
from search.candidates import MOST_COLLECTIONS, Candidate, Candidates, Scope, find_candidates
from search.embeddings import EmbedderUnavailable, get_embedder
from search.filters import InForce, Narrowed, narrow
from search.generations import existing_generation
from search.grouping import Group, grouped, page_of
from search.lexical import with_beginnings
from search.links import passage_path
from search.located import pages_in_words
from search.marks import Mark, best_sentence, find_marks
from search.models import Chunk, Generation
from search.newer import is_current, newer_passage
from search.results import DocumentHits, FilterInForce, Hit, LeftOut, PassageView, SearchPage
from search.seams import page_seams, seams_within
from search.spelling import did_you_mean
from search.vector_store import VectorStoreUnavailable, get_store
from search.windows import Window, whole_window, windows

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
MOST_PER_PAGE = 100
SNIPPET_CONTEXT = 160
"""Code points on either side of the best sentence in a list of results."""
MORE_NAMED = 8
"""Of the passages of a document that are not shown, how many have their pages named."""
PASSAGE_CONTEXT = 1000
"""Code points on either side of a passage that is opened."""

LEFT_OUT = gettext_noop("Some passages are left out: what is stored about the pages of their documents is damaged.")

_LARGEST_ID = 2**63 - 1
_DIGEST = re.compile(r"[0-9a-f]{64}")


class DamagedPageMetadata(ValueError):  # noqa: N818 - it names a state
    """What is stored about a text or its pages does not agree, so that no page can be proved."""


def search(
    *,
    user: AnyUser,
    query: str,
    page: int = 1,
    per_page: int = PER_PAGE,
    collection_ids: Sequence[int] | None = None,
    document_id: int | None = None,
    media_type: str | None = None,
    text_source: str | None = None,
) -> SearchPage:
    """The passages that answer `query`, among the current texts that `user` may read; grouped by document, best first.

    `per_page` counts documents, or passages where `document_id` names the one that is searched. Any query, page and
    filter is answered: what does not exist finds nothing, and a page beyond the last is the last.
    """
    began = time.perf_counter()
    asked = _asked(query)
    page, per_page = _clamped(page, 1, _LARGEST_ID), _clamped(per_page, 1, MOST_PER_PAGE)
    scope, narrowed = _scope(user, asked, collection_ids, document_id, media_type, text_source)
    generation, candidates = _candidates(asked, scope)
    answer = _answer(asked, scope, generation, candidates, page, per_page)
    return replace(
        answer,
        problems=[*narrowed.problems, *answer.problems],
        filters=[_in_force(asked, one) for one in narrowed.in_force],
        did_you_mean=did_you_mean(asked.text, scope.chunks(generation), generation.search_config) if generation else "",
        took_ms=round((time.perf_counter() - began) * 1000),
    )


def ranked(
    *,
    user: AnyUser,
    query: str,
    collection_ids: Sequence[int] | None = None,
    document_id: int | None = None,
    media_type: str | None = None,
    text_source: str | None = None,
) -> list[Group]:
    """All that `search` pages through: every passage that answers, grouped by document, in the order of the results."""
    asked = _asked(query)
    scope, _narrowed = _scope(user, asked, collection_ids, document_id, media_type, text_source)
    _generation, candidates = _candidates(asked, scope)
    return grouped(candidates.found)


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
    document = _visible(user).with_current().filter(pk=_id(document_id)).first()
    revision = _cited_revision(document, digest) if document else None
    if document is None or revision is None or not _has_words(revision.text or "", start, end):
        return None
    if problems := page_metadata_problems(revision):
        raise DamagedPageMetadata("; ".join(problems))
    window, span = whole_window(revision), TextSpan(start, end)
    excerpt = window.excerpt(span, _marks_within(query, window, span), PASSAGE_CONTEXT)
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


def _asked(query: str) -> Query:
    """What is asked, in words that the active index knows where it does."""
    asked, generation = parse_query(query), existing_generation()
    return asked if generation is None else with_beginnings(asked, generation)


def _has_words(text: str, start: int, end: int) -> bool:
    return 0 <= start < end <= len(text) and has_ink(text[start:end])


def _candidates(asked: Query, scope: Scope) -> tuple[Generation | None, Candidates]:
    """From the generation that is active, also when a rebuild switches to another one in the middle."""
    generation = existing_generation()
    if asked.refusal is not None:
        return generation, Candidates(problems=[asked.refusal] if asked.refusal else [])
    if generation is None:
        return None, Candidates()
    found = find_candidates(asked, scope, generation)
    newest = existing_generation()
    if newest is None or newest == generation:
        return generation, found
    return newest, find_candidates(asked, scope, newest)


def warm_up() -> None:
    """Load what the first question of this process would otherwise wait for.

    What cannot be had now is left to that question, which says so.
    """
    with suppress(EmbedderUnavailable, VectorStoreUnavailable):
        get_embedder().embed_query("warm")
        generation = existing_generation()
        # Asked even where there is no index yet: the client library itself takes a second to load.
        get_store().count(generation.collection_name if generation else "none")


def _answer(
    asked: Query, scope: Scope, generation: Generation | None, found: Candidates, page: int, per_page: int
) -> SearchPage:
    groups = grouped(found.found)
    page, chosen, has_next = _chosen(groups, scope, page, per_page)
    limit = per_page if scope.document_id is not None else SHOWN_PER_DOCUMENT
    cut = windows(one.chunk_id for group in chosen for one in group.passages[: limit + MORE_NAMED])
    damaged = _damaged(one.chunk_id for group in chosen for one in group.passages[:limit] if one.chunk_id not in cut)
    return SearchPage(
        query=asked.text,
        groups=_shown(asked, scope, generation, chosen, limit, cut) if generation and cut else [],
        total_passages=sum(len(group.passages) for group in groups),
        total_documents=len(groups),
        page=page,
        has_next=has_next,
        dropped=found.dropped + damaged,
        problems=[*found.problems, *([_(LEFT_OUT)] if damaged else [])],
    )


def _damaged(missing: Iterable[int]) -> int:
    """How many of the chunks without a window still exist; the others went a moment ago, as any may."""
    return Chunk.objects.filter(pk__in=ids).count() if (ids := list(missing)) else 0


def _chosen(groups: Sequence[Group], scope: Scope, page: int, per_page: int) -> tuple[int, Sequence[Group], bool]:
    """Documents are paged; inside one document, its passages are."""
    if scope.document_id is None or not groups:
        return page_of(groups, page, per_page)
    page, passages, has_next = page_of(groups[0].passages, page, per_page)
    return page, [Group(groups[0].document_id, list(passages), first=1 + (page - 1) * per_page)], has_next


def _shown(
    asked: Query,
    scope: Scope,
    generation: Generation,
    groups: Sequence[Group],
    limit: int,
    cut: Mapping[int, Window],
) -> list[DocumentHits]:
    """What is on the page, looked up again: a document that has gone or changed since is left out."""
    documents = scope.documents.with_current().in_bulk([group.document_id for group in groups])
    ids = [one.chunk_id for group in groups for one in group.passages[:limit] if one.chunk_id in cut]
    seams = [cut[one].inner_seams for one in ids]
    found_marks = find_marks(asked, [cut[one].text for one in ids], generation.search_config, seams)
    marks = dict(zip(ids, found_marks, strict=True))
    shown = []
    for group in groups:
        document = documents.get(group.document_id)
        revision = document.current_revision if document else None
        if document is None or revision is None:
            continue
        hits = [
            replace(_hit(document, revision, one, cut[one.chunk_id], marks[one.chunk_id], scope), position=position)
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


def _hit(
    document: Document, revision: Revision, found: Candidate, window: Window, marks: Sequence[Mark], scope: Scope
) -> Hit:
    within = window.inner(scope.evidence(revision.pk, found.span))
    evidence = window.outer(best_sentence(window.text, within, marks, window.page_ends, window.inner_seams))
    excerpt = window.excerpt(evidence, [window.outer(mark.span) for mark in marks], SNIPPET_CONTEXT)
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


def _left_out(window: Window, excerpt: Excerpt) -> LeftOut:
    """A window reaches further than the context of a snippet, so its ink tells."""
    shown = window.inner(TextSpan(excerpt.start, excerpt.end))
    return LeftOut(before=has_ink(window.text[: shown.start]), after=has_ink(window.text[shown.end :]))


def _in_force(asked: Query, one: InForce) -> FilterInForce:
    rest = asked.text_without(one.filter)
    return FilterInForce(one.filter.name, one.filter.values, one.filter.is_excluded, one.words, rest)


def _scope(
    user: AnyUser,
    asked: Query,
    collection_ids: Iterable[Any] | None,
    document_id: Any,
    media_type: str | None,
    text_source: str | None,
) -> tuple[Scope, Narrowed]:
    documents = _visible(user)
    readable = Collection.objects.readable_by(user)
    if collection_ids is not None:
        readable = readable.filter(pk__in=[_id(one) for one in collection_ids])
        documents = documents.filter(collection__in=readable)
    if document_id is not None:
        document_id = _id(document_id)
        documents = documents.filter(pk=document_id)
    if media_type:
        documents = documents.filter(current_revision__media_type=media_type.replace("\0", ""))
    if text_source:
        documents = documents.of_text_source(text_source)
    narrowed = narrow(documents, user, asked.filters)
    if narrowed.in_force:
        readable = readable.filter(pk__in=narrowed.documents.order_by().values("collection_id"))
    sees_all = collection_ids is None and not narrowed.in_force and getattr(user, "is_superuser", False)
    few = None if sees_all else _few(readable)
    return Scope(narrowed.documents, few, document_id, narrowed.pages), narrowed


def _few(collections: QuerySet[Collection]) -> list[int] | None:
    ids = list(collections.order_by("pk").values_list("pk", flat=True)[: MOST_COLLECTIONS + 1])
    return ids if len(ids) <= MOST_COLLECTIONS else None


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


def _marks_within(query: str, window: Window, span: TextSpan) -> list[TextSpan]:
    generation = existing_generation()
    asked = _asked(query)
    if generation is None or not asked.has_words:
        return []
    start, end = max(0, span.start - PASSAGE_CONTEXT), span.end + PASSAGE_CONTEXT
    seams = seams_within(page_seams(window.text, _pages_about(window, start, end)), TextSpan(start, end))
    (marks,) = find_marks(asked, [window.text[start:end]], generation.search_config, [seams])
    return [TextSpan(mark.span.start + start, mark.span.end + start) for mark in marks]


def _pages_about(window: Window, start: int, end: int) -> Sequence[PageSpan]:
    """The pages that meet `[start, end)`, with a neighbour on either side: what their edges repeat is passed over."""
    meeting = [at for at, page in enumerate(window.pages) if page.start < end and start < page.end]
    return window.pages[max(0, meeting[0] - 1) : meeting[-1] + 2] if meeting else ()


def _clamped(value: Any, least: int, most: int) -> int:
    """What was meant by a number that came from an address; `least` for what is none."""
    try:
        return min(max(int(value), least), most)
    except (TypeError, ValueError, OverflowError):
        return least


def _id(value: Any) -> int:
    """An id that the database can be asked for; 0, which no row has, for anything else."""
    return _clamped(value, 0, _LARGEST_ID) if _clamped(value, 0, _LARGEST_ID) < _LARGEST_ID else 0
