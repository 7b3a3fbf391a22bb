"""How far a figure can be trusted: intervals by drawing the questions again and again, and verdicts from them. Pure.

The draws are the same each time (the seed is fixed), so the same run always gives the same figures; and the same for
every measure, so that figures of one table belong together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

DRAWS = 2000
SEED = 0
OUTSIDE = 0.025
"""The share of the draws that is left out at either end: what is between is the interval of 95 %."""

Statistic = Callable[[Sequence[float]], float]
Verdict = Literal["better", "same", "worse"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over all questions, and the interval that it would be in with other questions of the kind."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """What a figure gained, and whether that can be chance."""

    estimate: Estimate
    verdict: Verdict


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def percentile(share: float) -> Statistic:
    """The value that `share` of all values do not exceed."""

    def of(values: Sequence[float]) -> float:
        return sorted(values)[min(len(values) - 1, int(share * len(values)))]

    return of


def estimate(values: Sequence[float], statistic: Statistic = mean) -> Estimate:
    """Of at least one value."""
    drawn = sorted(statistic([values[at] for at in draw]) for draw in _draws(len(values)))
    return Estimate(statistic(values), drawn[int(OUTSIDE * DRAWS)], drawn[int((1 - OUTSIDE) * DRAWS)])


def difference(
    new: Sequence[float], base: Sequence[float], statistic: Statistic = mean, *, lower_is_better: bool = False
) -> Difference:
    """Of `new` to `base`, value by value of the same questions: pairs are drawn, so that hard questions cancel out."""
    pairs = list(zip(new, base, strict=True))

    def gain(draw: Sequence[int]) -> float:
        return statistic([pairs[at][0] for at in draw]) - statistic([pairs[at][1] for at in draw])

    drawn = sorted(gain(draw) for draw in _draws(len(pairs)))
    low, high = drawn[int(OUTSIDE * DRAWS)], drawn[int((1 - OUTSIDE) * DRAWS)]
    value = statistic(new) - statistic(base)
    return Difference(Estimate(value, low, high), verdict_of(low, high, lower_is_better=lower_is_better))


def verdict_of(low: float, high: float, *, lower_is_better: bool = False) -> Verdict:
    """Better or worse only where the whole interval says so."""
    if lower_is_better:
        low, high = -high, -low
    if low > 0:
        return "better"
    return "worse" if high < 0 else "same"


@lru_cache(maxsize=4)
def _draws(count: int) -> tuple[tuple[int, ...], ...]:
    generator = random.Random(SEED)  # noqa: S311 - nothing is kept secret by it
    return tuple(tuple(generator.choices(range(count), k=count)) for _ in range(DRAWS))
