"""The text of a page, and its words as fractions of the page as displayed."""

import pytest

from documents.ocr.composing import Seen, compose
from documents.ocr.layout import Box, Line, Piece
from documents.ocr.values import WordBox

SHEET: Box = (0, 0, 10, 10)


def line(*pieces: Piece) -> Line:
    return Line(SHEET, pieces)


def test_lines_end_with_a_line_feed_and_paragraphs_with_an_empty_line() -> None:
    paragraphs = [
        (line(Piece("One", SHEET), Piece("two", SHEET)), line(Piece("three", SHEET))),
        (line(Piece("four", SHEET)),),
    ]
    text, words = compose(paragraphs, Seen(10, 10))
    assert text == "One two\nthree\n\nfour\n"
    assert [text[word.start : word.end] for word in words] == ["One", "two", "three", "four"]


def test_what_is_written_without_spaces_gets_none() -> None:
    text, words = compose([(line(Piece("港", SHEET), Piece("口", SHEET, after_space=False)),)], Seen(10, 10))
    assert text == "港口\n"
    assert [(word.start, word.end) for word in words] == [(0, 1), (1, 2)]


@pytest.mark.parametrize(
    ("quarters", "box"),
    [
        (0, (10, 0, 30, 20)),
        # A word at the left of the upper edge of the page as it was read stood, before a quarter turn to the left,
        # at the top of its right edge.
        (1, (80, 10, 100, 30)),
        (2, (70, 80, 90, 100)),
        (3, (0, 70, 20, 90)),
    ],
)
def test_boxes_are_on_the_page_as_displayed_however_it_was_turned(quarters: int, box: Box) -> None:
    _, (word,) = compose([(line(Piece("x", (10, 0, 30, 20))),)], Seen(100, 100, quarters))
    assert word == WordBox(0, 1, *(round(65_535 * edge / 100) for edge in box))


def test_each_direction_has_its_own_length() -> None:
    _, (word,) = compose([(line(Piece("x", (50, 50, 100, 100))),)], Seen(100, 200))
    assert (word.x0, word.y0, word.x1, word.y1) == (32768, 16384, 65535, 32768)


def test_a_box_that_reaches_out_is_cut_and_one_outside_is_none() -> None:
    pieces = [Piece("cut", (-5, -5, 50, 50)), Piece("outside", (120, 0, 130, 10)), Piece("flat", (5, 5, 5, 9))]
    text, words = compose([(line(*pieces),)], Seen(100, 100))
    assert text == "cut outside flat\n"
    assert words == (WordBox(0, 3, 0, 0, 32768, 32768),)
