"""Numbers as page labels and lists spell them."""

from collections.abc import Callable

_LARGEST_SPELLED = 10_000
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def roman(number: int) -> str:
    """1 is "i"; a number that nobody spells this way, zero and 10,000 and more, in digits."""
    return _spelled(number, _roman)


def letters(number: int) -> str:
    """1 to 26 are "a" to "z", 27 to 52 "aa" to "zz": the letter is repeated, as in PDF and in Word."""
    return _spelled(number, _letters)


def _spelled(number: int, spell: Callable[[int], str]) -> str:
    return spell(number) if 0 < number < _LARGEST_SPELLED else str(number)


def _roman(number: int) -> str:
    parts = []
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        parts.append(sign * count)
    return "".join(parts)


def _letters(number: int) -> str:
    repeats, letter = divmod(number - 1, 26)
    return chr(ord("a") + letter) * (repeats + 1)
