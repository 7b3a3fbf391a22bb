"""Approximate search: every place where a quote stands but for a bounded number of edits.

An edit is one code point put in, left out or exchanged. The text is not read character by character. A quote
cut into one piece more than there may be edits keeps one piece whole, and `str.find` finds pieces at the speed of
memory. What stands around a piece is tried next: a group of n neighbouring pieces that was edited n - 1 times at
most, then the group of four times as many, up to the whole quote. A match passes all of these for one of its pieces
(were each part of a group over its own bound, so would the group be), so none is missed. What is left is read by
Myers' bit-vector algorithm ("A fast bit-vector algorithm for approximate string matching based on dynamic
programming", J. ACM 46, 1999), with Python's integers for words of any width.

The work is bounded: a text that is full of look-alikes is given up, whatever it holds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MOST_STEPS = 60_000
"""What one search may take: a microsecond or so each."""
WIDEST_STEP = 4000
"""Code points of a quote that count as one step for each character that the bit-vector algorithm reads."""
LONGEST_STEP = 2500
"""Code points of the text that count as one step for each piece that is looked for."""


class TooManyLookAlikes(Exception):  # noqa: N818 - it names what the text is like
    """The text holds so much that resembles the quote that the search was given up."""


@dataclass(frozen=True, slots=True)
class ApproximateMatch:
    """`[start, end)` differs from the quote in `edits` code points."""

    start: int
    end: int
    edits: int


class Allowance:
    """The steps that a search, or several together, may still take."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Raises TooManyLookAlikes where no more are left."""
        self.left -= steps
        if self.left < 0:
            raise TooManyLookAlikes

    def spend_on_reading(self, characters: int, quote: str) -> None:
        self.spend(characters * (1 + len(quote) // WIDEST_STEP))


def approximate_matches(
    text: str, quote: str, most_edits: int, allowance: Allowance | None = None
) -> list[ApproximateMatch]:
    """The best match of `quote` at each place, with at most `most_edits` (fewer than its length), in order.

    Matches whose ends are less than half a quote apart are one place. Raises TooManyLookAlikes.
    """
    allowance = allowance or Allowance()
    return matches_within(text, quote, most_edits, _likely_windows(text, quote, most_edits, allowance), allowance)


def matches_within(
    text: str, quote: str, most_edits: int, windows: Iterable[tuple[int, int]], allowance: Allowance
) -> list[ApproximateMatch]:
    """As `approximate_matches`, among the matches that stand wholly in one of `windows`, (start, end) in any order.

    Windows that overlap are one.
    """
    merged = _merged(windows)
    allowance.spend_on_reading(sum(end - start for start, end in merged), quote)
    places = list(_best_ends(_ends_within(text, quote, most_edits, merged), len(quote) // 2))
    allowance.spend_on_reading(len(places) * (len(quote) + most_edits), quote)
    return [ApproximateMatch(_best_start(text, quote, end, edits), end, edits) for end, edits in places]


# --- where to look ---


@dataclass(frozen=True, slots=True)
class _Piece:
    """One piece of the quote; the other piece of its pair as two halves, each with where it stands from this one."""

    number: int
    text: str
    offset: int
    near: str
    near_at: int
    far: str
    far_at: int

    def has_neighbour(self, text: str, at: int) -> bool:
        """Whether the other piece can be there but for one edit, which leaves one of its halves whole."""
        far = at + self.far_at
        return (
            text.startswith(self.near, max(0, at + self.near_at))
            or text.find(self.far, max(0, far - 1), max(0, far + len(self.far) + 1)) >= 0
        )


def _likely_windows(text: str, quote: str, most_edits: int, allowance: Allowance) -> Iterator[tuple[int, int]]:
    """Stretches of the text that together hold every match; what starts in the same bucket shares one."""
    pieces = _pieces(quote, most_edits + 1)
    bucket = max(16, len(quote) // 4)
    seen: set[int] = set()
    for piece, at in _pieces_found(text, pieces, allowance):
        start = (at - piece.offset) // bucket
        if start not in seen and _is_likely(text, quote, pieces, piece, at, allowance):
            seen.add(start)
            first = start * bucket - most_edits
            yield max(0, first), min(len(text), first + bucket + len(quote) + 2 * most_edits)


def _pieces(quote: str, count: int) -> list[_Piece]:
    cuts = [len(quote) * at // count for at in range(count + 1)]
    return [_piece(quote, cuts, number) for number in range(count)]


def _piece(quote: str, cuts: Sequence[int], number: int) -> _Piece:
    start, end = cuts[number], cuts[number + 1]
    other = number ^ 1
    first, last = (cuts[other], cuts[other + 1]) if other < len(cuts) - 1 else (end, end)
    middle = (first + last) // 2
    near, far = ((first, middle), (middle, last)) if other > number else ((middle, last), (first, middle))
    return _Piece(
        number, quote[start:end], start, quote[slice(*near)], near[0] - start, quote[slice(*far)], far[0] - start
    )


def _pieces_found(text: str, pieces: Iterable[_Piece], allowance: Allowance) -> Iterator[tuple[_Piece, int]]:
    """Each piece that has its neighbour, and where it stands; pieces that are the same are looked for once."""
    same: dict[str, list[_Piece]] = {}
    for piece in pieces:
        same.setdefault(piece.text, []).append(piece)
    for wanted, alike in same.items():
        allowance.spend(len(text) // LONGEST_STEP)
        at = text.find(wanted)
        while at >= 0:
            allowance.spend(len(alike))
            yield from ((piece, at) for piece in alike if piece.has_neighbour(text, at))
            at = text.find(wanted, at + 1)


def _is_likely(text: str, quote: str, pieces: Sequence[_Piece], piece: _Piece, at: int, allowance: Allowance) -> bool:
    """Whether the groups of pieces around `piece`, which stands at `at`, are there but for their share of edits."""
    cuts = [*(one.offset for one in pieces), len(quote)]
    return all(
        _group_fits(text, quote[cuts[first] : cuts[last]], last - first - 1, cuts[first] + at - piece.offset, allowance)
        for first, last in _groups(piece.number, len(pieces))
    )


def _groups(piece: int, pieces: int) -> Iterator[tuple[int, int]]:
    """The groups that hold `piece`: of 4 pieces, 16, 64 and so on, short of all."""
    size = 4
    while size < pieces:
        first = piece // size * size
        yield first, min(first + size, pieces)
        size *= 4


def _group_fits(text: str, group: str, most_edits: int, at: int, allowance: Allowance) -> bool:
    around = text[max(0, at - most_edits) : max(0, at + len(group) + most_edits)]
    allowance.spend_on_reading(len(around), group)
    return any(edits <= most_edits for edits in edit_distances(group, around, anchored=False))


def _merged(windows: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(windows):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


# --- what stands there ---


def _ends_within(
    text: str, quote: str, most_edits: int, windows: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    for start, stop in windows:
        distances = edit_distances(quote, text[start:stop], anchored=False)
        yield from ((end, edits) for end, edits in enumerate(distances, start=start + 1) if edits <= most_edits)


def _best_ends(ends: Iterable[tuple[int, int]], apart: int) -> Iterator[tuple[int, int]]:
    """Of the ends of each place, which are at most `apart`, the first with fewest edits."""
    best: tuple[int, int] | None = None
    previous_end = 0
    for end, edits in ends:
        if best and end - previous_end > apart:
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
