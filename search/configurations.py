"""By which Postgres configuration words are stemmed: one for all documents, or for each that of its language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db import connection
from django.db.models import Count, Sum

from search.languages import CONFIG_OF, SIMPLE, certain_config, languages_of, likeness
from search.models import Generation, IndexRecord

AUTO = "auto"
"""Instead of a configuration's name: each document is stemmed by that of its own language."""

ENGLISH = "english"
"""What a text that tells nothing is stemmed by as long as the library has no documents to go by."""

EXPECTED = 0.1
"""How many documents of each other language are expected in an empty library, beside the one that is English."""

_FAINT = 0.001
"""How like a language is at least taken to be, so that where a text tells nothing the library alone decides."""


def configs_in_use(generation: Generation) -> dict[str, int]:
    """Each configuration that chunks of `generation` are stemmed by, with their number; never empty.

    Where one is set for all documents nothing is counted, as nobody needs it, and nothing asked. Else this very object
    remembers it: a search asks several times.
    """
    if generation.search_config != AUTO:
        return {generation.search_config: 0}
    known: dict[str, int] | None = generation.__dict__.get("_configs_in_use")
    if known is None:
        known = generation.__dict__["_configs_in_use"] = _counted(generation)
    return known


def _counted(generation: Generation) -> dict[str, int]:
    rows = generation.records.filter(chunk_count__gt=0).exclude(search_config="").order_by()
    counted = rows.values("search_config").annotate(chunks=Sum("chunk_count"))
    return {row["search_config"]: row["chunks"] for row in counted.order_by("search_config")} or {ENGLISH: 0}


def configs_of(document_ids: Sequence[int], generation: Generation) -> list[str]:
    """What each of these documents is stemmed by in `generation`; `simple` for one that is not in it."""
    if generation.search_config != AUTO:
        return [generation.search_config] * len(document_ids)
    rows = generation.records.filter(document__in=document_ids).exclude(search_config="")
    known = dict(rows.values_list("document", "search_config"))
    return [known.get(pk, SIMPLE) for pk in document_ids]


def config_for(text: str, generation: Generation) -> str:
    """What to keep as the configuration of a document with this text: empty for that of the generation.

    A text that is too short to be certain of is taken to be like the documents that are there already: the more of
    them a configuration has, the more must the words of the text speak against it.
    """
    if generation.search_config != AUTO:
        return ""
    languages = languages_of(text)
    available = available_configs()
    if certain := certain_config(languages):
        return certain if certain in available else SIMPLE
    expected = dict.fromkeys({*CONFIG_OF.values(), SIMPLE} & available, EXPECTED) | {ENGLISH: 1.0}
    for config, documents in _documents_of_each().items():
        expected[config] = expected.get(config, 0.0) + documents
    return max(sorted(expected), key=lambda one: expected[one] * max(likeness(one, languages), _FAINT))


def available_configs() -> set[str]:
    """Those that this Postgres has, by name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cfgname FROM pg_ts_config")
        return {name for (name,) in cursor.fetchall()}


def _documents_of_each() -> Counter[str]:
    """How many documents are stemmed by each configuration, in the index and in those that are made or left."""
    used: Counter[str] = Counter()
    rows = IndexRecord.objects.filter(chunk_count__gt=0).order_by()
    counted = rows.values_list("search_config", "generation__search_config").annotate(Count("pk"))
    for own, of_generation, documents in counted:
        used[own or of_generation] += documents
    del used[AUTO]
    return used
