"""Tables as text: readable lines where cells are short, paragraphs where they are not."""

from documents.extractors.blocks import Block
from documents.extractors.table_rows import row_blocks


def texts(*rows: list[list[Block]]) -> list[str]:
    return [block.text for block in row_blocks(rows)]


def cell(*lines: str) -> list[Block]:
    return [Block(line) for line in lines]


def test_rows_of_short_cells_are_lines_of_one_block() -> None:
    assert texts([cell("a"), cell("b")], [cell("c"), cell("d")]) == ["a | b\nc | d"]


def test_an_empty_cell_keeps_its_column_and_an_empty_row_is_nothing() -> None:
    assert texts([cell("a"), cell(), cell("c")], [cell(), cell()]) == ["a |  | c"]


def test_a_row_with_paragraphs_is_read_cell_by_cell() -> None:
    assert texts([cell("a"), cell("b")], [cell("c"), cell("d", "e")], [cell("f"), cell("g")]) == [
        "a | b",
        "c",
        "d",
        "e",
        "f | g",
    ]


def test_a_heading_alone_in_its_row_stays_a_heading() -> None:
    blocks = list(row_blocks([[[Block("Part", is_heading=True)], []], [cell("a"), cell("b")]]))
    assert blocks == [Block("Part", is_heading=True), Block("a | b")]
