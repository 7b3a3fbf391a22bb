"""Hebrew, Arabic and what else goes from right to left, in the order in which it is spoken.

pdfium turns such runs around, since files draw them from left to right. It does so also where a file has spelled them
out in their own order ("ActualText"), and it mirrors brackets also where the font has named them as they are meant.
Both show: letters that were turned for nothing stand in one box or go to the right, and a bracket closes what was
never opened.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from documents.extractors.pdf_characters import Box, Boxes

_LETTERS = (
    "\u05d0-\u05f4\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0710-\u072f\u074d-\u07a5"
    "\u07ca-\u07ea\u08a0-\u08c9\ufb1d-\ufdfb\ufe70-\ufefc"
)
_LETTER = re.compile(f"[{_LETTERS}]")
_RUN = re.compile(
    f"[{_LETTERS}](?:[^\\S\r\n]|[^\\sA-Za-z])*[{_LETTERS}][\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]*"
)
_KEPT = re.compile(
    r"[0-9\u0660-\u0669\u06f0-\u06f9](?:[0-9\u0660-\u0669\u06f0-\u06f9.,:/]*[0-9\u0660-\u0669\u06f0-\u06f9])?|[A-Za-z]+"
)
_LINE = re.compile("[^\r\n]+")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_MIRRORED = {**_BRACKETS, **{closing: opening for opening, closing in _BRACKETS.items()}}
_TURNED_SHARE = 0.9
_LEAST_LETTERS = 3

Spelled = tuple[list[int], dict[int, str]]
"""The indices of the units in their order, and what is put for some of them."""


def has_right_to_left(text: str) -> bool:
    return _LETTER.search(text) is not None


def is_right_to_left(text: str) -> bool:
    """Whether most letters are."""
    return 2 * len(_LETTER.findall(text)) > sum(map(str.isalpha, text))


def in_spoken_order(units: str, box: Boxes) -> Spelled:
    """All units, those of each line in their line."""
    order, mirrored = list(range(len(units))), dict[int, str]()
    for line in _LINE.finditer(units):
        if _LETTER.search(line[0]):
            for start, end in _turned_runs(units, line.start(), line.end(), box):
                order[start:end] = _turned_back(units, start, end)
                mirrored |= {at: _MIRRORED[units[at]] for at in range(start, end) if units[at] in _MIRRORED}
    spelled = [mirrored.get(at, units[at]) for at in order]
    for place in _inverted_brackets("".join(spelled)):
        mirrored[order[place]] = _MIRRORED[spelled[place]]
    return order, mirrored


def _turned_runs(units: str, start: int, end: int, box: Boxes) -> Iterator[tuple[int, int]]:
    """Where a line was turned for nothing."""
    boxes = {at: box(at) for at in range(start, end)}
    done = start
    for found, together in groupby(range(start, end), key=boxes.__getitem__):
        places = list(together)
        first, last = places[0], places[-1] + 1
        if found is not None and len(_LETTER.findall(units[first:last])) > 1:
            yield from _runs_to_the_right(units, done, first, boxes)
            yield first + len(units[first:last]) - len(units[first:last].lstrip()), last
            done = last
    yield from _runs_to_the_right(units, done, end, boxes)


def _runs_to_the_right(units: str, start: int, end: int, boxes: dict[int, Box | None]) -> Iterator[tuple[int, int]]:
    for run in _RUN.finditer(units, start, end):
        letters = [box for at in range(*run.span()) if _LETTER.match(units, at) and (box := boxes[at])]
        rightwards = sum(other[0] > one[0] for one, other in pairwise(letters))
        if len(letters) >= _LEAST_LETTERS and rightwards >= _TURNED_SHARE * (len(letters) - 1):
            yield run.span()


def _turned_back(units: str, start: int, end: int) -> list[int]:
    """From its end to its start, but for numbers and Latin words."""
    order: list[int] = []
    at = end
    kept = [found.span() for found in _KEPT.finditer(units, start, end)]
    for first, last in reversed(kept):
        order += [*reversed(range(last, at)), *range(first, last)]
        at = first
    return [*order, *reversed(range(start, at))]


def _inverted_brackets(text: str) -> Iterator[int]:
    """Pairs in which the closing one comes first, each standing close to what they enclose: `15)b(`."""
    for line in _LINE.finditer(text):
        if not _LETTER.search(line[0]):
            continue
        places = [at for at in range(*line.span()) if text[at] in _MIRRORED]
        yield from _inverted_pairs(text, places)


def _inverted_pairs(text: str, places: Sequence[int]) -> Iterator[int]:
    opened: list[str] = []
    skipped = -1
    for place, following in pairwise([*places, -1]):
        bracket = text[place]
        if place == skipped:
            continue
        if bracket in _BRACKETS:
            opened.append(_BRACKETS[bracket])
        elif opened:
            opened.pop()
        elif following >= 0 and text[following] == _MIRRORED[bracket] and _encloses(text, place, following):
            skipped = following
            yield from (place, following)


def _encloses(text: str, place: int, following: int) -> bool:
    inside = text[place + 1 : following]
    return bool(inside) and not inside[0].isspace() and not inside[-1].isspace() and _is_word(inside)


def _is_word(inside: str) -> bool:
    return any(unicodedata.category(character)[0] in "LN" for character in inside)
