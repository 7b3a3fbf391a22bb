"""Words as search sees them: the same folding for what is stored, what is asked and what is marked.

Texts keep their characters and offsets; only the *keys* that words are looked up by are folded: compatibility forms
and ligatures are taken apart, case and accents fall away, what cannot be seen is left out. Scripts that put no space
between words are cut into overlapping pairs of characters. Everything here is pure, and Postgres parses no one's text.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

LONGEST_KEY = 100
"""Code points. Longer ones are cut on both sides, so that they are still found; Postgres keeps up to 2,046 bytes."""

LONGEST_KEPT = 5000
"""Code points of a text whose words are kept in memory for a while: a few hundred bytes for each of them."""

_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff"
_DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035"
    "\u3041-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_APOSTROPHES = "'\u2019\uff07"
_HYPHENS = "\\-\u2010\u00ad"
_LINE_END_HYPHEN = re.compile(rf"(?<=\w)[{_HYPHENS}][ \t]*\n\s{{0,4}}(?=\w)")
_HYPHEN = re.compile(rf"(?<=[^\W\d_])[{_HYPHENS}](?:[ \t]*\n\s{{0,4}})?(?=[^\W\d_])")

# What has no decomposition and is still read as these letters.
_LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŋ": "n", "þ": "th", "ŧ": "t",
    "\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u2010": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-",
    "\u2212": "-",
}  # fmt: skip


class Word(NamedTuple):
    """A word at `[start, end)` of a text, and the key that it is found by."""

    start: int
    end: int
    key: str


class _Folding(dict[int, str]):
    """For `str.translate`: what each code point is folded to, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if re.fullmatch(f"[{_INVISIBLE}]", character):
        return ""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    letters = "".join(_LETTERS.get(part, part) for part in parts if not _is_accent(part))
    return unicodedata.normalize("NFC", letters)


def _is_accent(character: str) -> bool:
    """Marks above, below and through letters, and the points of Hebrew and Arabic; not the vowels of Indic scripts."""
    place = unicodedata.combining(character)
    return 10 <= place <= 36 or 200 <= place <= 240 or place == 1


_FOLDING = _Folding()


def fold(text: str) -> str:
    """`text` without case, accents, ligatures, compatibility forms and invisible characters."""
    return unicodedata.normalize("NFC", text.translate(_FOLDING))


def words(text: str) -> Iterator[Word]:
    """The words of `text` in order; of a script without spaces, each pair of neighbours and the last character."""
    for found in _pattern().finditer(text):
        if found.lastindex is not None:
            yield from _pairs(text, *found.span())
        elif key := _key(found[0]):
            yield Word(*found.span(), key)


def words_in(text: str) -> tuple[Word, ...]:
    """As `words`, all at once; those of a passage are kept, for it is read for its marks, its seams and its phrases."""
    return _kept_words(text) if len(text) <= LONGEST_KEPT else tuple(words(text))


@lru_cache(maxsize=128)
def _kept_words(text: str) -> tuple[Word, ...]:
    return tuple(words(text))


def joined_words(text: str) -> Iterator[Word]:
    """The words that a hyphen divides, as one: `inhabi-⏎tants` has the key `inhabitants`.

    Also where no line ends: it did on the page that the text was recognised from, or people write both (`e-mail`).
    """
    broken = list(_HYPHEN.finditer(text))
    if not broken:
        return
    ends = {word.end: word for word in words_in(text)}
    starts = {word.start: word for word in ends.values()}
    for found in broken:
        before, after = ends.get(found.start()), starts.get(found.end())
        if before and after:
            yield Word(before.start, after.end, (before.key + after.key)[:LONGEST_KEY])


def is_dense(key: str) -> bool:
    """Whether a key is of a script that puts no space between words."""
    return re.match(f"[{_DENSE}]", key) is not None


def literals(text: str) -> Iterator[str]:
    """What is written without a space and is more than one word: `10.2(b)`, `self-publishing`, `c++`, folded."""
    for run in _LINE_END_HYPHEN.sub("-", text).split():
        if not run.isalnum() and (literal := literal_of(run)):
            yield literal


def literal_of(run: str) -> str:
    """The folded form of a run without spaces, less the punctuation around it; empty for a plain word."""
    bare = _bare(run)
    if len(bare) > LONGEST_KEY or re.search(f"[{_DENSE}]", bare):
        return ""
    inside = list(words(bare))
    is_plain = len(inside) == 1 and (inside[0].start, inside[0].end) == (0, len(bare))
    return fold(bare) if inside and not is_plain else ""


def _bare(run: str) -> str:
    bare = run.strip(".,;:!?…\"'“”‘’«»*_<>|¿¡").lstrip("([{")
    while bare and bare[-1] in ")]}" and bare.count(bare[-1]) > bare.count("([{"[")]}".index(bare[-1])]):
        bare = bare[:-1].rstrip(".,;:!?…\"'“”‘’«»*_")
    return bare


@lru_cache(maxsize=65536)
def _key(word: str) -> str:
    return re.sub(r"[\W_]", _only_marks, fold(word))[:LONGEST_KEY]


def _only_marks(found: re.Match[str]) -> str:
    return found[0] if unicodedata.category(found[0])[0] == "M" else ""


def _pairs(text: str, start: int, end: int) -> Iterator[Word]:
    units = [found.span() for found in _unit_pattern().finditer(text, start, end)]
    for (left, _), (middle, right) in pairwise(units):
        yield Word(left, right, _key(text[left:middle].rstrip() + text[middle:right]))
    if units:
        yield Word(*units[-1], _key(text[slice(*units[-1])]))


@cache
def _marks() -> str:
    """The combining marks as the inside of a character class (`re` has none of its own)."""
    codes = [code for code in range(0x300, 0x1F000) if unicodedata.category(chr(code))[0] == "M"]
    codes += list(range(0xE0100, min(0xE01F0, sys.maxunicode)))
    first, ranges = codes[0], []
    for code, following in pairwise([*codes, sys.maxunicode]):
        if following != code + 1:
            ranges.append(f"{chr(first)}-{chr(code)}")
            first = following
    return "".join(ranges)


@cache
def _unit_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?=\w)[{_DENSE}][{_marks()}]*")


@cache
def _word() -> str:
    letter = rf"[^\W_{_DENSE}]"
    inside = rf"(?:{letter}+|[{_marks()}]+|[{_INVISIBLE}]+(?={letter}))*"
    return rf"{letter}{inside}(?:[{_APOSTROPHES}](?:s|t|re|ve|ll|d|m)(?!\w))?"


@cache
def _pattern() -> re.Pattern[str]:
    dense = rf"[{_DENSE}](?:[{_DENSE}{_marks()}{_INVISIBLE}]+|[ \t]*\n[ \t]*(?=[{_DENSE}]))*"
    return re.compile(rf"((?=\w){dense})|{_word()}", re.IGNORECASE)
