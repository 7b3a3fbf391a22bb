"""What Postgres stems words and phrases to. It makes the same of a word each time, so that it is asked only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import connection

from search.languages import spelt

MOST_KEPT = 1 << 16
"""Words, and as many phrases, that a process keeps: some megabytes."""

_words: dict[tuple[str, str], str] = {}
_phrases: dict[tuple[str, str], str] = {}


def stems(keys: Iterable[str], config: str) -> dict[str, str]:
    """What each key is stemmed to; "" for a stop word."""
    return _known(_words, config, sorted(set(keys)), _stem)


def phrase_queries(phrases: Iterable[str], config: str) -> dict[str, str]:
    """What finds each phrase, in Postgres' own notation; "" where nothing is left of it."""
    return _known(_phrases, config, list(dict.fromkeys(phrases)), _notate)


def _known(
    kept: dict[tuple[str, str], str], config: str, wanted: Sequence[str], ask: Callable[[Sequence[str], str], list[str]]
) -> dict[str, str]:
    found = {one: known for one in wanted if (known := kept.get((config, one))) is not None}
    if missing := [one for one in wanted if one not in found]:
        answers = dict(zip(missing, ask(missing, config), strict=True))
        found |= answers
        if len(kept) + len(answers) > MOST_KEPT:
            kept.clear()
        kept.update({(config, one): answer for one, answer in answers.items()})
    return found


def _stem(keys: Sequence[str], config: str) -> list[str]:
    return [(made or [""])[0] for made in _made("tsvector_to_array(to_tsvector(%s::regconfig, one))", keys, config)]


def _notate(phrases: Sequence[str], config: str) -> list[str]:
    return _made("phraseto_tsquery(%s::regconfig, one)::text", phrases, config)


def _made(expression: str, texts: Sequence[str], config: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {expression} FROM unnest(%s::text[]) WITH ORDINALITY AS t(one, i) ORDER BY i",  # noqa: S608
            [config, [spelt(text, config) for text in texts]],
        )
        return [value for (value,) in cursor.fetchall()]
