"""Approximate search by Myers' bit-vector algorithm ("A fast bit-vector algorithm for approximate string
matching based on dynamic programming", J. ACM 46, 1999), with Python's integers for words of any width.

An edit is one code point put in, left out or exchanged. Time grows with the length of the text times that of
the quote, divided by the bits that a machine adds at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ApproximateMatch:
    """`[start, end)` differs from the quote in `edits` code points."""

    start: int
    end: int
    edits: int


def approximate_matches(text: str, quote: str, most_edits: int) -> Iterator[ApproximateMatch]:
    """Yield the best match of `quote` at each place, with at most `most_edits` (fewer than its length).

    Matches whose ends are less than half a quote apart are one place.
    """
    for end, edits in _best_ends(text, quote, most_edits):
        yield ApproximateMatch(_best_start(text, quote, end, edits), end, edits)


def _best_ends(text: str, quote: str, most_edits: int) -> Iterator[tuple[int, int]]:
    best: tuple[int, int] | None = None
    previous_end = 0
    for end, edits in enumerate(edit_distances(quote, text, anchored=False), start=1):
        if edits > most_edits:
            continue
        if best and end - previous_end > len(quote) // 2:
            yield best
            best = None
        previous_end = end
        best = (end, edits) if best is None or edits < best[1] else best
    if best:
        yield best


def _best_start(text: str, quote: str, end: int, edits: int) -> int:
    """Where the match that ends at `end` begins: as near to the quote's length as `edits` allow."""
    before = text[max(0, end - len(quote) - edits) : end][::-1]
    lengths = enumerate(edit_distances(quote[::-1], before, anchored=True), start=1)
    return end - min((abs(length - len(quote)), length) for length, found in lengths if found == edits)[1]


def edit_distances(pattern: str, text: str, *, anchored: bool) -> Iterator[int]:
    """After each character of `text`, the edits between `pattern` and the best stretch that ends there.

    Anchored, the stretch is all of the text so far. `pattern` is not empty.
    """
    places = _places(pattern)
    everything, last = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    rises, falls, edits = everything, 0, len(pattern)  # rises and falls: the vertical differences, as bits
    for character in text:
        equal = places.get(character, 0)
        across = (((equal & rises) + rises) ^ rises) | equal
        up = falls | (~(across | rises) & everything)
        down = rises & across
        edits += bool(up & last) - bool(down & last)
        up = up << 1 | anchored
        equal |= falls
        rises = ((down << 1) | ~(equal | up)) & everything
        falls = up & equal & everything
        yield edits


def _places(pattern: str) -> dict[str, int]:
    """For each character the positions at which `pattern` has it, as bits."""
    places: dict[str, int] = {}
    for position, character in enumerate(pattern):
        places[character] = places.get(character, 0) | 1 << position
    return places
