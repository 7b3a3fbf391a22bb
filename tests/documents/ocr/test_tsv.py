"""Tesseract's table of words."""

import pytest

from documents.ocr.tsv import TsvPage, read_tsv

HEADER = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"


def row(place: str, text: str, confidence: float = 95, box: str = "10 20 30 40") -> str:
    """`place` is block, paragraph, line and word."""
    return "\t".join(["5", "1", *place.split(), *box.split(), str(confidence), text])


def page(*rows: str) -> TsvPage:
    return read_tsv("\n".join([HEADER, "1\t1\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t", *rows, ""]))


def texts(read: TsvPage) -> list[list[str]]:
    return [[" ".join(piece.text for piece in line.pieces) for line in lines] for lines in read.paragraphs]


def test_its_lines_and_paragraphs_are_kept_in_its_order() -> None:
    read = page(
        row("1 1 1 1", "One"),
        row("1 1 1 2", "two"),
        row("1 1 2 1", "three"),
        row("1 2 1 1", "four"),
        row("2 1 1 1", "five"),
    )
    assert texts(read) == [["One two", "three"], ["four"], ["five"]]


def test_a_box_is_where_it_begins_and_how_large_it_is() -> None:
    ((line,),) = page(row("1 1 1 1", "word")).paragraphs
    assert line.pieces[0].box == (10, 20, 40, 60)


def test_words_of_white_space_are_none() -> None:
    assert page(row("1 1 1 1", " "), row("1 1 1 2", "")) == TsvPage((), 0.0)


def test_lines_that_it_is_not_sure_of_are_left_out() -> None:
    read = page(row("1 1 1 1", "~:", 12), row("1 1 2 1", "sure", 90), row("1 1 2 2", "x", 5))
    assert texts(read) == [["sure x"]]


def test_the_confidence_of_a_page_counts_letters() -> None:
    assert page(row("1 1 1 1", "abc", 90), row("1 1 1 2", "d", 50)).confidence == 80


@pytest.mark.parametrize(
    "table", ["", "Error: cannot read", f"{HEADER}\n5\t1", f"{HEADER}\n" + row("1 1 1 1", "x", box="a b c d")]
)
def test_what_is_no_such_table_is_refused(table: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are for staff
        read_tsv(table)
