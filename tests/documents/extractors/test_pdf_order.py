"""Pages in the order in which people read them; and pdfium's own order wherever that is not certain."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.pdf_characters import Box, Boxes, join_surrogates, split_surrogates
from documents.extractors.pdf_columns import Gap
from documents.extractors.pdf_order import Reading, column_by_column, upright, with_whole_rows, without_false_joins
from documents.extractors.pdf_right_to_left import in_spoken_order
from documents.extractors.pdf_vertical import vertical_order

from .drawn_pages import (
    BAKERS,
    FERRY,
    LEFT,
    PITCH,
    POEM,
    RIGHT,
    TOP,
    at,
    down,
    drawn,
    joined,
    lines_of,
    row_by_row,
    text_of,
)

HEADING = at(LEFT, 740, "A heading that runs over the whole width of the page and both columns", 15)
SQUARE = "/MediaBox[0 0 612 612]"


@pytest.mark.parametrize("drop", [0, 3, 7])
def test_columns_drawn_row_by_row_are_read_one_after_the_other(tmp_path: Path, drop: float) -> None:
    assert lines_of(tmp_path, drawn(row_by_row(FERRY, BAKERS, drop=drop))) == joined([FERRY, BAKERS])


def test_three_columns_are(tmp_path: Path) -> None:
    page = drawn(row_by_row(FERRY, BAKERS, FERRY[::-1], lefts=(40, 230, 420)))
    assert lines_of(tmp_path, page) == joined([FERRY, BAKERS, FERRY[::-1]])


def test_what_stands_above_and_below_the_columns_stays_there(tmp_path: Path) -> None:
    page = drawn(HEADING + row_by_row(FERRY, BAKERS) + at(300, 30, "41"))
    lines = lines_of(tmp_path, page)
    assert (lines[0].split()[:2], lines[1:-1], lines[-1]) == (["A", "heading"], joined([FERRY, BAKERS]), "41")


def test_columns_drawn_one_after_the_other_are_left_alone(tmp_path: Path) -> None:
    apart = [
        at(x, TOP - PITCH * row, line)
        for x, lines in ((RIGHT, BAKERS), (LEFT, FERRY))
        for row, line in enumerate(lines)
    ]
    assert lines_of(tmp_path, drawn("".join(apart)))[-6:] == list(FERRY)


TABLE = (
    ("Ferry, northern pier", "Seven in the morning"),
    ("Bakery, market square", "Nine in the morning"),
    ("Museum of the harbour", "Closed on Mondays"),
    ("Library and archive", "Ten in the morning"),
    ("Town hall, first floor", "Eight in the morning"),
    ("Swimming pool", "All day in summer"),
)
SIGNATURES = (
    ("Tidewater Ferries Limited", "Market Square Bakers LLP"),
    ("By: Anna Petersen", "By: Bernard Olufsen"),
    ("Name: Anna Petersen", "Name: Bernard Olufsen"),
    ("Title: managing director", "Title: partner and treasurer"),
)
CLAUSES = tuple((f"{number}.1", line) for number, line in enumerate((*FERRY, *FERRY), start=1))
CELLS = (
    ("The ferry is late when it", "The company pays back half"),
    ("leaves after eight.", "of what was paid."),
    ("The ferry is lost when it", "The company pays back all"),
    ("leaves after noon.", "of what was paid."),
    ("The ferry is full when no", "The company carries all who"),
    ("seat of it is free.", "wait to the next one."),
    ("The ferry is out of use in", "The company says so a week"),
    ("winter and in storms.", "before it stops."),
)


@pytest.mark.parametrize("rows", [TABLE, SIGNATURES, CLAUSES, CELLS], ids=["table", "signatures", "clauses", "cells"])
def test_rows_stay_rows(tmp_path: Path, rows: tuple[tuple[str, str], ...]) -> None:
    page = drawn(row_by_row(*zip(*rows, strict=True)))
    assert [" ".join(line.split()) for line in lines_of(tmp_path, page)] == [" ".join(row) for row in rows]


ORDER = (
    ("Item", "Qty", "Unit", "Total"),
    ("Rope", "5", "2", "10"),
    ("Anchor", "1", "9", "9"),
    ("Lantern oil, refined", "3", "4", "12"),
)
VOTES = (("Aldous Finch", "O", "Y"), ("Beryl Crake", "X", "Y"), ("Cedric Dunn", "O", "Y"))
CONTENTS = (("Survey of the coast", "1"), ("Methods that were used", "9"), ("Results of the third year", "17"))
NUMBERED = (("1", "Definitions"), ("2", "A"), ("3", "Deliveries"))


@pytest.mark.parametrize("rows", [ORDER, VOTES, CONTENTS, NUMBERED], ids=["order", "votes", "contents", "numbered"])
@pytest.mark.parametrize("turn", [0, 270])
def test_cells_of_one_character_stay_in_their_row(tmp_path: Path, rows: tuple[tuple[str, ...], ...], turn: int) -> None:
    drawing = HEADING + row_by_row(*zip(*rows, strict=True), lefts=(60, 250, 350, 450)[: len(rows[0])])
    page = drawn(drawing, entries=f"/MediaBox[0 0 792 792]/Rotate {turn}")
    assert lines_of(tmp_path, page)[-len(rows) :] == [" ".join(row) for row in rows]


@pytest.mark.parametrize("height", [TOP - 8, TOP + 8])
def test_a_lone_character_on_another_baseline_keeps_its_line(tmp_path: Path, height: float) -> None:
    page = drawn(HEADING + at(LEFT, TOP, "Aldous Finch") + at(300, height, "7"))
    assert lines_of(tmp_path, page)[1:] == ["Aldous Finch", "7"]


@pytest.mark.parametrize(
    ("place", "rise", "text"),
    [(9, 0, "ab 7"), (9, 2, "ab\r\n7"), (0, 0, "ab\r\n7"), (4, 0, "ab\r\n7")],
    ids=["right", "raised", "left", "above each other"],
)
def test_only_what_stands_to_the_right_on_the_baseline_is_in_the_row(place: float, rise: float, text: str) -> None:
    lefts = (3.0, 4.0, 5.0, 5.0, place)

    def box(at: int) -> Box:
        left = 10.0 * lefts[at]
        return left, rise * (at == 4), left + 8, 8.0

    assert with_whole_rows(Reading("ab\r\n7", range(5)), box, box).units == text


def test_places_are_not_asked_for_without_a_lone_character() -> None:
    def refuses(at: int) -> Box | None:
        raise AssertionError(at)

    reading = Reading("Rope 5\r\nAnchor\r\n12 9", range(20))
    assert with_whole_rows(reading, refuses, refuses) is reading


def test_two_lines_beside_each_other_are_no_columns(tmp_path: Path) -> None:
    page = drawn(row_by_row(FERRY[:2], BAKERS[:2]))
    assert lines_of(tmp_path, page)[0] == f"{FERRY[0]} {BAKERS[0]}"


def test_blanks_above_each_other_are_no_gutter(tmp_path: Path) -> None:
    courier = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"
    lines = [f"{left:<25} {right}" for left, right in zip(FERRY, FERRY[::-1], strict=True)]
    words = [
        at(LEFT + 6 * word.start(), TOP - PITCH * row, word[0], 10)
        for row, line in enumerate(lines)
        for word in re.finditer(r"\S+", line)
    ]
    page = drawn("".join(words), latin=courier)
    assert [line.split() for line in lines_of(tmp_path, page)] == [line.split() for line in lines]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_read_from_its_first_line_to_its_last(tmp_path: Path, turn: int) -> None:
    lines = "".join(at(LEFT, 500 - PITCH * row, line) for row, line in enumerate(FERRY))
    assert lines_of(tmp_path, drawn(lines, entries=f"{SQUARE}/Rotate {turn}")) == list(FERRY)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_columns_of_a_turned_page_are_read_one_after_the_other(tmp_path: Path, turn: int) -> None:
    page = drawn(row_by_row(FERRY, BAKERS), entries=f"/MediaBox[0 0 792 792]/Rotate {turn}")
    assert lines_of(tmp_path, page) == joined([FERRY, BAKERS])


@pytest.mark.parametrize("turn", ["-1 0 0 -1", "0 -1 1 0"])
def test_words_of_a_turned_line_are_read_in_their_order(tmp_path: Path, turn: str) -> None:
    along, over = (float(number) for number in turn.split()[:2])
    words = "".join(
        at(
            300 + along * 60 * place - over * PITCH * -row,
            300 + over * 60 * place - along * PITCH * row,
            word,
            turn=turn,
        )
        for row, line in enumerate(FERRY)
        for place, word in enumerate(line.split())
    )
    assert text_of(tmp_path, drawn(words)).split() == " ".join(FERRY).split()


def test_vertical_columns_go_from_the_right_and_none_is_lost(tmp_path: Path) -> None:
    page = drawn("".join(down(500 - 20 * place, 700, line) for place, line in enumerate(POEM)) + at(300, 30, "Page 12"))
    assert lines_of(tmp_path, page) == [*POEM, "Page 12"]


def test_vertical_columns_above_each_other_are_read_tier_by_tier(tmp_path: Path) -> None:
    tiers = [down(500 - 20 * place, top, line) for place, line in enumerate(POEM) for top in (700, 400)]
    assert lines_of(tmp_path, drawn("".join(tiers))) == [*POEM, *POEM]


@pytest.mark.parametrize(("x", "y"), [(290, 30), (LEFT, 106)], ids=["far below", "as a line of the text"])
def test_a_page_number_is_never_joined_to_a_hyphen(tmp_path: Path, x: float, y: float) -> None:
    page = drawn(at(LEFT, 120, "the embankment would need recon-") + at(x, y, "41", 9))
    assert lines_of(tmp_path, page) == ["the embankment would need recon-", "41"]


def test_a_footer_just_below_is_not_either(tmp_path: Path) -> None:
    foot = at(LEFT, 134, "said that next to it the old") + at(LEFT, 120, "embankment would need recon-")
    page = drawn(foot + at(LEFT, 98, "tidewater review", 9))
    assert lines_of(tmp_path, page)[-2:] == ["embankment would need recon-", "tidewater review"]


def test_a_word_that_goes_on_below_stays_broken_by_its_mark_alone(tmp_path: Path) -> None:
    page = drawn("".join(at(LEFT, TOP - PITCH * row, line) for row, line in enumerate(BAKERS)))
    assert "hap\x02pens" in text_of(tmp_path, page)


# Right to left: units as pdfium gives them, and where each stands.


def standing(places: list[int | None]) -> Boxes:
    def box(at: int) -> Box | None:
        place = places[at]
        return None if place is None else (10.0 * place, 0.0, 10.0 * place + 8, 8.0)

    return box


def spoken(units: str, places: list[int | None]) -> str:
    order, put = in_spoken_order(units, standing(places))
    return "".join(put.get(at, units[at]) for at in order)


SHALOM = "\u05e9\u05dc\u05d5\u05dd"


def test_letters_that_go_to_the_left_are_in_order() -> None:
    assert spoken(SHALOM, [3, 2, 1, 0]) == SHALOM


def test_letters_that_go_to_the_right_were_turned_for_nothing() -> None:
    assert spoken(SHALOM[::-1], [0, 1, 2, 3]) == SHALOM


def test_letters_in_one_box_were_turned_for_nothing_and_latin_beside_them_was_not() -> None:
    text = f"abc {SHALOM[::-1]}"
    assert spoken(text, [0, 1, 2, 3, 4, 4, 4, 4]) == f"abc {SHALOM}"


def test_a_number_within_what_is_turned_back_keeps_its_order() -> None:
    assert spoken(f"{SHALOM[::-1]} 15 {SHALOM[::-1]}", [0] * 12) == f"{SHALOM} 15 {SHALOM}"


@pytest.mark.parametrize(
    ("units", "right"),
    [
        (f"{SHALOM} 15)\u05d1()4( {SHALOM}", f"{SHALOM} 15(\u05d1)(4) {SHALOM}"),
        (f"{SHALOM} (\u05d1) {SHALOM}", f"{SHALOM} (\u05d1) {SHALOM}"),
        (f"\u05d0) {SHALOM} (see 4)", f"\u05d0) {SHALOM} (see 4)"),
        ("15)b()4(", "15)b()4("),
    ],
    ids=["inverted", "right", "list", "no such script"],
)
def test_brackets_that_close_before_they_open_are_mirrored(units: str, right: str) -> None:
    assert spoken(units, [None] * len(units)) == right


# Laws.

ALPHABET = "ab \r\n\x02\u3042\u4e00\u5c71\u05d0\u05d1\u05d2()1\ud83d\ude00"
page_of_units = st.lists(
    st.tuples(
        st.sampled_from(ALPHABET),
        st.none() | st.tuples(st.integers(0, 30), st.integers(0, 30)),
    ),
    max_size=60,
)


def units_and_boxes(page: list[tuple[str, tuple[int, int] | None]]) -> tuple[Reading, Boxes]:
    def box(at: int) -> Box | None:
        place = page[at][1]
        return None if place is None else (20.0 * place[0], 9.0 * place[1], 20.0 * place[0] + 12, 9.0 * place[1] + 8)

    units = "".join(unit for unit, _ in page)
    return Reading(units, range(len(units))), box


def is_kept(unit: str, drawn: str) -> bool:
    """As drawn, or a bracket mirrored, or a line end that has become a blank."""
    return unit in (drawn, *"()") or (unit == " " and drawn == "\n")


def inked(units: str) -> Counter[str]:
    return Counter("".join(units.translate({ord("("): ")"}).split()))


@given(page_of_units)
def test_no_step_loses_or_doubles_what_has_ink(page: list[tuple[str, tuple[int, int] | None]]) -> None:
    reading, box = units_and_boxes(page)
    units = reading.units
    steps = [
        column_by_column(reading, box, [Gap(0, 1, float(height)) for height in range(0, 300, 5)]),
        column_by_column(reading, box, []),
        upright(reading, box, 1),
        upright(reading, box, 2),
        with_whole_rows(reading, box, box),
        without_false_joins(reading, box),
        reading.reordered(*in_spoken_order(units, box)),
    ]
    if order := vertical_order(units, box):
        steps.append(reading.reordered(order))
    for step in steps:
        assert inked(step.units) == inked(units)
        sources = Counter(at for at in step.sources if at is not None and not units[at].isspace())
        assert set(sources.values()) <= {1}
        pairs = zip(step.units, step.sources, strict=True)
        assert all(unit == "\n" if at is None else is_kept(unit, units[at]) for unit, at in pairs)


columns_of_words = st.lists(
    st.lists(st.text("abcde", min_size=2, max_size=6), min_size=4, max_size=6), min_size=6, max_size=9
)


@given(columns_of_words, columns_of_words)
def test_columns_of_any_words_are_read_one_after_the_other(left: list[list[str]], right: list[list[str]]) -> None:
    rows = min(len(left), len(right))
    units, boxes = "", list[Box | None]()
    for row in range(rows):
        for start, line in ((0.0, left[row]), (400.0, right[row])):
            text = " ".join(line)[:28].strip().ljust(28, "x")
            units += text + ("\n" if start else " ")
            boxes += [(start + 6 * at, -14.0 * row, start + 6 * at + 5, -14.0 * row + 8) for at in range(len(text))]
            boxes.append(None)
    reading = column_by_column(
        Reading(units, range(len(units))), boxes.__getitem__, [Gap(180, 390, -14.0 * row + 4) for row in range(rows)]
    )
    wanted = [" ".join(line)[:28].strip().ljust(28, "x") for line in (*left[:rows], *right[:rows])]
    assert reading.units.split("\n") == wanted


@given(st.text(st.sampled_from("a\U0001f600\U0001f980é"), max_size=20))
def test_astral_characters_are_split_and_joined_again(text: str) -> None:
    assert join_surrogates(split_surrogates(text)) == text
