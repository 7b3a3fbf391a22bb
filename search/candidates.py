"""The passages that may answer a query: by words from Postgres, by meaning from the vector store, in one order.

A neighbour that the vector store names is believed only if Postgres has the very chunk, of the text that is current
now, in a document that this person may read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from documents.models import Document
from documents.querysets import DocumentQuerySet
from documents.text import TextSpan
from search.asked import Query
from search.configurations import configs_in_use
from search.embeddings import EmbedderUnavailable, Vectors
from search.filters import PagesAsked
from search.generations import WrongModel
from search.lexical import Rarities, WordHit, compile_query, constrained, stems, word_hits, word_scores
from search.meaning import Meaning, meaning_of
from search.models import Chunk, Generation
from search.naming import Naming, naming
from search.notation import any_of, quoted
from search.ranking import Ranked, by_words_and_meaning, rank_by_parts
from search.reading import Saying, cosines_of, read_chunks
from search.timing import stage
from search.vector_store import VectorHit, VectorStoreUnavailable, get_store
from search.words import words

WORD_CANDIDATES = 200
MEANING_CANDIDATES = 100
"""How many live chunks each list gives. Together they bound how deep a person can page."""

THING_WORTH = 6.0
"""In standard deviations, what a passage gains that holds what names a thing (a part number, a rare name): without it
one that only its words find is lost among those that are near in meaning and share a common word or two."""

NAME_WORTH = 2.0
"""What each unit of inverse document frequency counts for that a document is named by."""

READ_IN_PARTS = 300
"""Chunks. What is not among the best by words and meaning as a whole is not looked into."""

LOOKED_INTO = 60
"""Passages of any documents whose parts are compared, to show the best: as many as the first pages can have."""

MOST_OF_NAMED = 1500
"""Chunks of the documents that a question names; of longer ones those that hold its words."""

LEAST_LIKENESS = 0.2
"""Cosine below which a neighbour is only the nearest of strangers. Low on purpose: order, not this, decides."""

FIRST_ASKED = 4
"""Times as many neighbours as are wanted: half of them may be of other people's documents."""

MOST_COMPARED = 1000
"""Chunks whose vectors are compared one by one, which takes some milliseconds."""

TOLD = ("document_id", "revision_id", "start", "end", "digest")
"""What the metadata of a vector must say, in the order that it is read in."""

ONLY_COMMON_WORDS = gettext_noop("These words are too common to be looked up: what was found is near them in meaning.")

