"""Finding by words: with `word_ranking` and `stemming` the only owner of full-text SQL.

Postgres stems, stores, intersects and ranks. What a word is, is decided by `search.words` for both sides, so nothing
that a person typed or wrote is ever parsed as a query language here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import (
    SearchQuery,
    SearchVector,
    SearchVectorCombinable,
    SearchVectorField,
)
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import F, Func, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from search.asked import Query, Term
from search.configurations import configs_in_use
from search.languages import spelt
from search.models import Chunk, Generation
from search.notation import Merging, Variants, alternatives, any_of, config_lexeme, quoted
from search.rarities import rarities_in
from search.seams import Seam, read_over_seams, reading
from search.stemming import phrase_queries, stems
from search.words import Word, joined_words, literals, words

LOOKED_AT = 500
"""How many chunks with a word are looked for to know whether there is one."""

COMPARED = 24
"""The most different terms of a kind that are looked up; a question has fewer, a pasted page has enough of them."""

LITERAL_MARK = "="
"""What the lexeme of a literal, and of a word just as it is written, begins with; no stem does."""

SHORTEST_INFLECTED = 4
"""Characters. Words shorter than this are their own stem, and are not stored a second time."""

SHORTEST_BEGINNING = 3
"""Characters. What begins with fewer is too much to be meant."""

TELLING = 2
"""So many stop words of a language tell that a question is in it."""

_SECOND = "A"
"""The label of what stands there only to be found over a seam; words are labelled D."""

_GAP = " /0 "
"""A lexeme between words that do not stand one after another. No key is like it, so no query finds it."""


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query in Postgres' terms: what each wanted, required and excluded term looks for, each once.

    Terms of which nothing is left (stop words) are gone. Of alternatives, one is required. `neighbours` are wanted
    terms at the distance that they have in the query: a passage need not hold them so, but one that does says more
    nearly what was asked. So does one that holds a word just as it was typed: `exact` has, for each such term, what to
    look for then. `named` are the terms that name a thing whatever surrounds it: a section, a part.

    A document is asked for the stems of its own language alone. A term that the configurations in use stem differently
    has them all, each with the mark of its configurations, and `variants` has them apart, to be ranked by. A term that
    is a stop word in some of them is as good as in every chunk of these, `unsaid` in number; what will do there for
    one that is required is in `instead`.
    """

    wanted: tuple[str, ...]
    required: tuple[str, ...]
    excluded: tuple[str, ...]
    neighbours: tuple[tuple[str, str, str], ...] = ()
    exact: tuple[tuple[str, str], ...] = ()
    named: frozenset[str] = frozenset()
    variants: Mapping[str, Variants] = field(default_factory=dict)
    unsaid: Mapping[str, int] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)

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

    What is read over a seam stands there a second time, as little worth, so that a phrase over it is found too. A mark
    says which configuration it was.
    """
    keys = [word.key for word in words(text)]
    joined = [word.key for word in joined_words(text)]
    joined += [word.key for word in reading(text, seams) if len(word.parts) > 1]
    forms = (key for key in (*keys, *joined) if len(key) >= SHORTEST_INFLECTED)
    whole = sorted({LITERAL_MARK + form for form in (*literals(text), *forms)})
    once = _GAP.join(" ".join(part) for part in (keys, *([one] for one in joined)))
    over_seams = _GAP.join(["", *(" ".join(run) for run in read_over_seams(text, seams))])
    lexemes = _Lexemes([*whole, config_lexeme(config)])
    return _vector(once, config) + _vector(over_seams, config, weight=_SECOND) + lexemes


def _vector(keys: str, config: str, weight: str | None = None) -> SearchVector:
    return SearchVector(Value(spelt(keys, config), output_field=TextField()), config=config, weight=weight)


class TsQuery(SearchQuery):
    """A query that is already in Postgres' own notation.

    As a question of its own: of one that it can look into, the planner counts what it would find, and reads a hundred
    thousand chunks, one by one, rather than the index when many will do. That takes twenty times as long.
    """

    template = "(SELECT (%(expressions)s)::tsquery)"

    def __init__(self, notation: str) -> None:
        super().__init__(Value(notation, output_field=TextField()))


def with_beginnings(query: Query, generation: Generation) -> Query:
    """`query`, where each wanted word that no passage holds is looked for as the beginning of longer words."""
    words_alone = [term for term in dict.fromkeys(query.wanted) if _may_be_a_beginning(term)][:COMPARED]
    if not words_alone:
        return query
    stemmed = _stemmed([term.keys[0] for term in words_alone], configs_in_use(generation)).values()
    looked_for = [any_of(stems_of) for stems_of in zip(*stemmed, strict=True) if all(stems_of)]
    held_by = dict(zip(looked_for, rarities_in(generation).counts(looked_for), strict=True))
    unknown = {
        term
        for term, stems_of in zip(words_alone, zip(*stemmed, strict=True), strict=True)
        if all(stems_of) and not held_by[any_of(stems_of)]
    }
    if not unknown:
        return query
    return replace(query, wanted=tuple(replace(one, is_start=one in unknown or one.is_start) for one in query.wanted))


def _may_be_a_beginning(term: Term) -> bool:
    """A number never is: what is like invoice 4711 is another invoice."""
    is_plain = len(term.keys) == 1 and not term.literal and not term.is_start
    return is_plain and len(term.keys[0]) >= SHORTEST_BEGINNING and not any(map(str.isdigit, term.keys[0]))


def compile_query(query: Query, configs: Mapping[str, int]) -> CompiledQuery:
    """Stem a query's terms by each of `configs`, in one round trip. They have the number of chunks stemmed so."""
    groups = (query.wanted, query.required, query.excluded, *query.alternatives)
    phrases = [part for group in groups for term in group for part in (" ".join(term.keys), term.joined)]
    stemmed = [iter(one) for one in _stemmed(phrases, configs).values()]
    said = [[_by_config(term, configs, stemmed) for term in group] for group in groups]
    said[0] = _without_common_words(said[0])
    merging = Merging(configs)
    notations = [[merging.term(one) for one in group] for group in said[:3]]
    one_of_each = [merging.term(_one_of(group, configs)) for group in said[3:]]
    wanted, required, excluded = (
        tuple(dict.fromkeys(filter(None, group)))[:COMPARED]
        for group in (notations[0], notations[1] + one_of_each, notations[2])
    )
    pairs = list(zip(query.wanted + query.required, notations[0] + notations[1], strict=True))
    return CompiledQuery(
        wanted,
        required,
        excluded,
        _neighbours(said[0], notations[0], wanted, merging),
        tuple((notation, merging.where_said(notation, forms)) for notation, forms in _exact(pairs)),
        frozenset(notation for term, notation in pairs if notation and _names_a_thing(term)),
        merging.variants,
        merging.unsaid,
        {one: instead for one in required if (instead := merging.instead(one, required + wanted))},
    )


