"""What Postgres keeps of chunks to rank them by: vectors, parts, where words stand, and pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from documents.models import Revision
from search.embeddings import Vectors
from search.lexical import word_places
from search.models import Chunk
from search.parts import StoredParts, decode_parts, whole_as_part
from search.ranking import Read

UNPAGED = 3000
"""Code points: of a text without pages, so much stands around a part of it as it would on a page."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Words of a question that say something: every form that they are stored in, and how rare each is."""

    lexemes: tuple[tuple[str, ...], ...] = ()
    worth: tuple[float, ...] = ()


def cosines_of(chunk_ids: Sequence[int], vector: Vectors, model: str) -> dict[int, float]:
    """How near each chunk is to a vector of length 1; those whose own vector is not kept are not in the answer."""
    import numpy as np

    rows = _rows("e.vector", chunk_ids, model)
    if not rows:
        return {}
    vectors = np.frombuffer(b"".join(bytes(stored) for _, stored in rows), dtype="<f4").reshape(len(rows), -1)
    near = vectors @ vector
    return {pk: float(one) for (pk, _), one in zip(rows, near, strict=True)}


def read_chunks(chunk_ids: Sequence[int], vector: Vectors | None, saying: Saying, model: str) -> list[Read]:
    """What `ranking` needs of each of these chunks that still exists. Without a vector nothing is near."""
    chunks = Chunk.objects.filter(pk__in=chunk_ids).order_by()
    spans = {
        pk: (revision, start, end) for pk, revision, start, end in chunks.values_list("pk", "revision", "start", "end")
    }
    parts = _parts(spans, model, 0 if vector is None else len(vector))
    places = defaultdict(list)
    for chunk_id, word, at in _word_places(list(spans), saying):
        places[chunk_id].append((word, at))
    pages = _page_starts({revision for revision, _, _ in spans.values()})
    return [
        Read(
            pk,
            parts[pk],
            [0.0] * len(parts[pk].spans) if vector is None else (parts[pk].vectors @ vector).tolist(),
            _words_of_parts(parts[pk], places[pk]),
            [_surroundings(revision, start + one, start + other, pages[revision]) for one, other in parts[pk].spans],
        )
        for pk, (revision, start, _) in spans.items()
    ]


def _rows(column: str, chunk_ids: Sequence[int], model: str) -> list[tuple[int, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT c.id, {column} FROM search_chunk c JOIN search_embedding e"  # noqa: S608 - a name of our own
            " ON e.model = %s AND e.digest = c.digest WHERE c.id = ANY(%s)",
            [model, list(chunk_ids)],
        )
        rows: list[tuple[int, Any]] = cursor.fetchall()
    return rows


def _parts(spans: Mapping[int, tuple[int, int, int]], model: str, dimension: int) -> dict[int, StoredParts]:
    """Where no parts are kept, the chunk is its only one; where no vector is kept either, it is near to nothing."""
    import numpy as np

    found = {pk: decode_parts(stored) for pk, stored in _rows("e.windows", list(spans), model) if stored is not None}
    missing = [pk for pk in spans if pk not in found]
    whole = (
        {pk: np.frombuffer(bytes(stored), dtype="<f4") for pk, stored in _rows("e.vector", missing, model)}
        if missing
        else {}
    )
    nothing = np.zeros(dimension, dtype=np.float32)
    for pk in missing:
        _, start, end = spans[pk]
        found[pk] = whole_as_part(end - start, whole.get(pk, nothing))
    return found


def _word_places(chunk_ids: Sequence[int], saying: Saying) -> Iterable[tuple[int, int, int]]:
    """Which chunk holds which word of a question, by its number, as which of its own words."""
    number = {lexeme: word for word, lexemes in enumerate(saying.lexemes) for lexeme in lexemes}
    lexemes = list(number)
    for chunk_id, at, places in word_places(chunk_ids, lexemes) if lexemes else ():
        for place in places:
            yield chunk_id, number[lexemes[at]], place


def _words_of_parts(parts: StoredParts, places: Iterable[tuple[int, int]]) -> list[Counter[int]]:
    counts: list[Counter[int]] = [Counter() for _ in parts.spans]
    for word, at in places:
        if at < parts.first_words[-1] or len(parts.spans) == 1:  # the others stand there to be found over seams
            counts[parts.part_of_word(at)][word] += 1
    return counts


def _page_starts(revision_ids: Iterable[int]) -> dict[int, list[int] | None]:
    """Where the pages of each revision begin, in order; None for one without pages."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, jsonb_path_query_array(page_spans, '$[*].start') FROM {Revision._meta.db_table}"  # noqa: S608
            " WHERE id = ANY(%s)",
            [list(revision_ids)],
        )
        rows = cursor.fetchall()
    return {pk: _numbers(starts) for pk, starts in rows}


def _numbers(stored: Any) -> list[int] | None:
    import json

    starts = json.loads(stored) if isinstance(stored, str) else stored
    return starts if isinstance(starts, list) and all(isinstance(one, int) for one in starts) else None


def _surroundings(revision_id: int, start: int, end: int, page_starts: list[int] | None) -> list[Hashable]:
    """The pages that a part stands on, first the one that it has its middle on."""
    if page_starts is None:
        return [(revision_id, (start + end) // 2 // UNPAGED)]
    first, middle, last = (bisect_right(page_starts, at) for at in (start, (start + end) // 2, end - 1))
    return [(revision_id, page) for page in sorted(range(first, last + 1), key=lambda page: abs(page - middle))]
