"""Whether two passages say the same, word for word: copies of a file, its newer versions, clauses that are used again.

Chunks of two copies need not begin at the same place. So the passages are laid over each other where most of their
words agree, and where both of them have text they must agree from edge to edge, but for letters that were misread.
Numbers, part numbers and signs must be equal to the last point; a word more or less ("not") is a difference. Only where
the sentences around are quite other ones (different covers, the same clause) may they end before the edge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from documents.text import TextSpan
from search.seams import ReadWord, Seam, reading
from search.words import fold, literal_of

SHINGLE = 5
"""Words. So many in a row are rarely the same by chance."""

LEAST_SHARED = 0.9
"""Of the runs of SHINGLE words, how many must be the same to the letter: a misread word spoils five of them."""

SHORTEST = 60
"""Code points. What is shorter says too little to be called the same."""

SHORTEST_PART = 200
"""Code points, where neither passage is all of what is the same: a line that all letters end with is not what they say.
"""

LEAST_OTHER = 4
"""Words. Where fewer differ at an edge, the passage was edited."""

FEW = 10
"""Words at an edge of which none may be the same, nor a number, in quite another text."""

MOST_ALIKE = 0.25
"""Of the pairs of neighbouring words at a longer edge, how many may be the same: a few always are."""

SHORTEST_MISREAD = 7
"""Letters. One letter more, less or other in a shorter word makes another word of it more often than not."""

LEAST_ALIKE = 0.5
"""Of the different words of the shorter of two passages, how many the other has where both may say the same. Among the
forty passages of 87 contracts with most words of a question, that holds of one pair in a hundred."""

_NUMBER = re.compile(r"\S*\d\S*")
_SIGN = re.compile(r"[%‰#@&/§+<>=±≤≥×÷°€$£¥₹¢]")
_EDGES = re.compile(r"\A[\W_]+|[\W_]+\Z")
_BREAK = re.compile(r"[.!?…:;。！？]\W*\s|[。！？]|\n")
_INK_BEFORE, _INK_AFTER = re.compile(r"\S*\Z"), re.compile(r"\S*")


@dataclass(frozen=True, slots=True)
class Copies:
    """Of chunks, by their ids: which stand for the same text (`text_of`), and which better texts say the same as one.

    A chunk that `text_of` does not name stands for itself alone.
    """

    text_of: Mapping[int, int] = field(default_factory=dict)
    same_as: Mapping[int, Sequence[int]] = field(default_factory=dict)

    def texts_like(self, chunk_id: int) -> list[int]:
        """The texts of which a chunk may be called a copy, best first; its own comes last."""
        own = self.text(chunk_id)
        return [*self.same_as.get(own, ()), own]

    def text(self, chunk_id: int) -> int:
        return self.text_of.get(chunk_id, chunk_id)


class Passage:
    """A text that may be compared with many; what that takes is worked out once, when it is first needed."""

    def __init__(self, text: str, seams: Sequence[Seam] = ()) -> None:
        self.text = text
        self.seams = seams

    @cached_property
    def words(self) -> list[ReadWord]:
        """As they are read: over hyphens and seams."""
        return reading(self.text, self.seams)

    @cached_property
    def keys(self) -> list[str]:
        return [word.key for word in self.words]

    @cached_property
    def places(self) -> dict[tuple[str, ...], list[int]]:
        """Where each run of SHINGLE words begins."""
        found: dict[tuple[str, ...], list[int]] = {}
        for at, run in enumerate(_runs(self.keys)):
            found.setdefault(run, []).append(at)
        return found

    def begins(self, at: int) -> bool:
        """Whether a sentence or a line begins with the word `at`, which is not the first."""
        return bool(_BREAK.search(self.text, self.words[at - 1].parts[-1].end, self.words[at].parts[0].start))

    def span(self, first: int, last: int) -> TextSpan:
        """From the word `first` to before the word `last`, counted from 0."""
        return TextSpan(self.words[first].parts[0].start, self.words[last - 1].parts[-1].end)

    def facts(self, span: TextSpan) -> list[str]:
        """The numbers, part numbers and signs of a span, as they are written: to the bracket of `10.2(b)`."""
        start, end = _with_ink_around(self.text, span)
        read = self.text[start:end]
        for seam in reversed(self.seams):
            if start <= seam.start and seam.end <= end:
                read = f"{read[: seam.start - start]} {read[seam.end - start :]}"
        folded = fold(read)
        numbers = [literal_of(one) or _EDGES.sub("", one) for one in _NUMBER.findall(folded)]
        return numbers + _SIGN.findall(folded)


@dataclass(frozen=True, slots=True)
class SamePart:
    """Where one passage and another say the same, each in its own offsets.

    `is_all`: it is all of the other one, word for word.
    """

    one: TextSpan
    other: TextSpan
    is_all: bool


def same_part(one: Passage, other: Passage) -> SamePart | None:
    """What both passages say; None where they say nothing the same, or one of them was edited."""
    shift = _shift(one, other)
    if shift is None:
        return None
    first, last = max(0, -shift), min(len(other.keys), len(one.keys) - shift)
    agreeing = [_agree(one.keys[at + shift], other.keys[at]) for at in range(first, last)]
    begin, end = (at + first for at in _longest_run(agreeing))
    begin = next((at for at in range(begin, end) if at == first or _begin_both(one, at + shift, other, at)), end)
    end = next((at for at in range(end, begin, -1) if at == last or _begin_both(one, at + shift, other, at)), begin)
    mine, theirs = one.keys[begin + shift : end + shift], other.keys[begin:end]
    edges = ((first, begin), (end, last))
    if len(theirs) < SHINGLE or not all(
        _are_other_texts(one.keys[a + shift : b + shift], other.keys[a:b]) for a, b in edges
    ):
        return None
    found = SamePart(one.span(begin + shift, end + shift), other.span(begin, end), theirs == other.keys == mine)
    is_one_whole = len(theirs) in {len(one.keys), len(other.keys)}
    is_enough = min(_length(found.one), _length(found.other)) >= (SHORTEST if is_one_whole else SHORTEST_PART)
    is_near = _share_of_equal_runs(mine, theirs) >= LEAST_SHARED
    return found if is_enough and is_near and one.facts(found.one) == other.facts(found.other) else None


def are_alike(one: AbstractSet[str], other: AbstractSet[str]) -> bool:
    """Whether texts with these words may say the same: what is less alike does not, and need not be read."""
    return len(one & other) >= LEAST_ALIKE * min(len(one), len(other))


def _shift(one: Passage, other: Passage) -> int | None:
    """How many words later in `one` the most runs of `other` stand; None where they share none."""
    votes = Counter(place - at for at, run in enumerate(_runs(other.keys)) for place in one.places.get(run, ()))
    return max(votes, key=lambda shift: (votes[shift], -abs(shift), shift), default=None)


def _runs(keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(keys[at:] for at in range(SHINGLE)), strict=False)


def _longest_run(agreeing: Sequence[bool]) -> tuple[int, int]:
    """The first of the longest stretches that agree, half-open."""
    edges = [-1, *(at for at, agrees in enumerate(agreeing) if not agrees), len(agreeing)]
    before, after = max(pairwise(edges), key=lambda edge: edge[1] - edge[0])
    return before + 1, after


def _begin_both(one: Passage, at: int, other: Passage, other_at: int) -> bool:
    return one.begins(at) and other.begins(other_at)


def _are_other_texts(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the words beside what is the same are nothing, or quite another text, so that nothing was edited."""
    if len(one) < LEAST_OTHER:
        return not one
    if len(one) < FEW:
        return not set(one) & set(other) and not any(map(str.isdigit, "".join([*one, *other])))
    mine, theirs = set(pairwise(one)), set(pairwise(other))
    return len(mine & theirs) <= MOST_ALIKE * min(len(mine), len(theirs))


def _share_of_equal_runs(one: Sequence[str], other: Sequence[str]) -> float:
    pairs = [mine == theirs for mine, theirs in zip(_runs(one), _runs(other), strict=True)]
    return sum(pairs) / len(pairs)


def _agree(one: str, other: str) -> bool:
    return one == other or _is_misread(one, other)


def _is_misread(one: str, other: str) -> bool:
    """Whether two long words without a digit differ in one letter, but not where they begin or end: there it counts."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < SHORTEST_MISREAD or len(longer) - len(shorter) > 1 or not (one + other).isalpha():
        return False
    same = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
    rest = len(longer) - same - 1
    return same >= 2 and rest >= 2 and shorter[len(shorter) - rest :] == longer[len(longer) - rest :]


def _with_ink_around(text: str, span: TextSpan) -> tuple[int, int]:
    """`span`, widened to white space on both sides."""
    before, after = _INK_BEFORE.search(text, 0, span.start), _INK_AFTER.match(text, span.end)
    return before.start() if before else span.start, after.end() if after else span.end


def _length(span: TextSpan) -> int:
    return span.end - span.start
