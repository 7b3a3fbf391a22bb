"""How well a text that was read in some encoding looks like a text that people have written."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extractors.writing_systems import Language

_SIGNS = frozenset("“”„‚‘’«»‹›–—…•€£§©®°№¿¡™²³½¼¾µ×÷±·†‡‰\u00a0\u00ad¨´¹ªº¢¥")
_IN_WORDS = frozenset("’–—\u00a0\u00ad·")
"""Signs that may stand between two letters."""
_NEVER_BEHIND_LETTER = frozenset("©£¿¡÷×")
_NEVER_BEFORE_LETTER = frozenset("£¢÷×¹²³½¼¾")
_MOST_WRONG = 0.02
_WEIGHT_OF_WRONG = 5
_OF_SEVERAL = 0.75
"""The likeness of a text whose letters belong to the languages together, but to no one of them."""
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])[^\x00-\x7f\u2e80-\uffff](?=[^\W\d_])")
_NEXT_TO_LETTER = re.compile(r"(?<=[^\W\d_])[^\x00-\x7f]|[^\x00-\x7f](?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HALF_WIDTH = range(0xFF61, 0xFFDD)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What stands beyond ASCII: letters, in lower case; how many signs are in order; how much cannot be right.

    `inner` are the letters that do not end a word.
    """

    letters: Counter[str]
    inner: frozenset[str]
    signs: int
    wrong: int
    is_all_capitals: bool


def likeness(text: str, languages: Sequence[Language]) -> float:
    """From 0, by no means one of the languages, to 1; 0 for a text of ASCII only, which says nothing."""
    found = _evidence(text)
    letters = found.letters.total()
    total = letters + found.signs + found.wrong
    if not total or found.wrong > _MOST_WRONG * total:
        return 0.0
    fit = max(*(_fit(found, language) for language in languages), _OF_SEVERAL * _fit_of_all(found, languages))
    capitals = 0.9 if found.is_all_capitals else 1.0
    return (fit * capitals * letters + found.signs - _WEIGHT_OF_WRONG * found.wrong) / total


def _fit(found: _Evidence, language: Language) -> float:
    total = found.letters.total()
    if not total:
        return 1.0
    if len(found.letters) < language.fewest or not found.inner.isdisjoint(language.finals):
        return 0.0
    fitting = sum(number for letter, number in found.letters.items() if language.has(letter)) / total
    if not language.common:
        return fitting
    common = sum(found.letters[letter] for letter in language.common) / total
    return fitting * max(language.least, min(1.0, common / language.share))


def _fit_of_all(found: _Evidence, languages: Sequence[Language]) -> float:
    """Names from everywhere in one list. Where letters tell by how common they are, that is no language."""
    if any(language.common and not language.least for language in languages):
        return 0.0
    total = found.letters.total()
    return total and sum(number for one, number in found.letters.items() if any(x.has(one) for x in languages)) / total


def _evidence(text: str) -> _Evidence:
    letters: Counter[str] = Counter()
    signs = wrong = 0
    has_small = False
    for character, number in Counter(text).items():
        if character < "\x80":
            continue
        if character in _SIGNS or "\u3000" <= character <= "\u303f" or "\uff01" <= character <= "\uff60":
            signs += number
        elif unicodedata.category(character)[0] in "LM" and ord(character) not in _HALF_WIDTH:
            letters[character.lower()] += number
            has_small = has_small or not character.isupper()
        else:
            wrong += number
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    wrong += sum(map(_is_wrong, words)) + _wrong_neighbours(text)
    inner = frozenset(letter for word in words for letter in word[:-1])
    return _Evidence(letters, inner, signs, wrong, is_all_capitals=bool(letters) and not has_small)


def _wrong_neighbours(text: str) -> int:
    """How many signs touch letters that never do."""
    between = sum(
        1
        for sign in _BETWEEN_LETTERS.findall(text)
        if unicodedata.category(sign)[0] not in "LM" and sign not in _IN_WORDS
    )
    behind = sum(
        match[0] in (_NEVER_BEHIND_LETTER if match.start() and text[match.start() - 1].isalpha() else frozenset())
        or (match[0] in _NEVER_BEFORE_LETTER and text[match.end() : match.end() + 1].isalpha())
        for match in _NEXT_TO_LETTER.finditer(text)
    )
    return between + behind


def _is_wrong(word: str) -> bool:
    """A capital after a small letter, a small letter after two capitals, or letters of two alphabets."""
    if any(left.islower() and right.isupper() for left, right in pairwise(word)):
        return True
    if len(word) > 2 and word[:2].isupper() and not word.isupper():
        return True
    return len({_alphabet(letter) for letter in word}) > 1


def _alphabet(letter: str) -> str:
    code = ord(letter)
    if code < 0x250:
        return "Latin"
    return next((name for name, first, last in _ALPHABETS if first <= code <= last), "other")


_ALPHABETS = (("Greek", 0x370, 0x3FF), ("Cyrillic", 0x400, 0x52F), ("Hebrew", 0x590, 0x5FF), ("Arabic", 0x600, 0x6FF))
