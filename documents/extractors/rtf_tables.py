"""Tables in RTF: nothing says where one begins or ends, only which cell and which row end where."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from documents.extractors.blocks import Block
from documents.extractors.table_rows import row_blocks

_DEEPEST = 20


@dataclass(slots=True)
class _Table:
    rows: list[Sequence[Sequence[Block]]] = field(default_factory=list)
    row: list[list[Block]] = field(default_factory=list)
    cell: list[Block] = field(default_factory=list)

    def end_cell(self) -> None:
        self.row.append(self.cell)
        self.cell = []

    def end_row(self) -> None:
        if self.cell:
            self.end_cell()
        self.rows.append(self.row)
        self.row = []

    def blocks(self) -> list[Block]:
        if self.cell or self.row:
            self.end_row()
        return list(row_blocks(self.rows))


class OpenTables:
    """The tables that the text stands in, from the outermost; level 0 is outside of all."""

    def __init__(self) -> None:
        self._tables: list[_Table] = []

    @property
    def row_level(self) -> int:
        """How many tables whoever writes now stands in, as far as a row that was begun says so."""
        return len(self._tables) if self._tables and self._tables[-1].row else 0

    def enter(self, level: int) -> list[Block]:
        """Be in that many tables: the blocks of those that thereby ended and stood in none."""
        ended: list[Block] = []
        level = min(level, _DEEPEST)
        while len(self._tables) > level:
            ended = self._tables.pop().blocks()
            if self._tables:
                self._tables[-1].cell.extend(ended)
                ended = []
        self._tables.extend(_Table() for _ in range(level - len(self._tables)))
        return ended

    def add(self, blocks: Sequence[Block]) -> None:
        """Blocks that stand in the innermost table."""
        self._tables[-1].cell.extend(block for block in blocks if block.text.strip())

    def end_cell(self, level: int) -> None:
        """Of the innermost of that many tables."""
        self.enter(level)
        self._tables[-1].end_cell()

    def end_row(self, level: int) -> None:
        """Of the innermost of that many tables."""
        self.enter(level)
        self._tables[-1].end_row()