def constrained(chunks: QuerySet[Chunk], query: CompiledQuery) -> QuerySet[Chunk]:
    """Those of `chunks` that hold every required term and no excluded one."""
    for notation in query.required:
        chunks = chunks.filter(search_vector=TsQuery(query.instead.get(notation, notation)))
    for notation in query.excluded:
        chunks = chunks.exclude(search_vector=TsQuery(notation))
    return chunks


def held(keys: Iterable[str], chunks: QuerySet[Chunk], configs: Iterable[str]) -> set[str]:
    """Those of `keys` that are stop words in some of `configs`, or that any of `chunks` has in a form or beginning."""
    wanted = sorted(set(keys))
    stemmed = [stems(wanted, config) for config in configs]
    return {
        key
        for key in wanted
        if not all(of[key] for of in stemmed) or _is_held(_any_form(key, {of[key] for of in stemmed}), chunks)
    }


def is_written(key: str, chunks: QuerySet[Chunk]) -> bool:
    """Whether any of `chunks` holds the word just so; False for one shorter than SHORTEST_INFLECTED."""
    return _is_held(quoted(LITERAL_MARK + key), chunks)


def _is_held(notation: str, chunks: QuerySet[Chunk]) -> bool:
    """Counted, not looked for: to find a single one Postgres would read chunk after chunk instead of the index."""
    return chunks.filter(search_vector=TsQuery(notation)).order_by()[:LOOKED_AT].count() > 0


def lexemes(chunk_ids: Iterable[int]) -> dict[int, frozenset[str]]:
    """Of each chunk that still exists what it can be found by, in one query; nothing of a text is read for it."""
    listed = Func(F("search_vector"), function="tsvector_to_array")
    joined = Func(listed, Value(" "), function="array_to_string", output_field=TextField())  # quicker read than a list
    rows = Chunk.objects.filter(pk__any_of=list(chunk_ids)).order_by().annotate(lexemes=joined)
    return {pk: frozenset(found.split(" ")) for pk, found in rows.values_list("pk", "lexemes")}


def _any_form(key: str, stemmed: Iterable[str]) -> str:
    return alternatives([*map(quoted, sorted(stemmed)), f"{quoted(key)}:*", f"{quoted(LITERAL_MARK + key)}:*"])


def words_that_say(text: str, generation: Generation) -> list[Word]:
    """The words of a text that are stop words in no language of the library."""
    found = list(words(text))
    stemmed = [stems({word.key for word in found}, config) for config in configs_in_use(generation)] if found else []
    return [word for word in found if all(of[word.key] for of in stemmed)]


