"""Which index is searched, and whether it is still the one that the settings ask for."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils import timezone

from search import conf
from search.embeddings import Embedder, embedder_of, embedder_settings, get_embedder
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


def embedder_for(generation: Generation) -> Embedder:
    """The embedder that a generation was made with. Raises EmbedderUnavailable, and WrongModel where it is another."""
    embedder = embedder_of(generation)
    if embedder.identity != generation.model:
        raise WrongModel(generation.model, embedder.identity)
    return embedder


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


def new_generation(wanted: Wanted, *, is_active: bool = False, is_candidate: bool = False) -> Generation:
    """A candidate keeps what its embedding model is loaded by: other processes have other settings."""
    return Generation.objects.create(
        collection_name=f"pincite-{uuid.uuid4().hex[:16]}",
        policy=wanted.policy,
        model=wanted.model,
        dimension=wanted.dimension,
        search_config=wanted.search_config,
        is_active=is_active,
        is_candidate=is_candidate,
        embedder=embedder_settings() if is_candidate else {},
        activated_at=timezone.now() if is_active else None,
    )


class NoSuchCandidate(Exception):  # noqa: N818 - it names an outcome
    """In a sentence, why there is no candidate to work with."""


def candidate_called(number: int | None) -> Generation:
    """The candidate of that id; without one, the only one there is. Raises NoSuchCandidate."""
    candidates = Generation.objects.filter(is_candidate=True)
    if number is not None:
        found = candidates.filter(pk=number).first()
        if found is None:
            raise NoSuchCandidate(f"There is no candidate {number}.")
        return found
    every = list(candidates[:2])
    if len(every) != 1:
        how_many = "There are several candidates: say which" if every else "There is no candidate"
        raise NoSuchCandidate(f"{how_many} (`manage.py build_candidate --list`).")
    return every[0]


def activate(generation: Generation) -> list[Generation]:
    """Let `generation` be the one that is searched, in one step; returns those that are no longer needed.

    Other candidates are none of these.
    """
    with transaction.atomic():
        others = Generation.objects.exclude(pk=generation.pk).select_for_update()
        unneeded = [other for other in others if not other.is_candidate]
        Generation.objects.filter(is_active=True).exclude(pk=generation.pk).update(is_active=False)
        now = timezone.now()
        Generation.objects.filter(pk=generation.pk).update(is_active=True, is_candidate=False, activated_at=now)
    generation.refresh_from_db()
    return unneeded


def discard(generation: Generation) -> None:
    """Forget a generation: first its rows, so that nothing relies on its vectors, then its vectors."""
    name = generation.collection_name
    generation.delete()
    get_store().drop(name)


def differences(generation: Generation, wanted: Wanted) -> list[str]:
    """How the settings have moved away from an index, in words; ``[]`` if it is what they ask for."""
    apart = _apart(made_with(generation), wanted)
    return [f"The {name} is {old} in the index and {new} in the settings." for name, old, new in apart]


def told_apart(candidate: Generation, active: Generation) -> list[str]:
    """How a candidate was made otherwise than the active generation, in words."""
    apart = _apart(made_with(active), made_with(candidate))
    return [f"The {name} is {new} in the candidate and {old} in what is searched." for name, old, new in apart]


def made_with(generation: Generation) -> Wanted:
    """What the settings asked for when it was made."""
    sizes = (generation.policy.get("max_tokens", 0), generation.policy.get("overlap_tokens", 0))
    return Wanted(*sizes, generation.model, generation.dimension, generation.search_config)


def _apart(old: Wanted, new: Wanted) -> list[tuple[str, object, object]]:
    named = (
        ("embedding model", "model"),
        ("vector dimension", "dimension"),
        ("chunk size in tokens", "max_tokens"),
        ("overlap in tokens", "overlap_tokens"),
        ("text search configuration", "search_config"),
    )
    both = ((name, getattr(old, field), getattr(new, field)) for name, field in named)
    return [(name, before, after) for name, before, after in both if before != after]
