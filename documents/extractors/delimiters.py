"""What stands between the values of a text that is a table, and whether a text is one."""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

DELIMITERS = ("\t", ";", ",", "|")
_ROWS_LOOKED_AT = 200
_FEWEST_LINES = 5
_LONGEST_NAME = 60
"""Of a column, in code points."""


def declared_delimiter(text: str) -> str | None:
    """What a first line "sep=;" says, as spreadsheet programs write and read it."""
    line = text[:8].partition("\n")[0].rstrip("\r")
    return line[4] if len(line) == 5 and line[:4].casefold() == "sep=" else None


def likely_delimiter(text: str) -> str:
    """The one that gives the most rows the same number of values, more than one; a comma where none does."""
    lines = _first_lines(text)
    return max(DELIMITERS, key=lambda delimiter: (*_agreement(lines, delimiter), delimiter == ","))


def has_table_shape(head: str) -> bool:
    """Whether the start of a text can hardly be anything but a table with the names of its columns above it.

    Prose has commas and semicolons too, but a blank after them, and not the same number of them in each line.
    """
    lines = _first_lines(head.rpartition("\n")[0])
    if len(lines) < _FEWEST_LINES or not all(line.strip() for line in lines):
        return False
    return any(_is_table(lines, delimiter) for delimiter in ("\t", ";", ","))


def _is_table(lines: Sequence[str], delimiter: str) -> bool:
    if delimiter + " " in "".join(lines):
        return False
    rows = _rows(lines, delimiter)
    return (
        len(rows[0]) > (1 if delimiter == "\t" else 2)
        and {len(row) for row in rows} == {len(rows[0])}
        and _are_names(rows[0])
    )


def _are_names(row: Sequence[str]) -> bool:
    names = [value.strip() for value in row]
    return len(set(names)) == len(names) and all(
        0 < len(name) <= _LONGEST_NAME and not name[0].isdigit() for name in names
    )


def _agreement(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """How many rows have the number of values that most have, and that number; nothing for one value a row."""
    counts = Counter(len(row) for row in _rows(lines, delimiter) if len(row) > 1)
    if not counts:
        return (0, 0)
    values, rows = max(counts.items(), key=lambda item: (item[1], item[0]))
    return (rows, values)


def _rows(lines: Iterable[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return [line.rstrip("\r\n").split(delimiter) for line in lines]


def _first_lines(text: str) -> list[str]:
    lines = islice(text[: 1 << 18].splitlines(keepends=True), _ROWS_LOOKED_AT)
    return list(lines)
