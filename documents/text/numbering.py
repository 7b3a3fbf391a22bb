"""How page labels count: which of them follow one another, so that a range of them says what lies between."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TAIL = re.compile(r"(?P<prefix>.*?)(?P<tail>[0-9]{1,9}|(?<![^\W\d_])[A-Za-z]{1,15})", re.ASCII | re.DOTALL)
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a label: "A-3" is 3 of the digits after "A-"; "i" is 1 in Roman and 9 in letters."""

    prefix: str
    style: str
    value: int


def counting_runs(labels: Sequence[str]) -> list[tuple[int, int]]:
    """The positions of the first and last of each run of `labels` that counts up by one in one style.

    Together the runs hold every label once, in order. A label that cannot be read as a number is a run of its own.
    """
    runs: list[tuple[int, int]] = []
    readings: frozenset[Reading] = frozenset()
    for position, label in enumerate(labels):
        own = readings_of(label)
        readings = following if (following := frozenset(map(_next, readings)) & own) else own
        runs.append((runs.pop()[0] if following else position, position))
    return runs


def readings_of(label: str) -> frozenset[Reading]:
    """Every way to read `label` as a number; empty for one that is none."""
    found = _TAIL.fullmatch(label)
    if found is None:
        return frozenset()
    prefix, tail = found["prefix"], found["tail"]
    if tail.isdigit():
        return frozenset({Reading(prefix, "digits", int(tail))})
    case = "upper" if tail.isupper() else "lower"
    values = {"roman": _roman_value(tail), "letters": _letters_value(tail)}
    return frozenset(Reading(prefix, f"{case} {style}", value) for style, value in values.items() if value)


def _next(reading: Reading) -> Reading:
    return Reading(reading.prefix, reading.style, reading.value + 1)


def _roman_value(tail: str) -> int:
    """0 for what is no Roman number in one case."""
    low = tail.lower()
    if tail not in (low, tail.upper()) or not _ROMAN.fullmatch(low):
        return 0
    values = [_ROMAN_VALUES[sign] for sign in low]
    return sum(-one if one < max(values[at:]) else one for at, one in enumerate(values))


def _letters_value(tail: str) -> int:
    """a to z are 1 to 26, aa to zz 27 to 52, as PDF counts; 0 for any other letters."""
    if len(set(tail)) != 1:
        return 0
    return (len(tail) - 1) * 26 + ord(tail[0].lower()) - ord("a") + 1
