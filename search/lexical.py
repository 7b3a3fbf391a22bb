"""Finding by words: the only owner of full-text SQL.

Postgres stems, stores, intersects and ranks. What a word is, is decided by `search.words` for both sides, so nothing
that a person typed or wrote is ever parsed as a query language here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import add

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import (
    SearchQuery,
    SearchRank,
    SearchVector,
    SearchVectorCombinable,
    SearchVectorField,
)
from django.db import connection
from django.db.models import Case, F, FloatField, Func, QuerySet, Sum, TextField, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from search.asked import Query, Term
from search.models import Chunk, Generation
from search.words import joined_words, literals, words

COUNTED = 2000
"""How many chunks with a word are counted: a word in more of them is common, however much more."""

RANKED = 1500
"""The most chunks that are ranked for one query. Ranking costs some microseconds a chunk for each word asked for."""

COMPARED = 24
"""The most different terms of a kind that are looked up; a question has fewer, a pasted page has enough of them."""

LITERAL_MARK = "="
"""What the lexeme of a literal, and of a word just as it is written, begins with; no stem does."""

SHORTEST_INFLECTED = 4
"""Characters. Words shorter than this are their own stem, and are not stored a second time."""

EXACT_WORTH = 0.5
"""Added to the closeness (0 to 1, 0.6 for one occurrence) of a word that stands just as it was asked for: it comes
before any number of words that only share its stem, as "governing" and "government" do."""

_EVEN_WEIGHTS = [1.0, 1.0, 1.0, 1.0]


@dataclass(frozen=True, slots=True)
class WordHit:
    """A chunk that holds words of the query; a higher score is better."""

    chunk_id: int
    score: float


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query in Postgres' terms: what each wanted, required and excluded term looks for, each once.

    Terms of which nothing is left (stop words) are gone. `neighbours` are wanted terms at the distance that they have
    in the query: a passage need not hold them so, but one that does says more nearly what was asked.
    So does one that holds a word just as it was typed: `exact` has, for each such term, what to look for then.
    """

    wanted: tuple[str, ...]
    required: tuple[str, ...]
    excluded: tuple[str, ...]
    neighbours: tuple[tuple[str, str, str], ...] = ()
    exact: tuple[tuple[str, str], ...] = ()

    @property
    def in_favour(self) -> tuple[str, ...]:
        return self.required + self.wanted


class _Lexemes(SearchVectorCombinable, Func):
    """A tsvector of lexemes exactly as they are given, without places."""

    function = "array_to_tsvector"
    output_field = SearchVectorField()
    config = None

    def __init__(self, lexemes: Sequence[str]) -> None:
        texts = ArrayField(TextField())
        super().__init__(Cast(Value(list(lexemes), output_field=texts), texts))


def search_vector_of(text: str, config: str) -> Combinable:
    """What is stored for a text: its words in order, words joined over line ends, literals, words as written."""
    keys = [word.key for word in words(text)]
    in_order = " ".join(keys)
    joined = " ".join(word.key for word in joined_words(text))
    forms = (key for key in keys if len(key) >= SHORTEST_INFLECTED)
    whole = sorted({LITERAL_MARK + form for form in (*literals(text), *forms)})
    return _vector(in_order, config) + _vector(joined, config) + _Lexemes(whole)


def _vector(keys: str, config: str) -> SearchVector:
    return SearchVector(Value(keys, output_field=TextField()), config=config)


class _TsQuery(SearchQuery):
    """A query that is already in Postgres' own notation."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, notation: str) -> None:
        super().__init__(Value(notation, output_field=TextField()))


def compile_query(query: Query, config: str) -> CompiledQuery:
    """Stem a query's terms, in one round trip."""
    groups = (query.wanted, query.required, query.excluded)
    phrases = [part for group in groups for term in group for part in (" ".join(term.keys), term.joined)]
    stemmed = iter(_stemmed(phrases, config))
    notations = [[_notation(term, next(stemmed), next(stemmed)) for term in group] for group in groups]
    wanted, required, excluded = (tuple(dict.fromkeys(filter(None, group)))[:COMPARED] for group in notations)
    pairs = zip(query.wanted + query.required, notations[0] + notations[1], strict=True)
    return CompiledQuery(wanted, required, excluded, _neighbours(notations[0], wanted), _exact(pairs))


def constrained(chunks: QuerySet[Chunk], query: CompiledQuery) -> QuerySet[Chunk]:
    """Those of `chunks` that hold every required term and no excluded one."""
    for notation in query.required:
        chunks = chunks.filter(search_vector=_TsQuery(notation))
    for notation in query.excluded:
        chunks = chunks.exclude(search_vector=_TsQuery(notation))
    return chunks


