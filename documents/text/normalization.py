"""NFC, a stretch at a time, so that each composed or reordered character knows what it came from.

A text may be cut before a *stable starter* without changing its normal form: a character that neither
combines with what stands before it nor is moved by it. Between two of them normalization has its whole effect.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby, pairwise

from documents.text.edits import Edit, SourceRange

# Nothing below U+0300 is changed by NFC or combines with what stands before it.
_MAY_CHANGE = re.compile("[\u0300-\U0010ffff]+")

# Beyond this many characters the marks are sorted here first: CPython sorts them in quadratic time.
_LONG_STRETCH = 64


def composing_edits(text: str) -> Iterator[Edit]:
    """The edits that bring `text` to NFC."""
    for match in _MAY_CHANGE.finditer(text):
        start, end = max(match.start() - 1, 0), match.end()  # with the character that it may combine with
        if end - start > _LONG_STRETCH or not unicodedata.is_normalized("NFC", text[start:end]):
            yield from _stretch_edits(text, start, end)


def _stretch_edits(text: str, start: int, end: int) -> Iterator[Edit]:
    cuts = [start, *(at for at in range(start + 1, end) if is_stable_starter(text[at])), end]
    for left, right in pairwise(cuts):
        stretch = text[left:right]
        composed = _composed(stretch)
        if composed != stretch:
            yield Edit(left, right, composed, tuple(_origins(stretch, composed, left)))


def _composed(stretch: str) -> str:
    if len(stretch) > _LONG_STRETCH:
        stretch = _in_canonical_order(stretch)
    return unicodedata.normalize("NFC", stretch)


def _in_canonical_order(stretch: str) -> str:
    decomposed = (part for character in stretch for part in unicodedata.normalize("NFD", character))
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    return "".join("".join(sorted(run, key=unicodedata.combining) if is_mark else run) for is_mark, run in runs)


def _origins(stretch: str, composed: str, offset: int) -> Iterator[SourceRange]:
    """A character that occurs once, before, during and after, was only moved; others come from the whole."""
    times = (
        Counter(stretch),
        Counter(unicodedata.normalize("NFD", _in_canonical_order(stretch))),
        Counter(composed),
    )
    position = {character: at for at, character in enumerate(stretch, offset)}
    for character in composed:
        if all(count[character] == 1 for count in times):
            yield position[character], position[character] + 1
        else:
            yield offset, offset + len(stretch)


@lru_cache(maxsize=4096)
def is_stable_starter(character: str) -> bool:
    """Whether a text may be cut before `character` without changing its NFC."""
    if character < "\u0300":
        return True
    first = unicodedata.normalize("NFD", character)[0]
    return unicodedata.combining(first) == 0 and first not in _second_halves()


@cache
def _second_halves() -> frozenset[str]:
    """The characters that some canonical pair composes with the one before them."""
    return frozenset(
        chr(int(parts[1], 16))
        for code in range(0xC0, 0x30000)
        if len(parts := unicodedata.decomposition(chr(code)).split()) == 2 and not parts[0].startswith("<")
    ) | frozenset(map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))))
