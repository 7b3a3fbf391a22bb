"""Finding by words: the only owner of full-text SQL.

Postgres stems, stores, intersects and ranks. What a word is, is decided by `search.words` for both sides, so nothing
that a person typed or wrote is ever parsed as a query language here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
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
from search.seams import Seam, read_over_seams, reading
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

SHORTEST_BEGINNING = 3
"""Characters. What begins with fewer is too much to be meant."""

EXACT_WORTH = 0.5
"""Added to the closeness (0 to 1, 0.6 for one occurrence) of a word that stands just as it was asked for: it comes
before any number of words that only share its stem, as "governing" and "government" do."""

MOST_OF_RARE = 8
RARITY = 7.0
"""A word names a thing, as names of people do, where one chunk holds it, or so few of a thousand times as many."""

_SECOND = "A"
_WEIGHTS = [1.0, 1.0, 1.0, 0.1]
"""Of what is labelled D, C, B and A: words are D, and `_SECOND` what stands there only to be found over a seam."""

_GAP = " /0 "
"""A lexeme between words that do not stand one after another. No key is like it, so no query finds it."""


@dataclass(frozen=True, slots=True)
class WordHit:
    """A chunk that holds words of the query; a higher score is better. `is_named`: it holds one that names a thing."""

    chunk_id: int
    score: float
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query in Postgres' terms: what each wanted, required and excluded term looks for, each once.

    Terms of which nothing is left (stop words) are gone. Of alternatives, one is required. `neighbours` are wanted
    terms at the distance that they have in the query: a passage need not hold them so, but one that does says more
    nearly what was asked. So does one that holds a word just as it was typed: `exact` has, for each such term, what to
    look for then. `named` are the terms that name a thing whatever surrounds it: a section, a part.
    """

    wanted: tuple[str, ...]
    required: tuple[str, ...]
    excluded: tuple[str, ...]
    neighbours: tuple[tuple[str, str, str], ...] = ()
    exact: tuple[tuple[str, str], ...] = ()
    named: frozenset[str] = frozenset()

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


def search_vector_of(text: str, config: str, seams: Sequence[Seam] = ()) -> Combinable:
    """What is stored for a text: its words in order, words joined over line ends and seams, literals, words as written.

    What is read over a seam stands there a second time, as little worth, so that a phrase over it is found too.
    """
    keys = [word.key for word in words(text)]
    joined = [word.key for word in joined_words(text)]
    joined += [word.key for word in reading(text, seams) if len(word.parts) > 1]
    forms = (key for key in (*keys, *joined) if len(key) >= SHORTEST_INFLECTED)
    whole = sorted({LITERAL_MARK + form for form in (*literals(text), *forms)})
    once = _GAP.join(" ".join(part) for part in (keys, *([one] for one in joined)))
    over_seams = _GAP.join(["", *(" ".join(run) for run in read_over_seams(text, seams))])
    return _vector(once, config) + _vector(over_seams, config, weight=_SECOND) + _Lexemes(whole)


def _vector(keys: str, config: str, weight: str | None = None) -> SearchVector:
    return SearchVector(Value(keys, output_field=TextField()), config=config, weight=weight)


class _TsQuery(SearchQuery):
    """A query that is already in Postgres' own notation."""

    template = "(%(expressions)s)::tsquery"

    def __init__(self, notation: str) -> None:
        super().__init__(Value(notation, output_field=TextField()))


def with_beginnings(query: Query, generation: Generation) -> Query:
    """`query`, where each wanted word that no passage holds is looked for as the beginning of longer words."""
    words_alone = [term for term in dict.fromkeys(query.wanted) if _may_be_a_beginning(term)][:COMPARED]
    stemmed = _stemmed([term.keys[0] for term in words_alone], generation.search_config)
    unknown = {
        term
        for term, stem in zip(words_alone, stemmed, strict=True)
        if stem and not generation.chunks.filter(search_vector=_TsQuery(_notation(term, stem, ""))).exists()
    }
    if not unknown:
        return query
    return replace(query, wanted=tuple(replace(one, is_start=one in unknown or one.is_start) for one in query.wanted))


