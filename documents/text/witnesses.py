"""Whether what stands around a passage bears witness that the same words elsewhere are that passage.

Words that a text repeats (boilerplate) are the same everywhere and prove nothing. What they belong to does: the words
of their own paragraph; where they are a paragraph, those under the same heading; where no heading is known, the
words on either side. Each side that tells anything must agree, edited perhaps, and words that stand in the old text
more than once tell nothing. A text's beginning and end are no neighbours.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from documents.text.comparing import letters, matching_runs, word_spans
from documents.text.evening import EvenText

Stretch = tuple[int, int]

NEIGHBOURS = 256
"""Code points on either side that are heard as witnesses."""
ADJOINING = 96
"""Those that are heard where it is not known what belongs together."""
SOLID = 3
"""Words in a row that are no coincidence."""
LEAST_SAID = 12
"""Letters and digits below which a side tells nothing."""
FULL = 24
"""Letters and digits from which a side need not be borne out by the other."""
LEAST_AGREED = 0.5
"""The share of them, of the shorter version, that must be the same."""
NEARLY_ALL = 0.75
"""The share on both sides that stands for a witness where the whole surroundings are repeated."""

KNOWN_BY = 6
"""Words and marks in a row that are looked up in the old text."""
SENTENCE_ENDS = ".!?:;\u3002\uff01\uff1f"

# A line after a sentence's end that begins with a number, or that is short, ends without a mark and has a new
# sentence below it.
_HEADING = (
    r"(?<=[.!?:;)\"'”»]\n)\n*(?=(?:"
    r"(?:§+\s*|[^\W\d_]+[^\S\n])?\d[\d.]*[).:]?[^\S\n]+[^\W\d_]"
    r"|[^\W_a-z][^\n]{0,58}[^\s.!?:;,-]\n+[^\W_a-z]))"
)
_BLANK_LINES_AND_HEADINGS = re.compile(rf"\n(?:\s*\n|{_HEADING})")
_HEADINGS = re.compile(rf"\n(?:{_HEADING})")


class Surroundings:
    """An evened text that knows where its parts begin."""

    def __init__(self, text: EvenText) -> None:
        self.text = text.even
        self._original = text.original

    @cached_property
    def paragraphs(self) -> list[int]:
        """Where each paragraph, page or headed part begins, and where the text ends."""
        return self._starts(_BLANK_LINES_AND_HEADINGS)

    @cached_property
    def headed(self) -> list[int]:
        """Where each part under a heading of its own begins, and where the text ends."""
        return self._starts(_HEADINGS)

    @property
    def whole(self) -> list[int]:
        """A text of one part."""
        return [0, len(self.text)]

    def _starts(self, breaks: re.Pattern[str]) -> list[int]:
        starts, at = [0], 0
        for part in breaks.split(self._original):
            if words := part.split():
                starts.append(at)
                at += sum(map(len, words)) + len(words)
        return [*starts, len(self.text)]


def bears_witness(old: Surroundings, was: Stretch, new: Surroundings, stands: Stretch) -> bool:
    """Whether the passage that `was` in the old text is the one that `stands` in the new, by what is around it."""
    for name in _levels(old):
        there, here = _around(old, was, name), _around(new, stands, name)
        if name == "whole":
            there, here = _nearest(*there), _nearest(*here)
        sides = list(zip(there, here, strict=True))
        before, after = (_testimony(old.text, new.text, *side) for side in sides)
        if before or after:
            return _convinces(before, after)
    return all(_share(old.text, new.text, *side) >= NEARLY_ALL for side in sides)


def _levels(text: Surroundings) -> list[str]:
    """What is known of the parts of the text, the smallest parts first."""
    return [name for name in ("paragraphs", "headed") if len(getattr(text, name)) > 2] + ["whole"]


def _convinces(before: "Testimony | None", after: "Testimony | None") -> bool:
    """Repeated words close what they belong to more often than they open it: what is before them goes first."""
    if before and (before.is_full or not after):
        return before.agrees
    return after is not None and after.agrees


def _around(there: Surroundings, place: Stretch, name: str) -> tuple[Stretch, Stretch]:
    """What is before and after in the same part, up to where the same words stand again."""
    start, end = place
    text, parts = there.text, getattr(there, name)
    first = max(parts[bisect_right(parts, start, hi=len(parts) - 1) - 1], start - NEIGHBOURS)
    last = min(parts[bisect_right(parts, end - 1, hi=len(parts) - 1)], end + NEIGHBOURS)
    quote = text[start:end]
    again = text.rfind(quote, max(0, first - len(quote)), start)
    first = max(first, again + len(quote)) if again >= 0 else first
    again = text.find(quote, end, last + len(quote))
    return (min(first, start), start), (end, max(end, min(last, again) if again >= 0 else last))


@dataclass(frozen=True, slots=True)
class Testimony:
    """What one side says; it is full if there is enough to it."""

    agrees: bool
    is_full: bool


def _nearest(before: Stretch, after: Stretch) -> tuple[Stretch, Stretch]:
    """Only what adjoins: further away may be another clause, which now has the words."""
    (start, place), (end, last) = before, after
    return (max(start, place - ADJOINING), place), (end, min(last, end + ADJOINING))


def _testimony(old: str, new: str, was: Stretch, stands: Stretch) -> Testimony | None:
    """None if the side tells nothing."""
    before, after = word_spans(old, *was), word_spans(new, *stands)
    own, repeated = _kept(old, before, new, after)
    said = letters(old, before) - repeated
    if said < LEAST_SAID:
        return None
    most = min(said, max(LEAST_SAID, letters(new, after) - repeated))
    return Testimony(own >= LEAST_AGREED * most, said >= FULL)


def _kept(old: str, before: Sequence[Stretch], new: str, after: Sequence[Stretch]) -> tuple[int, int]:
    """How many letters of words in a row both have: of stretches that the old text has once, and of others."""
    own = repeated = 0
    least = min(SOLID, len(before))
    for i, _, size in matching_runs([old[a:b] for a, b in before], [new[a:b] for a, b in after]):
        for run in _sentences(old, before[i : i + size]):
            if len(run) >= least and _stands_once(old, old[run[0][0] : run[-1][1]]):
                own += letters(old, run)
            elif len(run) >= least:
                repeated += letters(old, run)
    return own, repeated


def _sentences(text: str, words: Sequence[Stretch]) -> Iterator[Sequence[Stretch]]:
    """A sentence that is repeated is so whatever it follows."""
    first = 0
    for at, (start, _) in enumerate(words, 1):
        if at == len(words) or text[start] in SENTENCE_ENDS:
            yield words[first:at]
            first = at


def _stands_once(text: str, wanted: str) -> bool:
    return text.find(wanted, text.find(wanted) + 1) < 0


def _share(old: str, new: str, was: Stretch, stands: Stretch) -> float:
    before = word_spans(old, *was)
    own, repeated = _kept(old, before, new, word_spans(new, *stands))
    return (own + repeated) / (letters(old, before) or 1)


def is_among_known_words(old: Surroundings, new: Surroundings, stands: Stretch) -> bool:
    """Whether what belongs to the words that stand there in the new text is, at least on one side, of the old text."""
    for name in _levels(new):
        sides = [side for side in _around(new, stands, name) if letters(new.text, word_spans(new.text, *side)) >= FULL]
        if sides:
            return any(_is_known(old.text, new.text, word_spans(new.text, *side)) for side in sides)
    return False


def _is_known(old: str, new: str, words: Sequence[Stretch]) -> bool:
    """Whether most of the words stand in the old text; those that it repeats, which may be put in anywhere, aside."""
    known = unknown = 0
    for piece in (words[at : at + KNOWN_BY] for at in range(0, len(words), KNOWN_BY)):
        stood = old.count(new[piece[0][0] : piece[-1][1]])
        known += letters(new, piece) * (stood == 1)
        unknown += letters(new, piece) * (stood == 0)
    return known > unknown
