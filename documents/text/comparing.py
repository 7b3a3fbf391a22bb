"""Two versions of a passage word by word: what stayed, what was taken out and what was put in."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

ChangeKind = Literal["same", "removed", "added"]

MOST_WORDS = 1500
"""Words of either side that are compared; of more, all that differs is one change. Bounds the time to some 100 ms."""

# Scripts without blanks between words are compared sign by sign.
_SIGNS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_PUNCTUATION = "!-/:-@\\[-`{-~\u00a1-\u00bf\u2010-\u205e\u3000-\u303f\uff01-\uff0f\uff1a-\uff20"
_LETTER = rf"[^\s{_SIGNS}{_PUNCTUATION}]"
# "1,000.50", "3.2", "don't" and "re-form" are one word each.
_WORD = re.compile(rf"{_LETTER}+(?:[.,'’‑-]{_LETTER}+)*|\S")
_WORD_OR_BLANK = re.compile(rf"{_WORD.pattern}|\s+")
_IS_LETTER = re.compile(_LETTER)
_IS_SIGN = re.compile(f"[{_SIGNS}]")


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of text that both versions have ("same"), or only the old ("removed") or the new one ("added")."""

    kind: ChangeKind
    text: str


def compare_words(old: str, new: str) -> tuple[Change, ...]:
    """The changes from `old` to `new`, in order, what was removed before what was added.

    What is the same and removed is `old` to the letter; what is the same and added is `new`.
    """
    first, second = _WORD_OR_BLANK.findall(old), _WORD_OR_BLANK.findall(new)
    changes: list[Change] = []
    done = 0, 0
    for i, j, size in [*_islands(first, matching_runs(first, second)), (len(first), len(second), 0)]:
        parts = (first[done[0] : i], second[done[1] : j], first[i : i + size])
        texts = zip(("removed", "added", "same"), map("".join, parts), strict=True)
        changes += (Change(kind, text) for kind, text in texts if text)  # type: ignore[arg-type]  # zip widens literals
        done = i + size, j + size
    return tuple(changes)


def word_spans(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Where the words and signs of `text[start:end]` stand in `text`."""
    return [match.span() for match in _WORD.finditer(text, start, len(text) if end is None else end)]


def letters(text: str, words: Iterable[tuple[int, int]]) -> int:
    """How many code points those of `words` have that are words and not signs."""
    return sum(end - start for start, end in words if _IS_LETTER.match(text, start) or _IS_SIGN.match(text, start))


def cuts_word(text: str, at: int) -> bool:
    """Whether a cut at `at` goes through a word."""
    return 0 < at < len(text) and all(map(_IS_LETTER.match, text[at - 1 : at + 1]))


def matching_runs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """The runs of words (place in old, place in new, length) that both have, in the order of both."""
    head = _common(zip(old, new, strict=False))
    tail = _common(zip(reversed(old[head:]), reversed(new[head:]), strict=False))
    first, second = old[head : len(old) - tail], new[head : len(new) - tail]
    runs = [(0, 0, head)]
    if max(len(first), len(second)) <= MOST_WORDS:
        blocks = SequenceMatcher(None, first, second).get_matching_blocks()
        runs += [(head + i, head + j, size) for i, j, size in blocks]
    runs.append((len(old) - tail, len(new) - tail, tail))
    return [run for run in runs if run[2]]


def _common(pairs: Iterable[tuple[str, str]]) -> int:
    count = 0
    for left, right in pairs:
        if left != right:
            break
        count += 1
    return count


def _islands(words: Sequence[str], runs: Iterable[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
    """Without the runs that are only a blank or a mark between two changes, which would tear the changes apart."""
    for i, j, size in runs:
        is_between = i > 0 and i + size < len(words)
        if not is_between or any(map(_IS_LETTER.match, words[i : i + size])):
            yield i, j, size
