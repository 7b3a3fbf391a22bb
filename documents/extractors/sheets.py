"""One sheet as a section: its rows as lines, in ranges that say which cells they are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.extractors.blocks import Block
from documents.extractors.failures import ExtractionFailure
from documents.extractors.sections import Section
from documents.extractors.table_rows import CELL_SEPARATOR

_ROWS_IN_RANGE = 20
_MOST_RANGES = 500
"""Of one sheet. The ranges of a longer one hold more rows each: places are read with every citation."""
_LONGEST_GAP = 20
"""Empty cells that keep their columns; a wider gap is shown as one of this width."""


@dataclass(frozen=True, slots=True)
class Row:
    """`number` counts from 1; `cells` are (column from 1, text) of those with text, ascending."""

    number: int
    cells: Sequence[tuple[int, str]]


@dataclass(slots=True)
class TextBudget:
    """Code points that the cells of one file may still give: a few strings can be shown in millions of cells."""

    left: int

    def spend(self, text: str) -> None:
        """ExtractionFailure when nothing is left."""
        self.left -= len(text)
        if self.left < 0:
            raise ExtractionFailure("expands-too-much", "the cells of the sheets show more text than is accepted")


def one_line(text: str) -> str:
    """A cell's text, its line breaks as spaces: a row stays a line."""
    if text.isprintable():  # as most are: then no line breaks in it
        return text.strip()
    return " ".join(text.splitlines()).strip()


def sheet_section(name: str, rows: Sequence[Row], further: Sequence[Block] = ()) -> Section:
    """The sheet as a place, its ranges as places within it; empty when neither rows nor `further` have text."""
    before = f"{name}!" if name.strip() else ""
    ranges = [Section("sheet", f"{before}{_reference(group)}", [_block(group)]) for group in _groups(rows)]
    has_text = bool(ranges) or any(block.text.strip() for block in further)
    return Section("sheet", name, [Block(name), *ranges, *further] if has_text else [])


def _groups(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Neighbouring rows; many of them in portions."""
    size = max(_ROWS_IN_RANGE, len(rows) // _MOST_RANGES + 1)
    gaps = [at for at, (row, following) in enumerate(pairwise(rows), 1) if following.number > row.number + 1]
    if len(gaps) > _MOST_RANGES:
        gaps = []
    for start, stop in pairwise([0, *gaps, len(rows)]):
        for at in range(start, stop, size):
            yield rows[at : min(at + size, stop)]


def _block(rows: Sequence[Row]) -> Block:
    first_column = min(row.cells[0][0] for row in rows)
    return Block("\n".join(_line(row, first_column) for row in rows))


def _line(row: Row, first_column: int) -> str:
    pieces: list[str] = []
    expected = first_column
    for column, text in row.cells:
        pieces.extend([""] * min(column - expected, _LONGEST_GAP))
        pieces.append(text)
        expected = column + 1
    return CELL_SEPARATOR.join(pieces)


def _reference(rows: Sequence[Row]) -> str:
    """ "A5:F24", or "A5" for a single cell."""
    left = min(row.cells[0][0] for row in rows)
    right = max(row.cells[-1][0] for row in rows)
    first, last = f"{column_letters(left)}{rows[0].number}", f"{column_letters(right)}{rows[-1].number}"
    return first if first == last else f"{first}:{last}"


def column_letters(column: int) -> str:
    """1 is "A", 27 is "AA"."""
    spelled = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        spelled = chr(ord("A") + letter) + spelled
    return spelled
