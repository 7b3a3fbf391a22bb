"""The passages that may answer a query: by words from Postgres, by meaning from the vector store, in one order.

A neighbour that the vector store names is believed only if Postgres has the very chunk, of the text that is current
now, in a document that this person may read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from documents.text import TextSpan
from search.asked import Query
from search.configurations import configs_in_use
from search.embeddings import EmbedderUnavailable, Vectors
from search.generations import WrongModel
from search.lexical import compile_query, constrained
from search.meaning import Ahead, Meaning, ask_ahead, meaning_ahead
from search.models import Chunk, Generation
from search.naming import Naming, naming
from search.neighbours import LEAST_LIKENESS, Neighbours, asked_first, nearest
from search.notation import any_of, quoted
from search.ranking import Ranked, by_agreement, by_words_and_meaning, rank_by_parts
from search.rarities import Rarities, rarities_in
from search.reading import Saying, cosines_of, read_chunks, vectors_of
from search.scope import Scope
from search.stemming import stems
from search.timing import stage
from search.vector_store import VectorStoreUnavailable
from search.word_ranking import COLUMNS, ChunkPlace, WordHit, word_hits, word_scores
from search.words import words

WORD_CANDIDATES = 200
THING_WORTH = 6.0
"""In standard deviations, what a passage gains that holds what names a thing (a part number, a rare name): without it
one that only its words find is lost among those that are near in meaning and share a common word or two."""

THING_SHARE = 0.5
"""Of the score of the passage that is best by words: in a long question a name may be said in passing."""

NAME_WORTH = 2.0
"""What each unit of inverse document frequency counts for that a document is named by."""

READ_IN_PARTS = 300
"""Chunks. What is not among the best by words and meaning as a whole is not looked into."""

LOOKED_INTO = 60
"""Passages of any documents whose parts are compared, to show the best: as many as the first pages can have."""

MOST_OF_NAMED = 1500
"""Chunks of the documents that a question names; of longer ones those that hold its words."""

ONLY_COMMON_WORDS = gettext_noop("These words are too common to be looked up: what was found is near them in meaning.")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its place in each list; ranks count from 1. `is_named`: it holds a word that names a thing.

    `digest` is that of its text, `named_by` are the words of the question that name its document. `core` is the part of
    it that answers best, `best` that with what is nearly as good beside it; None where it was not looked into.
    """

    chunk_id: int
    document_id: int
    revision_id: int
    span: TextSpan
    score: float
    word_rank: int | None
    meaning_rank: int | None
    digest: str = ""
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


def find_candidates(query: Query, scope: Scope, generation: Generation) -> Candidates:
    """All that answers, best first: what the documents say that the question names, then what the others say.

    Where the meanings cannot be had the words alone decide, and a problem says so.
    """
    problems: list[str] = []
    query = _without_vain_phrases(query, scope, generation, problems)
    is_open = scope.document_id is None and not query.required
    ahead = ask_ahead(query.meaning, generation, asked_first()) if is_open else None
    named = _named(query, scope, generation)
    asked = _Asked(_without_names(query, named.rest) if named else query, generation, rarities_in(generation), ahead)
    if not asked.compiled.in_favour:
        problems.append(_(ONLY_COMMON_WORDS))
    whole = asked.compiled if asked.query is query else compile_query(query, configs_in_use(generation))
    chunks = constrained(scope.chunks(generation), whole)
    with stage("lexical ranking"):
        hits = word_hits(asked.compiled, chunks, asked.rarities, WORD_CANDIDATES)
    near = Neighbours() if whole.required and not hits else _by_meaning(asked, chunks, scope, problems)
    pool = {hit.chunk_id: hit.place for hit in hits} | near.places
    worth = named.worth if named else dict.fromkeys([scope.document_id] if scope.document_id else [], 0.0)
    if worth:
        places = _places_of(worth, constrained(scope.chunks(generation), asked.compiled), asked)
        order = _of_documents(worth, places, hits, asked, problems)
        first = {one.key for one in order}
        order += _wholes({pk: place for pk, place in pool.items() if pk not in first}, hits, asked)
        pool |= places
    else:
        order = _across_documents(pool, hits, asked, problems)
    return Candidates(_candidates(order, pool, hits, near.chunk_ids, named), near.dropped, problems)


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
    ahead: Ahead | None = None
    """What is worked out of the whole question meanwhile; its neighbours are those of a part of it as well."""
    problem: str = ""

    def __post_init__(self) -> None:
        ahead, text = self.ahead, self.query.meaning
        self._begun = ahead.meaning if ahead and ahead.text == text else meaning_ahead(text, self.generation)
        self.compiled = compile_query(self.query, configs_in_use(self.generation))

    @cached_property
    def meaning(self) -> Meaning:
        with stage("embedding"):
            return self._begun.result()

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
    places: Mapping[int, ChunkPlace], hits: Sequence[WordHit], asked: _Asked, problems: list[str]
) -> list[Ranked]:
    """Passages of any documents, each as a whole; the first are looked into for the part that answers.

    Part by part, a line that chances to sound like the question beats a document that is all about it.
    """
    vector = asked.vector(problems)
    order = _agreeing(places, hits, asked)
    first = {one.key: places[one.key] for one in order[:LOOKED_INTO]}
    with stage("parts"):
        read = read_chunks(first, vector, asked.saying, asked.generation.model)
        parts = {one.key: one for one in rank_by_parts(read, asked.saying.worth)}
    return [
        replace(one, span=parts[one.key].span, core=parts[one.key].core) if one.key in parts else one for one in order
    ]


