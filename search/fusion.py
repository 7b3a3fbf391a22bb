"""Reciprocal rank fusion: one order out of several, from ranks alone.

Scores of words and of meaning are on scales that cannot be compared; ranks can. Cormack, Clarke and Büttcher,
"Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

RANK_CONSTANT = 60
"""From the paper: large enough that the first places of one ranking do not drown the agreement of two."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fused(Generic[Key]):
    """A key with its fused score and its 1-based rank in each ranking that names it."""

    key: Key
    score: float
    ranks: dict[str, int]


def fuse(
    rankings: Mapping[str, Sequence[Key]],
    k: float = RANK_CONSTANT,
    weights: Mapping[str, float] | None = None,
) -> list[Fused[Key]]:
    """Every ranked key, best first; its score is the sum of ``weight / (k + rank)`` over the rankings that
    name it.

    A ranking's weight is 1 unless ``weights`` says otherwise. A key that one ranking repeats counts where it
    comes first. Equal scores are ordered by best rank, then by the order of the rankings, so the same
    rankings always give the same list. ``ValueError`` for a negative ``k``, a negative weight, and a weight
    for a ranking that is not there.
    """
    chosen = _checked_weights(rankings, weights or {}, k)
    ranks = _ranks_by_key(rankings)
    fused = [
        Fused(key, sum(chosen[name] / (k + rank) for name, rank in found.items()), found)
        for key, found in ranks.items()
    ]
    # The sort is stable, and `ranks` was filled in the order of the rankings: what is still equal stays in
    # that order.
    return sorted(fused, key=lambda one: (-one.score, min(one.ranks.values())))


def _ranks_by_key(rankings: Mapping[str, Sequence[Key]]) -> dict[Key, dict[str, int]]:
    ranks: dict[Key, dict[str, int]] = {}
    for name, keys in rankings.items():
        for rank, key in enumerate(dict.fromkeys(keys), start=1):
            ranks.setdefault(key, {})[name] = rank
    return ranks


def _checked_weights(names: Mapping[str, object], weights: Mapping[str, float], k: float) -> dict[str, float]:
    if k < 0:
        raise ValueError(f"the rank constant is {k}; it cannot be negative")
    if strangers := weights.keys() - names.keys():
        raise ValueError(f"weights for rankings that are not there: {', '.join(sorted(strangers))}")
    if negative := [name for name, weight in weights.items() if weight < 0]:
        raise ValueError(f"negative weights: {', '.join(negative)}")
    return {name: weights.get(name, 1.0) for name in names}
