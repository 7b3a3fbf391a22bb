"""What is set wrongly, or no longer fits the index, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's own name
from django.db import DatabaseError

from search import conf
from search.configurations import AUTO, available_configs
from search.embeddings import BACKENDS, EmbedderUnavailable
from search.generations import differences, existing_generation, wanted_generation
from search.rerankers import settings_problems


@register(Tags.compatibility)
def check_search_settings(**kwargs: Any) -> list[CheckMessage]:
    """Settings alone; nothing is loaded or asked."""
    found: list[CheckMessage] = []
    if not conf.chroma_url():
        hint = "Set CHROMA_URL, or start everything with `manage.py up`."
        found.append(Warning("Nobody said where Chroma is.", hint=hint, id="search.W001"))
    if conf.embedding_backend() not in BACKENDS:
        hint = f"Use one of {', '.join(BACKENDS)}."
        found.append(Error(f"EMBEDDING_BACKEND is {conf.embedding_backend()!r}.", hint=hint, id="search.E001"))
    if not 0 <= conf.chunk_overlap_tokens() < conf.chunk_tokens():
        hint = "CHUNK_OVERLAP_TOKENS must be at least 0 and less than CHUNK_TOKENS."
        found.append(Error("Chunks would not advance.", hint=hint, id="search.E002"))
    if conf.embedding_max_tokens() < 1:
        hint = "EMBEDDING_MAX_TOKENS must be at least 1."
        found.append(Error("The embedding service would be sent nothing.", hint=hint, id="search.E004"))
    return found


@register(Tags.compatibility)
def check_reranker(**kwargs: Any) -> list[CheckMessage]:
    """The reranker's settings; nothing is loaded or asked. Without a reranker search goes on, so these are warnings."""
    hint = "See docs/models.md. Until then results keep the order that they are found in."
    return [Warning(sentence, hint=hint, id="search.W003") for sentence in settings_problems()]


@register(Tags.database)
def check_search_config(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Whether Postgres has the configuration that is set for all documents."""
    name = conf.search_config()
    if not databases or name == AUTO:
        return []
    try:
        available = available_configs()
    except DatabaseError:
        return []
    if name.rpartition(".")[2] in available:
        return []
    hint = f"Use {AUTO}, or one that Postgres has: {', '.join(sorted(available))}."
    return [Error(f"SEARCH_CONFIG is {name!r}.", hint=hint, id="search.E005")]


@register(Tags.database, deploy=True)
def check_generation(*, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Whether the index is the one that the settings ask for (`manage.py check --deploy --database default`).

    Only when deployment is checked: it loads the embedding model, which `migrate` must not wait for.
    """
    if not databases:
        return []
    try:
        generation = existing_generation()
    except DatabaseError:  # not migrated yet
        return []
    if generation is None:
        return []
    try:
        found = differences(generation, wanted_generation())
    except EmbedderUnavailable as error:
        return [Error(f"The embedding model cannot be used: {error}.", id="search.E003")]
    hint = "Run `manage.py rebuild_index`: searches go on meanwhile."
    return [Warning(sentence, hint=hint, id="search.W002") for sentence in found]
