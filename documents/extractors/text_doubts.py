"""Whether what was decoded is a text at all: the points of a picture decode too, in one encoding or another."""

import unicodedata
from collections import Counter

_PIECES, _PIECE_CHARACTERS = 16, 4096
_FEWEST_CHARACTERS = 64
_FEWEST_ALIKE = 1000
_MOST_ALIKE, _MOST_ALIKE_IF_GUESSED = 0.95, 0.5
_MOST_CONTROLS = 0.02
_MOST_ODD = 0.05
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b")) + b"\x7f"
_ODD = frozenset({"Cc", "Cn", "Co", "Cs"})
_FEWEST_BETWEEN = 0.01
_FIRST_WRITTEN_TOGETHER = "\u0e00"  # Thai, and all of East Asia
_IN_TABLES = frozenset(",;|")
"""An empty table is nothing but these."""


def is_no_text(text: str, data: bytes, *, is_guess: bool, is_wide: bool) -> bool:
    """By the characters of a few pieces of `text`, which was decoded from `data`.

    `is_guess` says that the encoding was told by the letters, `is_wide` that it is UTF-16 or UTF-32.
    """
    counts = Counter(_sample(text))
    if is_guess and (_has_controls(data) or _is_one_letter(counts) or _is_one_word(counts)):
        return True
    return (is_wide and _is_odd(counts)) or _is_one_sign(counts)


def _sample(text: str) -> str:
    if len(text) <= _PIECES * _PIECE_CHARACTERS:
        return text
    step = len(text) // _PIECES
    return "".join(text[start : start + _PIECE_CHARACTERS] for start in range(0, len(text), step))


def _has_controls(data: bytes) -> bool:
    """NULs at the end are let pass: what a broken machine wrote last may be filled up with them."""
    written = data.rstrip(b"\0")
    return len(written) - len(written.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(written)


def _is_one_letter(counts: Counter[str]) -> bool:
    """Half of a white picture's bytes, and more, are the same one beyond ASCII."""
    total = _without_spaces(counts)
    return total >= _FEWEST_CHARACTERS and any(
        number > _MOST_ALIKE_IF_GUESSED * total for one, number in counts.items() if not one.isascii()
    )


def _is_one_word(counts: Counter[str]) -> bool:
    """Letters without a blank or a sign between them, in no language that writes so."""
    total = counts.total()
    between = sum(number for one, number in counts.items() if one.isascii() and not one.isalpha())
    written_together = sum(number for one, number in counts.items() if one >= _FIRST_WRITTEN_TOGETHER)
    return total >= _FEWEST_ALIKE and between < _FEWEST_BETWEEN * total and written_together < total / 2


def _is_one_sign(counts: Counter[str]) -> bool:
    total = _without_spaces(counts)
    return total >= _FEWEST_ALIKE and any(
        number > _MOST_ALIKE * total
        for one, number in counts.items()
        if not (one.isalnum() or one.isspace() or one in _IN_TABLES or unicodedata.category(one)[0] == "M")
    )


def _is_odd(counts: Counter[str]) -> bool:
    """Characters that no text has, or that none was made of."""
    odd = sum(
        number
        for one, number in counts.items()
        if one == "\ufffd" or (not one.isspace() and unicodedata.category(one) in _ODD)
    )
    return counts.total() >= _FEWEST_CHARACTERS and odd > _MOST_ODD * counts.total()


def _without_spaces(counts: Counter[str]) -> int:
    return sum(number for one, number in counts.items() if not one.isspace())
