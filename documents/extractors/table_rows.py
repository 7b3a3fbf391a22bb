"""Tables as text: a row whose cells are single lines is one line, any other is read cell by cell."""

from collections.abc import Iterable, Iterator, Sequence

from documents.extractors.blocks import Block

CELL_SEPARATOR = " | "


def row_blocks(rows: Iterable[Sequence[Sequence[Block]]]) -> Iterator[Block]:
    """The blocks of a table, from the blocks of each cell of each row. Neighbouring one-line rows are one block."""
    lines: list[str] = []
    for row in rows:
        line = _one_line(row)
        if line is None:
            yield from _joined(lines)
            lines = []
            yield from (block for cell in row for block in cell)
        elif line:
            lines.append(line)
    yield from _joined(lines)


def _joined(lines: list[str]) -> Iterator[Block]:
    if lines:
        yield Block("\n".join(lines))


def _one_line(row: Sequence[Sequence[Block]]) -> str | None:
    """None for a row that has more than a line in one of its cells, or that is a heading."""
    filled = [cell for cell in row if cell]
    if any(len(cell) > 1 or "\n" in cell[0].text.strip() for cell in filled):
        return None
    if len(filled) == 1:
        return None if filled[0][0].is_heading else filled[0][0].text.strip()
    if not filled:
        return ""
    return CELL_SEPARATOR.join(cell[0].text.strip() if cell else "" for cell in row).strip()
