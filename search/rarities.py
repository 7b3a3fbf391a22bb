"""How rare words are in a generation: its inverse document frequencies.

Counting what a hundred thousand chunks hold takes a second, so common words are not counted: Postgres keeps how common
the commonest thousand are in the sample that it plans by, and what was counted is kept for a while.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Sum

from search.models import Generation

if TYPE_CHECKING:
    from search.lexical import CompiledQuery

COUNTED = 200
"""How many chunks have a word that no more than so many have is counted for each question; of others it is kept."""

LEAST_SAMPLED = 10_000
"""Chunks. In a smaller index counting is quick, and exact."""

MOST_COMMON = 4096
"""Counts that a process keeps."""

SAME_SIZE = 1.1
"""By this factor an index must grow before what is common in it is counted again."""

_ONE_LEXEME = re.compile(r"\(?'([^'\\]+(?:''[^'\\]+)*)'\)?")

_common: dict[tuple[int, int, str], int] = {}
"""How many chunks of a generation of a size hold what is common: counting a hundred thousand takes its time."""


class Rarities:
    """How rare terms are in a generation; each is counted once, however many queries of a question have it."""

    def __init__(self, generation: Generation) -> None:
        self._generation = generation
        self._total = generation.records.aggregate(total=Sum("chunk_count"))["total"] or 0
        self._size = round(math.log(max(1, self._total)) / math.log(SAME_SIZE))
        self._counts: dict[str, int] = {}

    def of(self, query: CompiledQuery) -> list[tuple[str, float, int]]:
        """Each term with its inverse document frequency and how many chunks hold it, rarest first."""
        counts = list(zip(query.in_favour, self.counts(query.in_favour), strict=True))
        return [
            (notation, rarity_of(count + query.unsaid.get(notation, 0), self._total), count)
            for notation, count in sorted(counts, key=lambda one: one[1])
        ]

    def of_each(self, notations: Sequence[str]) -> list[float]:
        """The inverse document frequency of what each finds, in the order given."""
        return [rarity_of(count, self._total) for count in self.counts(notations)]

    def counts(self, notations: Sequence[str]) -> list[int]:
        """How many chunks hold each, in the order given."""
        self._count([notation for notation in dict.fromkeys(notations) if notation not in self._counts])
        return [self._counts[notation] for notation in notations]

    def _count(self, notations: Sequence[str]) -> None:
        known = {one: count for one in notations if (count := self._known(one)) is not None}
        self._counts |= known
        asked = [one for one in notations if one not in known]
        if not asked:
            return
        with connection.cursor() as cursor:
            # As a question of its own for each: the planner then takes the index, whatever it believes of a word.
            cursor.execute(
                "SELECT (SELECT count(*) FROM search_chunk c WHERE c.generation_id = %s"
                " AND c.search_vector @@ k.q::tsquery) FROM unnest(%s::text[]) WITH ORDINALITY AS k(q, i) ORDER BY i",
                [self._generation.pk, asked],
            )
            counted = {notation: row[0] for notation, row in zip(asked, cursor.fetchall(), strict=True)}
        self._counts |= counted
        if len(_common) > MOST_COMMON:
            _common.clear()
        _common.update({self._kept_as(one): count for one, count in counted.items() if count >= COUNTED})

    def _known(self, notation: str) -> int | None:
        """What was counted before, or what Postgres says that it found in the sample that it plans by."""
        kept = _common.get(self._kept_as(notation))
        if kept is None and self._total >= LEAST_SAMPLED and (word := _ONE_LEXEME.fullmatch(notation)):
            share = _shares(self._size).get(word[1].replace("''", "'"))
            return None if share is None else round(share * self._total)
        return kept

    def _kept_as(self, notation: str) -> tuple[int, int, str]:
        return self._generation.pk, self._size, notation


def rarities_in(generation: Generation) -> Rarities:
    """Those of one look at `generation`: as long as this very object is at hand nothing is counted twice."""
    known: Rarities | None = generation.__dict__.get("_rarities")
    if known is None:
        known = generation.__dict__["_rarities"] = Rarities(generation)
    return known


_sampled: dict[int, dict[str, float]] = {}
"""By the size of an index, the part of all chunks that each of the commonest words is in."""


def _shares(size: int) -> dict[str, float]:
    if size not in _sampled:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT most_common_elems::text::text[], most_common_elem_freqs FROM pg_stats"
                " WHERE schemaname = current_schema() AND tablename = 'search_chunk' AND attname = 'search_vector'"
            )
            words, shares = cursor.fetchone() or ((), ())
        _sampled.clear()
        _sampled[size] = dict(zip(words or (), shares or (), strict=False))
    return _sampled[size]


def rarity_of(count: int, total: int) -> float:
    return math.log(1 + (max(total, count) - count + 0.5) / (count + 0.5))
