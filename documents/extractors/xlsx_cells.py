"""The cells of one sheet as rows of text, read one row at a time: only cells that are stored cost anything."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_uppercase

from documents.extractors.ooxml_names import Element, child, children, long_names, name_of, whole_number
from documents.extractors.safe_xml import iterate_xml
from documents.extractors.sheets import Row, TextBudget, one_line
from documents.extractors.xlsx_formats import NumberFormats

_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LAST_COLUMN = 16_384
_LONGEST_COLUMN = 3
_LETTERS = frozenset(ascii_uppercase)
_DECIMALS = "0123456789"
_VALUES = frozenset(long_names("x:v"))
_TRUTHS = {"1": "TRUE", "0": "FALSE", "true": "TRUE", "false": "FALSE"}

Area = tuple[int, int, int, int]
"""First and last row, first and last column, of merged cells."""


class CellReader:
    """What cells show. `formulas_without_result` counts those that no program has computed yet."""

    def __init__(self, strings: Sequence[str], formats: NumberFormats, budget: TextBudget) -> None:
        self._strings = strings
        self._formats = formats
        self._budget = budget
        self.formulas_without_result = 0

    def text(self, cell: Element) -> str:
        """On one line; "" for an empty cell."""
        shown = one_line(self._shown(cell, cell.get("t", "n")))
        self._budget.spend(shown)
        if not shown and child(cell, "x:f") is not None and cell.get("t") != "str":
            self.formulas_without_result += 1
        return shown

    def _shown(self, cell: Element, kind: str) -> str:
        if kind == "inlineStr":
            inline = child(cell, "x:is")
            return "" if inline is None else rich_text(inline)
        value = next((part.text or "" for part in cell if part.tag in _VALUES), "")
        if kind == "s":
            number = whole_number(value.strip())
            return self._strings[number] if number is not None and 0 <= number < len(self._strings) else ""
        if kind == "n":
            return self._formats.shown(value.strip(), cell.get("s"))
        return _TRUTHS.get(value.strip(), value) if kind == "b" else _unescaped(value)


def shared_strings(data: bytes, name: str) -> Iterator[str]:
    """The table of strings that cells point into."""
    for item in iterate_xml(data, name, "{*}si"):
        yield rich_text(item)


def rich_text(holder: Element) -> str:
    """The text of an x:si or x:is, without the readings above East Asian words."""
    parts = [holder, *children(holder, "x:r")]
    return _unescaped("".join(text.text or "" for part in parts for text in children(part, "x:t")))


def read_rows(data: bytes, name: str, cells: CellReader) -> list[Row]:
    """The rows with text, ascending; what merged cells hide is left out."""
    rows: list[Row] = []
    areas: list[Area] = []
    number = 0
    for element in iterate_xml(data, name, "{*}row", "{*}mergeCell"):
        kind = name_of(element)
        if kind == "x:row":
            number = whole_number(element.get("r")) or number + 1
            rows.append(Row(number, list(_row_cells(element, cells))))
        elif kind == "x:mergeCell":
            areas.extend(_areas(element.get("ref", "")))
    return list(_unhidden(_united(rows), areas))


def _row_cells(row: Element, cells: CellReader) -> Iterator[tuple[int, str]]:
    column = 0
    for cell in children(row, "x:c"):
        column = _column(cell.get("r", "").rstrip(_DECIMALS)) or column + 1
        text = cells.text(cell)
        if text and column <= _LAST_COLUMN:
            yield column, text


def _united(rows: list[Row]) -> Iterator[Row]:
    """In ascending order, as programs write them; a file that does not is put in order."""
    for number, same in groupby(sorted(rows, key=lambda row: row.number), key=lambda row: row.number):
        cells = sorted((cell for row in same for cell in row.cells), key=lambda cell: cell[0])
        if cells:
            yield Row(number, cells)


def _unhidden(rows: Iterator[Row], areas: list[Area]) -> Iterator[Row]:
    waiting = sorted(areas, reverse=True)
    meeting: list[Area] = []
    for row in rows:
        while waiting and waiting[-1][0] <= row.number:
            meeting.append(waiting.pop())
        meeting = [area for area in meeting if area[1] >= row.number]
        if not meeting:
            yield row
            continue
        cells = [cell for cell in row.cells if not any(_hides(area, row.number, cell[0]) for area in meeting)]
        if cells:
            yield Row(row.number, cells)


def _hides(area: Area, row: int, column: int) -> bool:
    """Whether the cell lies under the merged one; only its upper left cell is shown."""
    first_row, last_row, first_column, last_column = area
    is_within = first_row <= row <= last_row and first_column <= column <= last_column
    return is_within and (row, column) != (first_row, first_column)


def _areas(reference: str) -> Iterator[Area]:
    first, _, last = reference.partition(":")
    start, stop = _position(first), _position(last)
    if start and stop:
        yield start[0], stop[0], start[1], stop[1]


def _position(reference: str) -> tuple[int, int] | None:
    """(row, column) of "F5"."""
    match = _REFERENCE.fullmatch(reference)
    column = _column(match[1]) if match else None
    return None if match is None or column is None else (int(match[2]), column)


@lru_cache(maxsize=_LAST_COLUMN)
def _column(letters: str) -> int | None:
    """1 for "A", 27 for "AA"; None for what names no column."""
    if not 0 < len(letters) <= _LONGEST_COLUMN or set(letters) - _LETTERS:
        return None
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return column


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
