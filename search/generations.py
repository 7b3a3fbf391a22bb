"""Which index is searched, and whether it is still the one that the settings ask for."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from search import conf
from search.embeddings import get_embedder
from search.models import Generation
from search.vector_store import get_store


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the settings ask an index to be made with."""

    max_tokens: int
    overlap_tokens: int
    model: str
    dimension: int
    search_config: str

    @property
    def policy(self) -> dict[str, int]:
        return {"max_tokens": self.max_tokens, "overlap_tokens": self.overlap_tokens}


class WrongModel(Exception):  # noqa: N818 - it names an outcome, not a fault
    """The index was made with another embedding model than the one that is set."""

    def __init__(self, built_with: str, is_set: str) -> None:
        super().__init__(
            f"The index was made with the model {built_with}, but {is_set} is set: run `manage.py rebuild_index`."
        )


def wanted_generation() -> Wanted:
    """From the settings and the embedding model; a chunk never has more tokens than the model reads."""
    embedder = get_embedder()
    max_tokens = min(conf.chunk_tokens(), embedder.max_tokens)
    overlap = min(conf.chunk_overlap_tokens(), max_tokens - 1)
    return Wanted(max_tokens, overlap, embedder.identity, embedder.dimension, conf.search_config())


def existing_generation() -> Generation | None:
    """The generation that is searched; None before anything was indexed."""
    return Generation.objects.filter(is_active=True).first()


def active_generation() -> Generation:
    """The generation that is searched, made from the settings at first use, by one of however many ask at once."""
    active = existing_generation()
    if active is not None:
        return active
    try:
        with transaction.atomic():
            return new_generation(wanted_generation(), is_active=True)
    except IntegrityError:  # another worker was first
        return Generation.objects.get(is_active=True)


def new_generation(wanted: Wanted, *, is_active: bool = False) -> Generation:
    return Generation.objects.create(
        collection_name=f"pincite-{uuid.uuid4().hex[:16]}",
        policy=wanted.policy,
        model=wanted.model,
        dimension=wanted.dimension,
        search_config=wanted.search_config,
        is_active=is_active,
        activated_at=timezone.now() if is_active else None,
    )


def activate(generation: Generation) -> list[Generation]:
    """Let `generation` be the one that is searched, in one step; returns those that are no longer needed."""
    with transaction.atomic():
        others = list(Generation.objects.exclude(pk=generation.pk).select_for_update())
        Generation.objects.filter(is_active=True).exclude(pk=generation.pk).update(is_active=False)
        Generation.objects.filter(pk=generation.pk).update(is_active=True, activated_at=timezone.now())
    generation.refresh_from_db()
    return others


def discard(generation: Generation) -> None:
    """Forget a generation: first its rows, so that nothing relies on its vectors, then its vectors."""
    name = generation.collection_name
    generation.delete()
    get_store().drop(name)


def differences(generation: Generation, wanted: Wanted) -> list[str]:
    """How the settings have moved away from an index, in words; ``[]`` if it is what they ask for."""
    built = (
        ("embedding model", generation.model, wanted.model),
        ("vector dimension", generation.dimension, wanted.dimension),
        ("chunk size in tokens", generation.policy.get("max_tokens"), wanted.max_tokens),
        ("overlap in tokens", generation.policy.get("overlap_tokens"), wanted.overlap_tokens),
        ("text search configuration", generation.search_config, wanted.search_config),
    )
    return [f"The {name} is {old} in the index and {new} in the settings." for name, old, new in built if old != new]