def _places_of(worth: Mapping[int, float], chunks: QuerySet[Chunk], asked: _Asked) -> dict[int, ChunkPlace]:
    """All that these documents say; of long ones what holds the words."""
    rows = chunks.filter(document__in=list(worth)).order_by("document", "ordinal")
    places = {pk: ChunkPlace(*place) for pk, *place in rows.values_list("pk", *COLUMNS)[: MOST_OF_NAMED + 1]}
    if len(places) <= MOST_OF_NAMED:
        return places
    return {hit.chunk_id: hit.place for hit in word_hits(asked.compiled, rows, asked.rarities, MOST_OF_NAMED)}


def _of_documents(
    worth: Mapping[int, float],
    places: Mapping[int, ChunkPlace],
    hits: Sequence[WordHit],
    asked: _Asked,
    problems: list[str],
) -> list[Ranked]:
    """The passages of a few documents, by id what each is worth. All that these say is looked at, so that what any of
    them says is measured by it.
    """
    weighed = (
        replace(one, score=one.score + NAME_WORTH * worth[places[one.key].document_id])
        for one in _in_parts(places, hits, asked, problems)
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


def _in_parts(
    places: Mapping[int, ChunkPlace], hits: Sequence[WordHit], asked: _Asked, problems: list[str]
) -> list[Ranked]:
    """Part by part: the best of them, where they are many; what names a thing is always among these."""
    vector = asked.vector(problems)
    things = _things(hits)
    kept = list(places)
    if len(kept) > READ_IN_PARTS:
        with stage("lexical ranking"):
            scores = word_scores(asked.compiled, kept, asked.rarities)
        wholes = [one.key for one in _wholes(places, scores, asked)]
        kept = list(dict.fromkeys([*(pk for pk in wholes if pk in things), *wholes]))[:READ_IN_PARTS]
    with stage("parts"):
        read = read_chunks({pk: places[pk] for pk in kept}, vector, asked.saying, asked.generation.model)
        ranked = rank_by_parts(read, asked.saying.worth)
    return _with_things(ranked, things)


def _agreeing(places: Mapping[int, ChunkPlace], hits: Sequence[WordHit], asked: _Asked) -> list[Ranked]:
    """As `_wholes`, where passages of different documents confirm each other."""
    vector = asked.vector([])
    if vector is None:
        return _wholes(places, hits, asked)
    scores = {hit.chunk_id: hit.score for hit in hits}
    with stage("cosines"):
        vectors = vectors_of(places, len(vector), asked.generation.model)
        values = by_agreement([scores.get(pk, 0.0) for pk in places], (vectors @ vector).tolist(), vectors)
    ranked = [Ranked(pk, float(value)) for pk, value in zip(places, values, strict=True)]
    return _with_things(ranked, _things(hits))


def _wholes(places: Mapping[int, ChunkPlace], hits: Sequence[WordHit], asked: _Asked) -> list[Ranked]:
    """Chunks that are not looked into, best first; those that are no hit hold none of the words."""
    vector = asked.vector([])
    with stage("cosines"):
        near = {} if vector is None else cosines_of(places, vector, asked.generation.model)
    scores = {hit.chunk_id: hit.score for hit in hits}
    values = by_words_and_meaning([scores.get(pk, 0.0) for pk in places], [near.get(pk, 0.0) for pk in places])
    ranked = [Ranked(pk, float(value)) for pk, value in zip(places, values, strict=True)]
    return _with_things(ranked, _things(hits))


def _things(hits: Sequence[WordHit]) -> set[int]:
    """The chunks that hold what names a thing, where that is a good part of what any passage holds of the question."""
    least = THING_SHARE * max((hit.score for hit in hits), default=0.0)
    return {hit.chunk_id for hit in hits if hit.is_named and hit.score >= least}


def _with_things(ranked: Iterable[Ranked], things: Container[int]) -> list[Ranked]:
    raised = (replace(one, score=one.score + THING_WORTH * (one.key in things)) for one in ranked)
    return sorted(raised, key=lambda one: (-one.score, one.key))


def _candidates(
    order: Sequence[Ranked],
    places: Mapping[int, ChunkPlace],
    hits: Sequence[WordHit],
    near: Sequence[int],
    named: Naming | None,
) -> list[Candidate]:
    by_words = {hit.chunk_id: rank for rank, hit in enumerate(hits, 1)}
    by_meaning = {pk: rank for rank, pk in enumerate(near, 1)}
    things = _things(hits)
    names = named.words if named else {}
    return [
        Candidate(
            one.key,
            place.document_id,
            place.revision_id,
            TextSpan(place.start, place.end),
            score=one.score,
            word_rank=by_words.get(one.key),
            meaning_rank=by_meaning.get(one.key),
            digest=place.digest,
            is_named=one.key in things,
            named_by=names.get(place.document_id, ()),
            best=_within(place, one.span),
            core=_within(place, one.core),
        )
        for one, place in ((one, places[one.key]) for one in order)
    ]


def _within(place: ChunkPlace, part: tuple[int, int] | None) -> TextSpan | None:
    return part and TextSpan(place.start + part[0], place.start + part[1])


def _by_meaning(asked: _Asked, allowed: QuerySet[Chunk], scope: Scope, problems: list[str]) -> Neighbours:
    if asked.vector(problems) is None:
        return Neighbours()
    try:
        question = (asked.ahead.meaning.result() if asked.ahead else asked.meaning).question
        return nearest(question, allowed, scope, asked.generation, asked.ahead)
    except VectorStoreUnavailable:
        problems.append(_("The index of meanings cannot be reached: these results were found by words alone."))
    return Neighbours()