MOST_COLLECTIONS = 200
"""A filter of more values is slower than dropping what may not be seen."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be searched: the documents, the collections that they are in (None for all), the pages asked for."""

    documents: DocumentQuerySet
    collection_ids: Sequence[int] | None = None
    document_id: int | None = None
    pages: Sequence[PagesAsked] = ()

    def chunks(self, generation: Generation) -> QuerySet[Chunk]:
        """The chunks of the current texts in this scope."""
        chunks = generation.chunks.filter(revision__in=self.documents.order_by().values("current_revision"))
        return reduce(lambda found, pages: pages.chunks(found), self.pages, chunks)

    def evidence(self, revision_id: int, span: TextSpan) -> TextSpan:
        """The part of a passage in which its best sentence is looked for: what stands on the pages asked for."""
        return reduce(lambda part, pages: pages.within(revision_id, part), self.pages, span)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its place in each list; ranks count from 1. `is_named`: it holds a word that names a thing.

    `named_by` are the words of the question that name its document. `core` is the part of it that answers best, `best`
    that with what is nearly as good beside it; None where it was not looked into.
    """

    chunk_id: int
    document_id: int
    revision_id: int
    span: TextSpan
    score: float
    word_rank: int | None
    meaning_rank: int | None
    is_named: bool = False
    named_by: tuple[str, ...] = ()
    best: TextSpan | None = None
    core: TextSpan | None = None


@dataclass(slots=True)
class Candidates:
    """Best first. `dropped` counts what the vector store said and Postgres did not know."""

    found: list[Candidate] = field(default_factory=list)
    dropped: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Neighbours:
    """Live chunks, nearest first. `dropped` as in `Candidates`."""

    chunk_ids: list[int] = field(default_factory=list)
    dropped: int = 0


def find_candidates(query: Query, scope: Scope, generation: Generation) -> Candidates:
    """All that answers, best first: what the documents say that the question names, then what the others say.

    Where the meanings cannot be had the words alone decide, and a problem says so.
    """
    problems: list[str] = []
    query = _without_vain_phrases(query, scope, generation, problems)
    named = _named(query, scope, generation)
    asked = _Asked(_without_names(query, named.rest) if named else query, generation, Rarities(generation))
    if not asked.compiled.in_favour:
        problems.append(_(ONLY_COMMON_WORDS))
    chunks = constrained(scope.chunks(generation), compile_query(query, configs_in_use(generation)))
    with stage("lexical ranking"):
        hits = word_hits(asked.compiled, chunks, asked.rarities, WORD_CANDIDATES)
    near = _by_meaning(asked, chunks, scope, problems)
    pool = list(dict.fromkeys([*(hit.chunk_id for hit in hits), *near.chunk_ids]))
    worth = named.worth if named else dict.fromkeys([scope.document_id] if scope.document_id else [], 0.0)
    if worth:
        of_these = constrained(scope.chunks(generation), asked.compiled)
        order = _of_documents(worth, of_these, hits, asked, problems)
        first = {one.key for one in order}
        order += _wholes([pk for pk in pool if pk not in first], hits, asked)
    else:
        order = _across_documents(pool, hits, asked, problems)
    return Candidates(_candidates(order, hits, near.chunk_ids, named), near.dropped, problems)


def _without_vain_phrases(query: Query, scope: Scope, generation: Generation, problems: list[str]) -> Query:
    """A question that also has "phrases" in it, none of which stands anywhere together, is asked without the quotes."""
    if not query.required or not query.wanted:
        return query
    compiled = compile_query(query, configs_in_use(generation))
    if constrained(scope.chunks(generation), compiled).exists():
        return query
    problems.append(_("No passage has all that must occur: these were found without the quotes and AND."))
    return replace(query, wanted=query.wanted + query.required, required=())


@dataclass
class _Asked:
    """A question, or the part of it that is asked of the documents which it names."""

    query: Query
    generation: Generation
    rarities: Rarities
    problem: str = ""

    def __post_init__(self) -> None:
        self.compiled = compile_query(self.query, configs_in_use(self.generation))

    @cached_property
    def meaning(self) -> Meaning:
        with stage("embedding"):
            return meaning_of(self.query.meaning, self.generation)

    def vector(self, problems: list[str]) -> Vectors | None:
        """None, and a problem, where no vector can be had: tried once, as each try may wait for a service."""
        if not self.problem:
            try:
                return self.meaning.both
            except EmbedderUnavailable:
                self.problem = _("Meanings cannot be compared now: these results were found by words alone.")
            except WrongModel:
                changing = _("The index is being changed to another model: these results were found by words alone.")
                self.problem = changing
        _say_once(problems, self.problem)
        return None

    @cached_property
    def saying(self) -> Saying:
        """Its single words; one that is said twice is worth twice as much."""
        said = Counter(key for term in self.query.terms for key in term.keys)
        stemmed = [stems(said, config) for config in configs_in_use(self.generation)] if said else []
        times: Counter[tuple[str, ...]] = Counter()
        for key, number in said.items():
            lexemes = tuple(dict.fromkeys(of[key] for of in stemmed if of[key]))
            if lexemes and (all(of[key] for of in stemmed) or self._is_asked(lexemes)):
                times[lexemes] += number
        worth = self.rarities.of_each([any_of(map(quoted, lexemes)) for lexemes in times])
        return Saying(tuple(times), tuple(one * number for one, number in zip(worth, times.values(), strict=True)))

    def _is_asked(self, lexemes: Iterable[str]) -> bool:
        """Of a stop word of some language: whether it is none of the language that is asked in."""
        return any(quoted(lexeme) in notation for notation in self.compiled.in_favour for lexeme in lexemes)


def _say_once(problems: list[str], sentence: str) -> None:
    if sentence not in problems:
        problems.append(sentence)


def _named(query: Query, scope: Scope, generation: Generation) -> Naming | None:
    """Which documents the question names; inside one document there is nothing to choose."""
    if scope.document_id is not None or query.alternatives:
        return None
    with stage("naming"):
        return naming(query.meaning, scope.documents, generation)


def _across_documents(
    chunk_ids: Sequence[int], hits: Sequence[WordHit], asked: _Asked, problems: list[str]
) -> list[Ranked]:
    """Passages of any documents, each as a whole; the first are looked into for the part that answers.

    Part by part, a line that chances to sound like the question beats a document that is all about it.
    """
    vector = asked.vector(problems)
    order = _wholes(chunk_ids, hits, asked)
    with stage("parts"):
        read = read_chunks([one.key for one in order[:LOOKED_INTO]], vector, asked.saying, asked.generation.model)
        parts = {one.key: one for one in rank_by_parts(read, asked.saying.worth)}
    return [
        replace(one, span=parts[one.key].span, core=parts[one.key].core) if one.key in parts else one for one in order
    ]


def _of_documents(
    worth: Mapping[int, float], chunks: QuerySet[Chunk], hits: Sequence[WordHit], asked: _Asked, problems: list[str]
) -> list[Ranked]:
    """The passages of a few documents, by id what each is worth. All that these say is looked at, so that what any of
    them says is measured by it.
    """
    rows = chunks.filter(document__in=list(worth)).order_by("document", "ordinal")
    document = dict(rows.values_list("pk", "document_id")[: MOST_OF_NAMED + 1])
    if len(document) > MOST_OF_NAMED:
        kept = word_hits(asked.compiled, rows, asked.rarities, MOST_OF_NAMED)
        document = dict(rows.filter(pk__in=[hit.chunk_id for hit in kept]).values_list("pk", "document_id"))
    ranked = _in_parts(list(document), hits, asked, problems)
    weighed = (
        replace(one, score=one.score + NAME_WORTH * worth[document[one.key]])
        for one in ranked
        if one.has_words or one.cosine >= LEAST_LIKENESS
    )
    return sorted(weighed, key=lambda one: (-one.score, one.key))


def _without_names(query: Query, rest: str) -> Query:
    """A "phrase" that is part of a name must stand in the document, and need not stand in the passage."""
    kept = {word.key for word in words(rest)}
    wanted, required = (
        tuple(term for term in terms if kept.intersection(term.keys)) for terms in (query.wanted, query.required)
    )
    return replace(query, meaning=rest, wanted=wanted, required=required)


def _in_parts(chunk_ids: Sequence[int], hits: Sequence[WordHit], asked: _Asked, problems: list[str]) -> list[Ranked]:
    """Part by part: the best of them, where they are many; what names a thing is always among these."""
    vector = asked.vector(problems)
    things = {hit.chunk_id for hit in hits if hit.is_named}
    if len(chunk_ids) > READ_IN_PARTS:
        with stage("lexical ranking"):
            scores = word_scores(asked.compiled, chunk_ids, asked.rarities)
        wholes = [one.key for one in _wholes(chunk_ids, scores, asked)]
        chunk_ids = list(dict.fromkeys([*(pk for pk in wholes if pk in things), *wholes]))[:READ_IN_PARTS]
    with stage("parts"):
        read = read_chunks(chunk_ids, vector, asked.saying, asked.generation.model)
        ranked = rank_by_parts(read, asked.saying.worth)
    return _with_things(ranked, things)


def _wholes(chunk_ids: Sequence[int], hits: Sequence[WordHit], asked: _Asked) -> list[Ranked]:
    """Chunks that are not looked into, best first; those that are no hit hold none of the words."""
    vector = asked.vector([])
    with stage("cosines"):
        near = {} if vector is None else cosines_of(chunk_ids, vector, asked.generation.model)
    scores = {hit.chunk_id: hit.score for hit in hits}
    values = by_words_and_meaning([scores.get(pk, 0.0) for pk in chunk_ids], [near.get(pk, 0.0) for pk in chunk_ids])
    ranked = [Ranked(pk, float(value)) for pk, value in zip(chunk_ids, values, strict=True)]
    return _with_things(ranked, {hit.chunk_id for hit in hits if hit.is_named})


def _with_things(ranked: Iterable[Ranked], things: Container[int]) -> list[Ranked]:
    raised = (replace(one, score=one.score + THING_WORTH * (one.key in things)) for one in ranked)
    return sorted(raised, key=lambda one: (-one.score, one.key))


def _candidates(
    order: Sequence[Ranked], hits: Sequence[WordHit], near: Sequence[int], named: Naming | None
) -> list[Candidate]:
    by_words = {hit.chunk_id: rank for rank, hit in enumerate(hits, 1)}
    by_meaning = {pk: rank for rank, pk in enumerate(near, 1)}
    things = {hit.chunk_id for hit in hits if hit.is_named}
    rows = _places(one.key for one in order)
    return [
        Candidate(
            one.key,
            *rows[one.key],
            score=one.score,
            word_rank=by_words.get(one.key),
            meaning_rank=by_meaning.get(one.key),
            is_named=one.key in things,
            named_by=named.words.get(rows[one.key][0], ()) if named else (),
            best=_within(rows[one.key][2], one.span),
            core=_within(rows[one.key][2], one.core),
        )
        for one in order
        if one.key in rows
    ]


def _within(chunk: TextSpan, part: tuple[int, int] | None) -> TextSpan | None:
    return part and TextSpan(chunk.start + part[0], chunk.start + part[1])


def _places(chunk_ids: Iterable[int]) -> dict[int, tuple[int, int, TextSpan]]:
    """Of each chunk its document, its revision and its span."""
    rows = Chunk.objects.filter(pk__in=list(chunk_ids)).order_by()
    values = rows.values_list("pk", "document_id", "revision_id", "start", "end")
    return {pk: (document, revision, TextSpan(start, end)) for pk, document, revision, start, end in values}


def _by_meaning(asked: _Asked, allowed: QuerySet[Chunk], scope: Scope, problems: list[str]) -> Neighbours:
    enough = allowed.order_by()[:MEANING_CANDIDATES].count()
    if not enough or asked.vector(problems) is None:
        return Neighbours()
    try:
        return nearest(asked.meaning.question, allowed, scope, asked.generation, enough)
    except VectorStoreUnavailable:
        problems.append(_("The index of meanings cannot be reached: these results were found by words alone."))
    return Neighbours()


def nearest(vector: Vectors, chunks: QuerySet[Chunk], scope: Scope, generation: Generation, enough: int) -> Neighbours:
    """The nearest live chunks, `enough` of them. What is dropped or filtered out is made up for by asking for more.

    A filter of the vector store is a scan of all that it holds, and takes longer the more it lets through. So it is
    asked without one; where that finds too little and few chunks are to be searched, they are compared one by one. The
    filter is what remains when neither is enough.
    """
    is_of_one = scope.document_id is not None
    if is_of_one and (compared := _compared(vector, chunks, generation)):
        return compared
    live = Neighbours()
    for limit, filters in _questions(scope):
        hits = get_store().query(generation.collection_name, vector, limit, with_metadata=False, **filters)
        near = [hit for hit in hits if 1 - hit.distance >= LEAST_LIKENESS]
        with stage("believing"):
            live = _believed(near, chunks, scope, generation)
        if len(live.chunk_ids) >= enough or len(hits) < limit or len(near) < len(hits):
            break
        if limit == FIRST_ASKED * MEANING_CANDIDATES and (compared := _compared(vector, chunks, generation)):
            return replace(compared, dropped=live.dropped)
    return replace(live, chunk_ids=live.chunk_ids[:MEANING_CANDIDATES])


def _questions(scope: Scope) -> Iterator[tuple[int, dict[str, Any]]]:
    """How many neighbours the vector store is asked for, and by which filter; one question after the other."""
    if scope.document_id is None:
        yield from ((times * MEANING_CANDIDATES, {}) for times in (FIRST_ASKED, 4 * FIRST_ASKED, 16 * FIRST_ASKED))
    if scope.document_id is not None or scope.collection_ids is not None:
        filters = {"collection_ids": scope.collection_ids, "document_id": scope.document_id}
        yield from ((times * MEANING_CANDIDATES, filters) for times in (FIRST_ASKED, 16 * FIRST_ASKED))


def _compared(vector: Vectors, chunks: QuerySet[Chunk], generation: Generation) -> Neighbours | None:
    """The nearest of `chunks` by the vectors that Postgres keeps; None where they are many, or some has none."""
    ids = list(chunks.order_by().values_list("pk", flat=True)[: MOST_COMPARED + 1])
    if len(ids) > MOST_COMPARED:
        return None
    with stage("cosines"):
        near = cosines_of(ids, vector, generation.model)
    if len(near) < len(ids):
        return None
    likely = [pk for pk in ids if near[pk] >= LEAST_LIKENESS]
    return Neighbours(sorted(likely, key=lambda pk: (-near[pk], pk))[:MEANING_CANDIDATES])


def _believed(hits: Sequence[VectorHit], chunks: QuerySet[Chunk], scope: Scope, generation: Generation) -> Neighbours:
    """Those hits that agree with Postgres, in order; of these, only the ones among `chunks` are given."""
    revisions = {hit.id: _revision(hit.id) for hit in hits}
    readable = _current(scope.documents, revisions.values())
    foreign = {revision for revision in revisions.values() if revision not in readable}
    gone = foreign - _current(Document.objects.undeleted(), foreign) if foreign else set()
    live = Neighbours(dropped=sum(revisions[hit.id] in gone for hit in hits))
    ids = [hit.id for hit in hits if revisions[hit.id] in readable]
    for first in range(0, len(ids), 2 * MEANING_CANDIDATES):
        _believe(ids[first : first + 2 * MEANING_CANDIDATES], live, chunks, generation)
        if len(live.chunk_ids) >= MEANING_CANDIDATES:
            break
    return live


def _believe(vector_ids: Sequence[str], live: Neighbours, chunks: QuerySet[Chunk], generation: Generation) -> None:
    """Add those that are chunks, as many as are wanted, whose metadata agrees; count what is no chunk, or does not."""
    names = ("document_id", "revision_id", "start", "end", "revision__text_sha256")
    rows = chunks.filter(vector_id__in=vector_ids).order_by().values_list("vector_id", "pk", *names)
    known = {vector_id: (pk, told) for vector_id, pk, *told in rows}
    if others := [one for one in vector_ids if one not in known]:
        live.dropped += len(others) - generation.chunks.filter(vector_id__in=others).count()
    wanted = [one for one in vector_ids if one in known][: MEANING_CANDIDATES - len(live.chunk_ids)]
    stored = get_store().fetch(generation.collection_name, wanted) if wanted else {}
    for one in wanted:
        pk, told = known[one]
        agrees = _agrees(stored.get(one, {}), dict(zip(TOLD, told, strict=True)) | {"generation": generation.pk})
        live.chunk_ids += [pk] * agrees
        live.dropped += not agrees


def _current(documents: DocumentQuerySet, revision_ids: Iterable[int | None]) -> set[int]:
    """Those of the revisions that are the current ones of `documents`."""
    asked = {one for one in revision_ids if one is not None}
    return set(documents.filter(current_revision__in=asked).order_by().values_list("current_revision", flat=True))


def _revision(vector_id: str) -> int | None:
    """The id of the revision that a vector says to be of."""
    revision_id = vector_id.partition(":")[0]
    return int(revision_id) if revision_id.isascii() and revision_id.isdecimal() and len(revision_id) < 19 else None


def _agrees(metadata: Mapping[str, object], expected: Mapping[str, object]) -> bool:
    return all(metadata.get(key) == value for key, value in expected.items())
