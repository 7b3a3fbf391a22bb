"""Lines anywhere on a page, as paragraphs in reading order."""

import random
from collections.abc import Sequence

import pytest

from documents.ocr.layout import Line, Piece, arrange

HEIGHT = 20.0


def line(text: str, x: float, y: float, width: float = 400, height: float = HEIGHT) -> Line:
    box = (x, y, x + width, y + height)
    return Line(box, tuple(Piece(word, box) for word in text.split()))


def column(name: str, x: float, y: float, count: int, width: float = 400, pitch: float = 22) -> list[Line]:
    """Lines "name1", "name2"… under each other; the last one is short, as at the end of a paragraph."""
    return [line(f"{name}{at + 1}", x, y + at * pitch, width if at + 1 < count else width / 3) for at in range(count)]


def read(lines: Sequence[Line]) -> list[list[str]]:
    """The texts of the lines, paragraph by paragraph."""
    return [
        [" ".join(piece.text for piece in one.pieces) for one in paragraph] for paragraph in arrange(shuffled(lines))
    ]


def shuffled(lines: Sequence[Line]) -> list[Line]:
    """No order of what is given may matter."""
    return random.Random(7).sample(list(lines), len(lines))


def flat(lines: Sequence[Line]) -> list[str]:
    return [text for paragraph in read(lines) for text in paragraph]


def test_an_empty_page() -> None:
    assert arrange([]) == ()


def test_one_column_from_top_to_bottom() -> None:
    assert read(column("a", 100, 100, 4)) == [["a1", "a2", "a3", "a4"]]


def test_two_columns_do_not_interleave() -> None:
    lines = column("a", 100, 100, 5) + column("b", 540, 100, 5)
    assert read(lines) == [["a1", "a2", "a3", "a4", "a5"], ["b1", "b2", "b3", "b4", "b5"]]


def test_nor_do_columns_whose_lines_stand_at_different_heights() -> None:
    lines = column("a", 100, 100, 6) + column("b", 540, 109, 5, pitch=25)
    assert flat(lines) == ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3", "b4", "b5"]


def test_three_columns() -> None:
    lines = column("a", 100, 100, 4, 250) + column("b", 380, 100, 4, 250) + column("c", 660, 100, 4, 250)
    assert [paragraph[0] for paragraph in read(lines)] == ["a1", "b1", "c1"]


def test_a_title_over_columns_is_read_before_them_and_a_footer_after() -> None:
    title, footer = line("title", 250, 40, 540), line("footer", 100, 300, 840)
    lines = [*column("a", 100, 100, 5), *column("b", 540, 100, 5), title, footer]
    assert flat(lines) == ["title", "a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "footer"]


def test_columns_are_read_to_their_end_before_those_below_a_line_across() -> None:
    upper = [*column("a", 100, 100, 4), *column("b", 540, 100, 4)]
    lower = [*column("c", 100, 300, 4), *column("d", 540, 300, 4)]
    texts = flat([*upper, line("across", 100, 240, 840), *lower])
    assert [text for text in texts if text.endswith("1") or text == "across"] == ["a1", "b1", "across", "c1", "d1"]


def test_a_heading_under_columns_belongs_to_what_follows() -> None:
    lines = [
        *column("a", 100, 100, 5),
        *column("b", 540, 100, 5),
        line("heading", 100, 228, 150),
        *column("c", 100, 252, 4, 840),
    ]
    assert flat(lines)[-5:] == ["heading", "c1", "c2", "c3", "c4"]


def test_the_last_lines_of_a_longer_column_stay_with_it() -> None:
    texts = flat([*column("a", 100, 100, 7), *column("b", 540, 100, 4), line("across", 100, 300, 840)])
    assert texts == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1", "b2", "b3", "b4", "across"]


def test_the_cells_of_a_table_stay_in_their_rows() -> None:
    lines = [
        part
        for row in range(4)
        for part in (
            line(f"item{row}", 100, 100 + 30 * row, 300),
            line(f"{row}.50", 600, 102 + 30 * row, 60),
            line("EUR", 700, 99 + 30 * row, 50),
        )
    ]
    assert flat(lines) == [f"item{row} {row}.50 EUR" for row in range(4)]


def test_a_line_that_was_found_in_two_parts_is_one() -> None:
    lines = [*column("a", 100, 100, 3), line("left", 100, 166, 180), line("right", 300, 168, 200)]
    assert flat(lines) == ["a1", "a2", "a3", "left right"]


def test_white_between_lines_is_a_paragraph() -> None:
    assert read(column("a", 100, 100, 3) + column("b", 100, 185, 3)) == [["a1", "a2", "a3"], ["b1", "b2", "b3"]]


def test_wide_spacing_is_not() -> None:
    assert len(read(column("a", 100, 100, 6, pitch=44))) == 1


@pytest.mark.timeout(60)
def test_a_page_of_very_many_scattered_boxes_is_arranged_all_the_same() -> None:
    dice = random.Random(3)
    lines = [line(str(at), dice.randrange(2000), dice.randrange(3000), dice.randrange(5, 900)) for at in range(1000)]
    texts = " ".join(flat(lines)).split()
    assert sorted(texts, key=int) == [str(at) for at in range(1000)]
