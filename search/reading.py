"""What Postgres keeps of chunks to rank them by: vectors, parts, where words stand, and pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from psycopg import Cursor
from psycopg.sql import SQL, Identifier

from documents.models import Revision
from search.embeddings import Vectors
from search.lexical import word_places
from search.parts import StoredParts, decode_parts, whole_as_part
from search.ranking import Read
from search.word_ranking import ChunkPlace

UNPAGED = 3000
"""Code points: of a text without pages, so much stands around a part of it as it would on a page."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Words of a question that say something: every form that they are stored in, and how rare each is."""

    lexemes: tuple[tuple[str, ...], ...] = ()
    worth: tuple[float, ...] = ()


def vectors_of(places: Mapping[int, ChunkPlace], dimension: int, model: str) -> Vectors:
    """A row of length 1 for each chunk; of zeros for one whose own vector is not kept."""
    import numpy as np

    stored = _kept("vector", places.values(), model)
    nothing = bytes(4 * dimension)
    rows = b"".join(stored.get(place.digest, nothing) for place in places.values())
    vectors: Vectors = np.frombuffer(rows, dtype="<f4").reshape(len(places), dimension)
    return vectors


def cosines_of(places: Mapping[int, ChunkPlace], vector: Vectors, model: str) -> dict[int, float]:
    """How near each chunk is to a vector of length 1; those whose own vector is not kept are not in the answer."""
    vectors = vectors_of(places, len(vector), model)
    near = zip(places, (vectors @ vector).tolist(), vectors, strict=True)
    return {pk: cosine for pk, cosine, row in near if row.any()}


def read_chunks(places: Mapping[int, ChunkPlace], vector: Vectors | None, saying: Saying, model: str) -> list[Read]:
    """What `ranking` needs of each of these chunks. Without a vector nothing is near."""
    parts = _parts(places, model, 0 if vector is None else len(vector))
    standing = defaultdict(list)
    for chunk_id, word, at in _word_places(list(places), saying):
        standing[chunk_id].append((word, at))
    pages = _page_starts({place.revision_id for place in places.values()})
    return [
        Read(
            pk,
            parts[pk],
            [0.0] * len(parts[pk].spans) if vector is None else (parts[pk].vectors @ vector).tolist(),
            _words_of_parts(parts[pk], standing[pk]),
            [
                _surroundings(place.revision_id, place.start + one, place.start + other, pages.get(place.revision_id))
                for one, other in parts[pk].spans
            ],
        )
        for pk, place in places.items()
    ]


def _kept(column: str, places: Iterable[ChunkPlace], model: str) -> dict[str, bytes]:
    """What is kept beside the texts of chunks, by their digests, where anything is."""
    digests = list({place.digest for place in places})
    query = SQL("SELECT digest, {0} FROM search_embedding WHERE model = %s AND digest = ANY(%s) AND {0} IS NOT NULL")
    connection.ensure_connection()
    # Django's own cursor fetches bytes as text, twice as long, which takes longer to read than all else here.
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        return dict(cursor.execute(query.format(Identifier(column)), [model, digests], binary=True).fetchall())


def _parts(places: Mapping[int, ChunkPlace], model: str, dimension: int) -> dict[int, StoredParts]:
    """Where no parts are kept, the chunk is its only one; where no vector is kept either, it is near to nothing."""
    import numpy as np

    kept = _kept("windows", places.values(), model)
    found = {pk: decode_parts(kept[place.digest]) for pk, place in places.items() if place.digest in kept}
    missing = {pk: place for pk, place in places.items() if pk not in found}
    whole = _kept("vector", missing.values(), model) if missing else {}
    nothing = np.zeros(dimension, dtype=np.float32)
    for pk, place in missing.items():
        stored = whole.get(place.digest)
        vector = nothing if stored is None else np.frombuffer(stored, dtype="<f4")
        found[pk] = whole_as_part(place.end - place.start, vector)
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
