"""Which documents a question names, and what it asks of them.

"In the supply agreement between Bunker One and Vertex, what is the notice period?": the names choose the document, and
are no help in finding the page. They stand on its first page and where it is signed, and nowhere near the answer.
A question is said to name a document when words of its title or its beginning stand in the question, too, one after
another or seldom used; it is weighed by how few other documents begin with them. Where more documents than a few are
named alike, it is their subject that is asked for, and nothing is taken for a name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from django.db import connection
from django.db.models import F, QuerySet

from documents.querysets import DocumentQuerySet
from search.configurations import configs_in_use
from search.lexical import TsQuery, sql_of
from search.models import DocumentHead, Generation
from search.notation import any_of, quoted
from search.rarities import rarity_of
from search.stemming import stems
from search.words import Word, words

MOST_WORDS = 48
"""Of a question; what stands behind them names nothing."""

SELDOM = 0.05
"""A word that no more than this part of all documents begin with names those that do."""

ONLY_THERE = 2
"""And hardly any others speak of it at all: no more than so many for each that begins with it. What more speak of is a
subject, and so are two words next to each other."""

SELDOM_SAID = 0.1
"""Two words next to each other name what they begin where no more than this part of all documents begins so."""

LEAST_WORTH = 4.0
"""Inverse document frequency, summed: as much as one word that one of ninety documents begins with."""

MOST_NAMED = 5
"""Documents. Who names one may mean any of its versions, copies and annexes."""

AS_GOOD = 0.8
"""A document that is named by words of this part of the best one's worth may be meant as well; no other one is."""

LOOKED_AT = 24
"""Documents whose beginnings are compared with the question word by word."""

LEAST_RARITY = 0.5
"""Of a word, or of two next to each other on average: what every other document begins with finds none of them."""

COUNTED = 500
"""Chunks with a word that are looked through for the number of documents that speak of it."""


_SIDE_BY_SIDE = re.compile(r"<\d+>")


@dataclass(frozen=True, slots=True)
class Naming:
    """`worth` of each document that is named, which is the summed rarity of its words; `words` are these, as typed.

    `rest` is what is asked besides, of the one that is named best.
    """

    worth: Mapping[int, float]
    words: Mapping[int, tuple[str, ...]]
    rest: str


@dataclass(frozen=True, slots=True)
class _Said:
    """A word of the question that may be part of a name, and what finds it."""

    word: Word
    place: int
    notation: str


@dataclass(frozen=True, slots=True)
class _Head:
    """Of a document: which words of the question, by number, tell it from others, and which stand in its name."""

    document_id: int
    telling: set[int]
    named_by: set[int]


def naming(text: str, documents: DocumentQuerySet, generation: Generation) -> Naming | None:
    """What `text` names of `documents`; None where it names none, more than a few alike, or nothing is left to ask."""
    said = _said(text, generation)
    total = generation.heads.count() if said else 0
    if not total:
        return None
    begin = _beginning([one.notation for one in said], generation)
    rarity = [rarity_of(count, total) for count in begin]
    singles = [({at}, one.notation) for at, one in enumerate(said) if 0 < begin[at] <= max(1, SELDOM * total)]
    pairs = [
        ({at, at + 1}, f"({one.notation}) <{other.place - one.place}> ({other.notation})")
        for at, (one, other) in enumerate(pairwise(said))
        if begin[at] and begin[at + 1]
    ]
    found = _found([*singles, *pairs], rarity, _of_current(documents, generation))
    found = {document: tests for document, tests in found.items() if _worth(_all(tests), said, rarity) >= LEAST_WORTH}
    telling = _telling({notation for tests in found.values() for _, notation in tests}, total, generation)
    heads = [_Head(document, *_named_by(tests, telling)) for document, tests in found.items()]
    return _chosen(text, said, rarity, heads)


def _said(text: str, generation: Generation) -> list[_Said]:
    found = [(place, word) for place, word in enumerate(words(text))][:MOST_WORDS]
    keys = {word.key for _, word in found}
    stemmed = [stems(keys, config) for config in configs_in_use(generation)]
    return [
        _Said(word, place, any_of(quoted(of[word.key]) for of in stemmed))
        for place, word in found
        if all(of[word.key] for of in stemmed)
    ]


def _of_current(documents: DocumentQuerySet, generation: Generation) -> QuerySet[DocumentHead]:
    current = generation.heads.filter(revision=F("document__current_revision"))
    return current.filter(document__in=documents.order_by().values("pk"))