def _may_be_a_beginning(term: Term) -> bool:
    """A number never is: what is like invoice 4711 is another invoice."""
    is_plain = len(term.keys) == 1 and not term.literal and not term.is_start
    return is_plain and len(term.keys[0]) >= SHORTEST_BEGINNING and not any(map(str.isdigit, term.keys[0]))


def compile_query(query: Query, config: str) -> CompiledQuery:
    """Stem a query's terms, in one round trip."""
    groups = (query.wanted, query.required, query.excluded, *query.alternatives)
    phrases = [part for group in groups for term in group for part in (" ".join(term.keys), term.joined)]
    stemmed = iter(_stemmed(phrases, config))
    notations = [[_notation(term, next(stemmed), next(stemmed)) for term in group] for group in groups]
    one_of_each = [_alternatives(f"({one})" for one in filter(None, group)) for group in notations[3:]]
    wanted, required, excluded = (
        tuple(dict.fromkeys(filter(None, group)))[:COMPARED]
        for group in (notations[0], notations[1] + one_of_each, notations[2])
    )
    pairs = list(zip(query.wanted + query.required, notations[0] + notations[1], strict=True))
    named = frozenset(notation for term, notation in pairs if notation and _names_a_thing(term))
    return CompiledQuery(wanted, required, excluded, _neighbours(notations[0], wanted), _exact(pairs), named)


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
    naming = (one for one, worth, count in weights if one in query.named or _is_rare(worth, count))
    named = _alternatives(f"({one})" for one in naming)
    is_named = _presence(named) if named else Value(0.0)
    ranked = Chunk.objects.filter(pk__in=ids).annotate(score=score, is_named=is_named).order_by("-score", "pk")
    rows = ranked.values_list("pk", "score", "is_named")[:limit]
    return [WordHit(pk, value, is_named=bool(holds)) for pk, value, holds in rows]


def held(keys: Iterable[str], chunks: QuerySet[Chunk], config: str) -> set[str]:
    """Those of `keys` that are stop words, or that any of `chunks` holds in some form or as a beginning."""
    return {
        key
        for key, stem in stems(keys, config).items()
        if not stem or chunks.filter(search_vector=_TsQuery(_any_form(key, stem))).exists()
    }


def is_written(key: str, chunks: QuerySet[Chunk]) -> bool:
    """Whether any of `chunks` holds the word just so; False for one shorter than SHORTEST_INFLECTED."""
    return chunks.filter(search_vector=_TsQuery(_quoted(LITERAL_MARK + key))).exists()


def _any_form(key: str, stem: str) -> str:
    return _alternatives([_quoted(stem), f"{_quoted(key)}:*", f"{_quoted(LITERAL_MARK + key)}:*"])


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
    if term.is_start:  # as it is stored and, where its stem is another word, as it was written
        whole = _quoted(LITERAL_MARK + (term.literal or term.keys[0]))
        return f"{whole}:*" if term.literal else f"{_quoted(term.keys[0])}:* | {whole}:*"
    literal = _quoted(LITERAL_MARK + term.literal) if term.literal else ""
    return _alternatives([f"({part})" for part in (stemmed, joined) if part] + [literal] * bool(literal))


def _names_a_thing(term: Term) -> bool:
    """`10.2(b)`, `TIKA-1226`, `C++`, `2019`: what has digits or signs, but not a word for its hyphen alone."""
    return any(map(str.isdigit, "".join(term.keys))) or (bool(term.literal) and not term.joined)


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


def _is_rare(worth: float, count: int) -> bool:
    return count == 1 or (1 < count <= MOST_OF_RARE and worth >= RARITY)


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
    rank = SearchRank(F("search_vector"), term, weights=_WEIGHTS)
    return Case(When(search_vector=term, then=rank), default=0.0, output_field=FloatField())


def _presence(notation: str) -> Case:
    return Case(When(search_vector=_TsQuery(notation), then=1.0), default=0.0, output_field=FloatField())
