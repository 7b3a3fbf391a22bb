"""The longest ascending series in a row of numbers, and whether it is the only one of its length."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ascending:
    """The indices of the longest strictly ascending series; `rival` has two of which either fits where one must."""

    indices: tuple[int, ...]
    rival: tuple[int, int] | None = None


def longest_ascending(numbers: Sequence[int]) -> Ascending:
    """O(n log n). Where there are several of the same length, `indices` is () and `rival` the first choice."""
    up_to = _lengths(numbers)
    onwards = _lengths([-number for number in reversed(numbers)])[::-1]
    longest = max(up_to, default=0)
    at_rank: dict[int, int] = {}
    for index, (before, after) in enumerate(zip(up_to, onwards, strict=True)):
        if before + after - 1 != longest:
            continue
        if before in at_rank:
            return Ascending((), (at_rank[before], index))
        at_rank[before] = index
    return Ascending(tuple(at_rank[rank] for rank in sorted(at_rank)))


def _lengths(numbers: Iterable[int]) -> list[int]:
    """For each number, how long the longest ascending series is that ends with it."""
    lowest_ends: list[int] = []
    lengths = []
    for number in numbers:
        length = bisect_left(lowest_ends, number)
        lowest_ends[length : length + 1] = [number]
        lengths.append(length + 1)
    return lengths