def word_hits(query: CompiledQuery, chunks: QuerySet[Chunk], generation: Generation, limit: int) -> list[WordHit]:
    """The best of `chunks`, which are those of `generation` that may be seen, for the words of `query`; best first.

    Rare words choose what is ranked, at most `RANKED` chunks; ties are ordered by id, so the list is stable.
    """
    if not query.in_favour:
        return []
    weights = _weights(query.in_favour, generation)
    chosen = _alternatives(_enough_of(weights)) if not query.required else None
    matching = constrained(chunks, query)
    if chosen is not None:
        matching = matching.filter(search_vector=_TsQuery(chosen))
    ids = list(matching.order_by("pk").values_list("pk", flat=True)[:RANKED])
    rarity = {notation: worth for notation, worth, _ in weights}
    scored = [*rarity.items(), *((both, (rarity[one] + rarity[other]) / 2) for both, one, other in query.neighbours)]
    exact = [Value(rarity[term] * EXACT_WORTH) * _presence(form) for term, form in query.exact if term in rarity]
    score = reduce(add, [*(Value(worth) * _closeness(notation) for notation, worth in scored), *exact])
    ranked = Chunk.objects.filter(pk__in=ids).annotate(score=score).order_by("-score", "pk")
    return [WordHit(pk, value) for pk, value in ranked.values_list("pk", "score")[:limit]]


def stems(keys: Iterable[str], config: str) -> dict[str, str]:
    """What each key is stemmed to; "" for a stop word."""
    wanted = sorted(set(keys))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tsvector_to_array(to_tsvector(%s::regconfig, key))"
            " FROM unnest(%s::text[]) WITH ORDINALITY AS k(key, i) ORDER BY i",
            [config, wanted],
        )
        return {key: (row[0] or [""])[0] for key, row in zip(wanted, cursor.fetchall(), strict=True)}


def _stemmed(phrases: Sequence[str], config: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT phraseto_tsquery(%s::regconfig, phrase)::text"
            " FROM unnest(%s::text[]) WITH ORDINALITY AS p(phrase, i) ORDER BY i",
            [config, list(phrases)],
        )
        return [row[0] for row in cursor.fetchall()]


def _notation(term: Term, stemmed: str, joined: str) -> str:
    if term.is_start:
        return f"{_quoted(term.keys[0])}:*"
    literal = _quoted(LITERAL_MARK + term.literal) if term.literal else ""
    return _alternatives([f"({part})" for part in (stemmed, joined) if part] + [literal] * bool(literal))


def _neighbours(notations: Sequence[str], wanted: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """Each wanted term with the next one, as both at their distance, the one, and the other."""
    places = [(place, notation) for place, notation in enumerate(notations) if notation in wanted]
    return tuple(
        (f"({one}) <{after - before}> ({other})", one, other) for (before, one), (after, other) in pairwise(places)
    )


def _exact(terms: Iterable[tuple[Term, str]]) -> tuple[tuple[str, str], ...]:
    """For each notation of a single word that has other forms, what finds the forms that were typed."""
    forms: dict[str, list[str]] = {}
    for term, notation in terms:
        is_plain = len(term.keys) == 1 and not term.literal and not term.is_start
        if notation and is_plain and len(term.keys[0]) >= SHORTEST_INFLECTED:
            forms.setdefault(notation, []).append(_quoted(LITERAL_MARK + term.keys[0]))
    return tuple((notation, _alternatives(dict.fromkeys(typed))) for notation, typed in forms.items())


def _alternatives(notations: Iterable[str]) -> str:
    return " | ".join(notations)


def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def _weights(notations: Sequence[str], generation: Generation) -> list[tuple[str, float, int]]:
    """Each term with its inverse document frequency and how many chunks hold it, rarest first."""
    total = generation.records.aggregate(total=Sum("chunk_count"))["total"] or 0
    counts = [(notation, _count(notation, generation)) for notation in notations]
    return [
        (notation, math.log(1 + (max(total, count) - count + 0.5) / (count + 0.5)), count)
        for notation, count in sorted(counts, key=lambda one: one[1])
    ]


def _count(notation: str, generation: Generation) -> int:
    return generation.chunks.filter(search_vector=_TsQuery(notation)).order_by()[:COUNTED].count()


def _enough_of(weights: Sequence[tuple[str, float, int]]) -> list[str]:
    """The rarest terms, as many as can be ranked: common ones are left to change the order, not to fill the list."""
    chosen: list[str] = []
    expected = 0
    for notation, _, count in weights:
        if chosen and expected + count > RANKED:
            break
        chosen += [f"({notation})"] * bool(count)
        expected += count
    return chosen or [f"({weights[0][0]})"]


def _closeness(notation: str) -> Case:
    """Between 0 and 1: grows with each time that the term occurs, ever less."""
    term = _TsQuery(notation)
    rank = SearchRank(F("search_vector"), term, weights=_EVEN_WEIGHTS)
    return Case(When(search_vector=term, then=rank), default=0.0, output_field=FloatField())


def _presence(notation: str) -> Case:
    return Case(When(search_vector=_TsQuery(notation), then=1.0), default=0.0, output_field=FloatField())
