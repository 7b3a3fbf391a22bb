"""Did you mean: for a word that nothing has, the nearest one of those that this person may read.

The words of all texts are kept in one table, to be looked up by trigrams; whether a document that may be read has one
is asked of the index. Where Postgres has no pg_trgm there is no such help. It never takes long, and never fails.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Container, Iterable, Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher

from django.contrib.postgres.lookups import TrigramSimilar
from django.contrib.postgres.search import TrigramSimilarity
from django.db import DatabaseError, connection, transaction
from django.db.models import F, QuerySet, Value

from search.lexical import SHORTEST_INFLECTED, held, is_written
from search.models import Chunk, KnownWord
from search.query_parts import joined_parts, query_parts
from search.words import Word, is_dense, words

MOST_MILLISECONDS = 400
"""For each thing that the database is asked."""

MOST_SECONDS = 0.5
"""After this nothing more is asked for one question."""

MOST_TYPED = 12
"""Words of a question. In a longer one, which may be a pasted page, no spelling is looked at."""

MOST_NEAR = 20
"""Words that are compared with one that nothing has."""

MOST_ASKED = 6
"""Of those, the nearest ones, of which it is asked whether this person may read them."""

LEAST_LIKENESS = 0.7
"""Of letters in common and in order, from 0 to 1, as difflib counts them."""

_AT_ONCE = 2000


def learn_words(text: str) -> None:
    """Keep the words of a text. In order, so that two that do so at once never wait for each other in a circle."""
    keys = sorted({word.key for word in words(text) if _may_be_learnt(word.key)})
    rows = [KnownWord(key=key) for key in keys]
    KnownWord.objects.bulk_create(rows, batch_size=_AT_ONCE, ignore_conflicts=True)


def did_you_mean(
    text: str, chunks: QuerySet[Chunk], configs: Collection[str], seen: Container[str] = frozenset()
) -> str:
    """The query with each word that none of `chunks` holds replaced by the nearest one that is there; else "".

    The keys in `seen` are known to be there, and are not asked for.
    """
    typed = _typed_words(text)
    keys = {word.key for word in typed if word.key not in seen}
    if not keys or len(typed) > MOST_TYPED:
        return ""
    try:
        with _bounded():
            better = _better(keys, chunks, configs)
    except DatabaseError:
        return ""
    corrected = text
    for word in reversed(typed):
        if nearest := better.get(word.key):
            corrected = corrected[: word.start] + nearest + corrected[word.end :]
    return corrected if corrected != text else ""


def _better(keys: Iterable[str], chunks: QuerySet[Chunk], configs: Collection[str]) -> dict[str, str]:
    """For each key that is nowhere the nearest that is there, for as many as there is time for."""
    began, better = time.monotonic(), {}
    for key in sorted(keys):
        if time.monotonic() - began > MOST_SECONDS:
            break
        if not held([key], chunks, configs):
            better[key] = _nearest(key, chunks)
    return better


def _typed_words(text: str) -> list[Word]:
    """Those that are looked for as they stand: no values of filters, beginnings, numbers, and nothing excluded."""
    return [
        Word(part.start + word.start, part.start + word.end, word.key)
        for part, _joiner, is_excluded in joined_parts(query_parts(text))
        if not (part.operator or is_excluded or part.words.endswith("*"))
        for word in words(text[part.start : part.end])
        if _may_be_learnt(word.key)
    ]


def _may_be_learnt(key: str) -> bool:
    return SHORTEST_INFLECTED <= len(key) <= KnownWord.LONGEST and key.isalpha() and not is_dense(key)


def _nearest(key: str, chunks: QuerySet[Chunk]) -> str:
    near = KnownWord.objects.filter(TrigramSimilar(F("key"), Value(key)))
    found = near.order_by(TrigramSimilarity("key", key).desc(), "key").values_list("key", flat=True)[:MOST_NEAR]
    alike = sorted(((_likeness(key, one), one) for one in found), key=lambda both: (-both[0], both[1]))
    likely = [one for likeness, one in alike[:MOST_ASKED] if likeness >= LEAST_LIKENESS and one != key]
    return next((one for one in likely if is_written(one, chunks)), "")


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


@contextmanager
def _bounded() -> Iterator[None]:
    """What is asked within ends after MOST_MILLISECONDS, with an error that the transaction around it survives."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout')")
        before = cursor.fetchone()[0]
        _set_timeout(cursor, f"{MOST_MILLISECONDS}ms")
        yield
        _set_timeout(cursor, before)


def _set_timeout(cursor: object, value: str) -> None:
    cursor.execute("SELECT set_config('statement_timeout', %s, true)", [value])  # type: ignore[attr-defined]