def _stemmed(phrases: Sequence[str], configs: Iterable[str]) -> dict[str, list[str]]:
    """For each configuration what it makes of each phrase."""
    made = {config: phrase_queries(phrases, config) for config in configs}
    return {config: [of[phrase] for phrase in phrases] for config, of in made.items()}


def _by_config(term: Term, configs: Iterable[str], stemmed: Sequence[Iterator[str]]) -> dict[str, str]:
    return {config: _notation(term, next(of), next(of)) for config, of in zip(configs, stemmed, strict=True)}


def _without_common_words(said: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """`said`, less what the language that is asked in leaves out: it is no word of interest in other languages either.

    That language is told by its stop words: by two, and more than any other has among these words. One alone, as in
    "war crimes", tells nothing. Where nothing else was asked, the stop words were meant.
    """
    left_out = Counter(config for one in said for config, notation in one.items() if not notation)
    most = max(left_out.values(), default=0)
    if most < TELLING:
        return list(said)
    spoken = [config for config, number in left_out.items() if number == most]
    kept = [one if any(one[config] for config in spoken) else dict.fromkeys(one, "") for one in said]
    return kept if any(any(one.values()) for one in kept) else list(said)


def _one_of(group: Sequence[Mapping[str, str]], configs: Iterable[str]) -> dict[str, str]:
    return {config: any_of(filter(None, (one[config] for one in group))) for config in configs}


def _notation(term: Term, stemmed: str, joined: str) -> str:
    if term.is_start:  # as it is stored and, where its stem is another word, as it was written
        whole = quoted(LITERAL_MARK + (term.literal or term.keys[0]))
        return f"{whole}:*" if term.literal else f"{quoted(term.keys[0])}:* | {whole}:*"
    literal = quoted(LITERAL_MARK + term.literal) if term.literal else ""
    return alternatives([f"({part})" for part in (stemmed, joined) if part] + [literal] * bool(literal))


def _names_a_thing(term: Term) -> bool:
    """`10.2(b)`, `TIKA-1226`, `C++`, `2019`: what has digits or signs, but not a word for its hyphen alone."""
    return any(map(str.isdigit, "".join(term.keys))) or (bool(term.literal) and not term.joined)


def _neighbours(
    said: Sequence[Mapping[str, str]], notations: Sequence[str], wanted: Sequence[str], merging: Merging
) -> tuple[tuple[str, str, str], ...]:
    """Each wanted term with the next one that says something, as both at their distance, the one, and the other."""
    pairs: dict[tuple[int, int], dict[str, str]] = {}
    for config in merging.configs:
        places = [place for place, notation in enumerate(notations) if notation in wanted and said[place][config]]
        for before, after in pairwise(places):
            pair = f"({said[before][config]}) <{after - before}> ({said[after][config]})"
            pairs.setdefault((before, after), {})[config] = pair
    return tuple((merging.phrase(pair), notations[one], notations[other]) for (one, other), pair in pairs.items())


def _exact(terms: Iterable[tuple[Term, str]]) -> tuple[tuple[str, str], ...]:
    """For each notation of a single word that has other forms, what finds the forms that were typed."""
    forms: dict[str, list[str]] = {}
    for term, notation in terms:
        is_plain = len(term.keys) == 1 and not term.literal and not term.is_start
        if notation and is_plain and len(term.keys[0]) >= SHORTEST_INFLECTED:
            forms.setdefault(notation, []).append(quoted(LITERAL_MARK + term.keys[0]))
    return tuple((notation, alternatives(dict.fromkeys(typed))) for notation, typed in forms.items())


def word_places(chunk_ids: Sequence[int], lexemes: Sequence[str]) -> list[tuple[int, int, list[int]]]:
    """Where chunks hold single words: the chunk, which of `lexemes` by number, and which words they are, from 0."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.id, k.i - 1, u.positions FROM search_chunk c, LATERAL unnest(c.search_vector) u"
            " JOIN unnest(%s::text[]) WITH ORDINALITY AS k(lexeme, i) ON k.lexeme = u.lexeme WHERE c.id = ANY(%s)",
            [list(lexemes), list(chunk_ids)],
        )
        rows = cursor.fetchall()
    return [(chunk_id, at, [place - 1 for place in places or ()]) for chunk_id, at, places in rows]


def sql_of(rows: QuerySet[Any, Any]) -> tuple[str, tuple[Any, ...]] | None:
    """A question to be part of another one; None where it is certain that nothing is found: nothing may be read."""
    try:
        return rows.query.sql_with_params()
    except EmptyResultSet:
        return None
