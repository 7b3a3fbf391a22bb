"""Ranking by words, in Postgres: what is rare counts for more, and what stands as it was typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from search.lexical import CompiledQuery, TsQuery, constrained, sql_of
from search.models import Chunk
from search.notation import alternatives, any_of, both
from search.rarities import Rarities

RANKED = 600
"""The most chunks that are ranked for one query. Ranking costs some microseconds a chunk for each word asked for."""

EXACT_WORTH = 0.5
"""Added to the closeness (0 to 1, 0.6 for one occurrence) of a word that stands just as it was asked for: it comes
before any number of words that only share its stem, as "governing" and "government" do."""

TYPED_ALONE = 2
"""Of so many words each was typed as it is meant; in a sentence of more of them its grammar asks for their forms."""

MOST_OF_RARE = 3
RARITY = 7.0
"""A word names a thing, as names of people do, where one chunk holds it, or so few of a thousand times as many: one
passage and what overlaps it. What a few more hold is only a rare word, for which its rarity speaks."""

WEIGHTS = [1.0, 1.0, 1.0, 0.1]
"""Of what is labelled D, C, B and A, as `lexical.search_vector_of` labels it."""

COLUMNS = ("document_id", "revision_id", "start", "end", "digest")


class ChunkPlace(NamedTuple):
    """Where a chunk stands, in code points of the text of its revision, and the digest of its own text."""

    document_id: int
    revision_id: int
    start: int
    end: int
    digest: str


@dataclass(frozen=True, slots=True)
class WordHit:
    """A chunk that holds words of the query; a higher score is better. `is_named`: it holds one that names a thing."""

    chunk_id: int
    score: float
    place: ChunkPlace
    is_named: bool = False


class _Weighed(NamedTuple):
    """What chunks are looked through for: what matches, what its closeness is measured by ("" for none), its worth."""

    matching: str
    ranked: str
    worth: float


def word_hits(query: CompiledQuery, chunks: QuerySet[Chunk], rarities: Rarities, limit: int) -> list[WordHit]:
    """The best of `chunks` by words: what is rare in the generation counts for more, and what stands as it was typed.

    A query that a hundred thousand chunks match is ranked among those that hold its rarest words.
    """
    if not query.in_favour:
        return []
    matching = constrained(chunks, query).order_by()
    if query.required:
        return _best(query, matching[:RANKED], rarities, limit)
    found: list[WordHit] = []
    for chosen in _choices(rarities.of(query)):
        found = _best(query, matching.filter(search_vector=TsQuery(chosen))[:RANKED], rarities, limit)
        if len(found) >= limit:
            break
    return found


def word_scores(query: CompiledQuery, chunk_ids: Sequence[int], rarities: Rarities) -> list[WordHit]:
    """Those of these chunks that hold any of the words, the best first."""
    if not query.in_favour:
        return []
    return _best(query, Chunk.objects.filter(pk__any_of=chunk_ids).order_by(), rarities, len(chunk_ids))


def _best(query: CompiledQuery, chunks: QuerySet[Chunk], rarities: Rarities, limit: int) -> list[WordHit]:
    weights = rarities.of(query)
    weighed = _weighed(query, {notation: worth for notation, worth, _ in weights})
    rare = {one for one, worth, count in weights if one not in query.unsaid and _is_rare(worth, count)}
    things = any_of(one for one in query.in_favour if one in query.named | rare)
    found = sql_of(chunks.values_list("pk", *COLUMNS, "search_vector"))
    if found is None:
        return []
    sql, params = found
    with connection.cursor() as cursor:
        cursor.execute(
            _SQL.replace("FOUND", sql),
            [
                *params,
                [one.matching for one in weighed],
                [one.ranked or None for one in weighed],
                [one.worth for one in weighed],
                WEIGHTS,
                things or None,
                limit,
            ],
        )
        rows = cursor.fetchall()
    return [WordHit(pk, score, ChunkPlace(*place), bool(is_named)) for pk, *place, score, is_named in rows]


_SQL = """
WITH found (id, document_id, revision_id, first, after, digest, vector) AS MATERIALIZED (FOUND),
asked AS MATERIALIZED (
    SELECT * FROM unnest(%s::text[]::tsquery[], %s::text[]::tsquery[], %s::float8[]) AS a (matching, ranked, worth)
)
SELECT id, document_id, revision_id, first, after, digest, score, is_named
FROM found, LATERAL (
    SELECT sum(worth * coalesce(ts_rank(%s::float4[], vector, ranked), 1)) AS score, vector @@ %s::tsquery AS is_named
    FROM asked WHERE vector @@ matching
) AS scored
WHERE score IS NOT NULL ORDER BY score DESC, id LIMIT %s
"""


def _weighed(query: CompiledQuery, rarity: dict[str, float]) -> list[_Weighed]:
    terms = [*rarity.items(), *((pair, (rarity[one] + rarity[other]) / 2) for pair, one, other in query.neighbours)]
    closeness = [
        _Weighed(both(variant, mark) if mark else variant, variant, worth)
        for notation, worth in terms
        for variant, mark in query.variants.get(notation, ((notation, ""),))
    ]
    typed = EXACT_WORTH * min(1.0, TYPED_ALONE / len(rarity))
    exact = [_Weighed(form, "", rarity[term] * typed) for term, form in query.exact if term in rarity]
    return closeness + exact


def _is_rare(worth: float, count: int) -> bool:
    return count == 1 or (1 < count <= MOST_OF_RARE and worth >= RARITY)


def _choices(weights: Sequence[tuple[str, float, int]]) -> list[str]:
    """What finds the chunks to rank: those with the rarest terms, as many as can be ranked. Common terms are left to
    change the order, not to fill the list; where all are common, those with the rarest and another one come first.
    """
    chosen: list[str] = []
    expected = 0
    for notation, _, count in weights:
        if chosen and expected + count > RANKED:
            break
        chosen += [f"({notation})"] * bool(count)
        expected += count
    rarest = alternatives(chosen) or f"({weights[0][0]})"
    others = any_of(notation for notation, _, _ in weights[len(chosen) :])
    return [both(rarest, others), rarest] if len(chosen) == 1 and expected > RANKED and others else [rarest]