def _beginning(notations: Sequence[str], generation: Generation) -> list[int]:
    """How many documents begin with each."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM search_documenthead h WHERE h.generation_id = %s"
            " AND h.search_vector @@ k.q::tsquery) FROM unnest(%s::text[]) WITH ORDINALITY AS k(q, i) ORDER BY i",
            [generation.pk, list(notations)],
        )
        return [count for (count,) in cursor.fetchall()]


def _found(
    tests: Sequence[tuple[set[int], str]], rarity: Sequence[float], heads: QuerySet[DocumentHead]
) -> dict[int, list[tuple[set[int], str]]]:
    """By document, which of the `tests` (words by number, and what finds them) its head passes; the likely ones."""
    worth = {notation: sum(rarity[at] for at in places) / len(places) for places, notation in tests}
    likely = {notation: value for notation, value in worth.items() if value >= LEAST_RARITY}
    if not likely:
        return {}
    rows_sql = sql_of(_likely(heads, any_of(likely)))
    if rows_sql is None:
        return {}
    sql, params = rows_sql
    scores = [likely.pop(notation, 0.0) for _, notation in tests]  # one that is said twice counts once
    with connection.cursor() as cursor:
        cursor.execute(_PASSED.replace("HEADS", sql), [*params, [one for _, one in tests], scores, LOOKED_AT])
        rows = cursor.fetchall()
    found: dict[int, list[tuple[set[int], str]]] = defaultdict(list)
    for document_id, test in rows:
        found[document_id].append(tests[test])
    return found


def _likely(heads: QuerySet[DocumentHead], notation: str) -> QuerySet[DocumentHead, tuple[Any, ...]]:
    likely = heads.filter(search_vector=TsQuery(notation)).order_by()
    return likely.values_list("pk", "document_id", "search_vector")


# Of each of the best heads, by what they pass, which tests these are.
_PASSED = """
WITH heads (id, document_id, vector) AS MATERIALIZED (HEADS),
tests AS MATERIALIZED (
    SELECT * FROM unnest(%s::text[]::tsquery[], %s::float8[]) WITH ORDINALITY AS t (looked_for, worth, number)
),
best AS MATERIALIZED (
    SELECT heads.*, (SELECT sum(worth) FROM tests WHERE vector @@ looked_for) AS score
    FROM heads ORDER BY score DESC NULLS LAST, id LIMIT %s
)
SELECT document_id, number - 1 FROM best JOIN tests ON vector @@ looked_for ORDER BY score DESC, id, number
"""


def _telling(notations: Iterable[str], total: int, generation: Generation) -> set[str]:
    """Those that hardly any documents but those that begin with them speak of."""
    asked = sorted(notations)
    begin = dict(zip(asked, _beginning(asked, generation) if asked else (), strict=True))
    seldom = [one for one in asked if begin[one] <= max(2, SELDOM_SAID * total)]
    return _seldom_said({one: ONLY_THERE * begin[one] for one in seldom}, generation)


def _seldom_said(most: Mapping[str, float], generation: Generation) -> set[str]:
    """Those that no more than so many documents speak of anywhere: what many speak of is a subject, and no name."""
    wanted = sorted(most)
    if not wanted:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            # Whether words stand side by side can only be seen in the text itself, of which a few tell enough.
            "SELECT (SELECT count(DISTINCT document_id) FROM (SELECT document_id, search_vector FROM search_chunk c"
            " WHERE c.generation_id = %s AND c.search_vector @@ k.held::tsquery LIMIT %s) some_of_them"
            " WHERE some_of_them.search_vector @@ k.q::tsquery)"
            " FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS k(q, held, i) ORDER BY i",
            [generation.pk, COUNTED, wanted, [_SIDE_BY_SIDE.sub("&", one) for one in wanted]],
        )
        return {one for one, (documents,) in zip(wanted, cursor.fetchall(), strict=True) if documents <= most[one]}


def _named_by(tests: Iterable[tuple[set[int], str]], telling: Container[str]) -> tuple[set[int], set[int]]:
    """The words, by number, that tell a document from others, and all that stand in its name."""
    all_of_them = [*tests]
    tell = {at for places, notation in all_of_them if notation in telling for at in places}
    return tell, {at for places, notation in all_of_them if len(places) > 1 or notation in telling for at in places}


def _chosen(text: str, said: Sequence[_Said], rarity: Sequence[float], heads: Iterable[_Head]) -> Naming | None:
    named = {head.document_id: head for head in heads if _worth(head.telling, said, rarity) >= LEAST_WORTH}
    worth = {document_id: _worth(head.named_by, said, rarity) for document_id, head in named.items()}
    ranked = sorted(worth, key=lambda document_id: (-worth[document_id], document_id))
    as_good = [one for one in ranked if worth[one] >= AS_GOOD * worth[ranked[0]]]
    if not ranked or len(as_good) > MOST_NAMED:
        return None
    rest = _rest(text, said, named[ranked[0]].named_by)
    words_of = {one: tuple(text[slice(*said[at].word[:2])] for at in sorted(named[one].named_by)) for one in as_good}
    return Naming({one: worth[one] for one in as_good}, words_of, rest) if rest else None


def _worth(places: Iterable[int], said: Sequence[_Said], rarity: Sequence[float]) -> float:
    """The summed rarity of words by number; one that is said twice counts once."""
    return sum({said[at].word.key: rarity[at] for at in places}.values())


def _all(tests: Iterable[tuple[set[int], str]]) -> set[int]:
    return {at for places, _ in tests for at in places}


def _rest(text: str, said: Sequence[_Said], named_by: set[int]) -> str:
    """`text` less the words that name, and less what stands between them without saying anything."""
    names = {said[at].place for at in named_by}
    says = {one.place for one in said} - names
    runs: dict[bool, list[list[tuple[int, Word]]]] = defaultdict(list)
    for is_name, run in groupby(enumerate(words(text)), key=lambda one: one[0] in names):
        runs[is_name].append(list(run))
    kept = [run for run in runs[False] if any(place in says or place >= MOST_WORDS for place, _ in run)]
    return " ".join(text[run[0][1].start : run[-1][1].end] for run in kept)
