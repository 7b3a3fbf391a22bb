"""Which raw character each character of a stored page came from, where that can be told.

The stored text was cleaned with the words of the whole document, perhaps by an earlier version, and may have fields and
notes after it; so it is compared, never taken for equal.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq

from documents.text import clean_with_sources, is_ink, words_of

SourceRange = tuple[int, int]

_HYPHENS = frozenset("-\u2010\u2011\u00ad")  # they come and go with what is known of the document
_SHORTEST_AGREEMENT = 16  # code points with ink: less of it stands in many places
_MOST_COMPARISONS = 2_000_000
_MOST_LETTERS = 10_000

Block = tuple[int, int, int]
"""Where equal runs begin in either text, and how long they are."""


def align(stored: str, raw: str) -> list[SourceRange | None]:
    """For each character of the stored page its range in the raw text; None where it is not known."""
    clean = clean_with_sources(raw, known_words=words_of(stored))
    if clean.text == stored:
        return list(clean.sources)
    ranges: list[SourceRange | None] = [None] * len(stored)
    ours, theirs = _letters(stored), _letters(clean.text)
    for our, their, length in _agreements([stored[at] for at in ours], [clean.text[at] for at in theirs]):
        for step in range(length):
            ranges[ours[our + step]] = clean.sources[theirs[their + step]]
    return ranges


def align_best(stored: str, raws: Sequence[str]) -> tuple[int, list[SourceRange | None]]:
    """The first of several raw texts that tells of every character, or the one that tells of most; and what it tells.

    A page that was stored by an earlier version may be in the order in which its file draws it.
    """
    best, ranges = 0, align(stored, raws[0])
    for at, raw in enumerate(raws[1:], start=1):
        if None not in ranges:
            break
        other = align(stored, raw)
        if other.count(None) < ranges.count(None):
            best, ranges = at, other
    return best, ranges


def _letters(text: str) -> list[int]:
    return [at for at, character in enumerate(text) if is_ink(character) and character not in _HYPHENS]


def _agreements(ours: list[str], theirs: list[str]) -> Iterator[Block]:
    """The runs in which both agree: each long enough to prove its place, or all that there is of a page."""
    first = _equal_at_start(ours, theirs)
    if first >= min(_SHORTEST_AGREEMENT, len(ours), len(theirs)):
        yield 0, 0, first
    for block in _blocks_after(first, ours[first:], theirs[first:]):
        if block[2] >= _SHORTEST_AGREEMENT:
            yield block


def _blocks_after(first: int, ours: list[str], theirs: list[str]) -> Iterator[Block]:
    last = _equal_at_start(ours[::-1], theirs[::-1])
    yield first + len(ours) - last, first + len(theirs) - last, last
    for our, their, length in _blocks_between(ours[: len(ours) - last], theirs[: len(theirs) - last]):
        yield first + our, first + their, length


def _equal_at_start(ours: list[str], theirs: list[str]) -> int:
    return sum(1 for _ in takewhile(bool, map(eq, ours, theirs)))


def _blocks_between(ours: list[str], theirs: list[str]) -> Iterator[Block]:
    """Runs in the part where the texts differ; none where comparing would take too long."""
    if max(len(ours), len(theirs)) > _MOST_LETTERS or _comparisons(ours, theirs) > _MOST_COMPARISONS:
        return
    for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        yield block.a, block.b, block.size


def _comparisons(ours: list[str], theirs: list[str]) -> int:
    counted = Counter(theirs)
    return sum(times * counted[character] for character, times in Counter(ours).items())
