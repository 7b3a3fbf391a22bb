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
_LONG_RUN = re.compile(f"[\u0300-\U0010ffff]{{{_LONG_STRETCH}}}")


def composed(text: str) -> str:
    """NFC: what `composing_edits` make of `text`, without asking what each character came from."""
    if _LONG_RUN.search(text):
        text = _long_marks().sub(lambda run: _sorted_marks(run[0]), text)
    return unicodedata.normalize("NFC", text)


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
        replacement = composed(stretch)
        if replacement != stretch:
            yield Edit(left, right, replacement, tuple(_origins(stretch, replacement, left)))


def _sorted_marks(run: str) -> str:
    """What `_in_canonical_order` makes of nothing but marks, without an object for each of them."""
    decomposed = run.translate({ord(mark): unicodedata.normalize("NFD", mark) for mark in set(run)})
    marks = sorted(set(decomposed), key=unicodedata.combining)
    return "".join(_only(decomposed, list(alike)) for _, alike in groupby(marks, key=unicodedata.combining))


def _only(text: str, wanted: list[str]) -> str:
    if len(wanted) == 1:
        return wanted[0] * text.count(wanted[0])
    return re.sub(f"[^{re.escape(''.join(wanted))}]+", "", text)


def _in_canonical_order(stretch: str) -> str:
    decomposed = (part for character in stretch for part in unicodedata.normalize("NFD", character))
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    return "".join("".join(sorted(run, key=unicodedata.combining) if is_mark else run) for is_mark, run in runs)


@cache
def _long_marks() -> re.Pattern[str]:
    """Long runs of what is nothing but marks once it is decomposed; above U+1F000 there are none."""
    marks = "".join(
        character
        for character in map(chr, (*range(0x300, 0xD800), *range(0xE000, 0x1F000)))
        if all(map(unicodedata.combining, unicodedata.normalize("NFD", character)))
    )
    return re.compile(f"[{re.escape(marks)}]{{{_LONG_STRETCH},}}")


def _origins(stretch: str, replacement: str, offset: int) -> Iterator[SourceRange]:
    """A character that occurs once, before, during and after, was only moved; others come from the whole."""
    times = (
        Counter(stretch),
        Counter(unicodedata.normalize("NFD", _in_canonical_order(stretch))),
        Counter(replacement),
    )
    position = {character: at for at, character in enumerate(stretch, offset)}
    for character in replacement:
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
