"""From boxes to rectangles: laws that hold for every page and every direction of writing."""

from __future__ import annotations

import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pictures.geometry import (
    Box,
    PageRect,
    Placement,
    decode_placement,
    encode_placement,
    place_characters,
)
from documents.pictures.sizes import PageSize

A4 = PageSize(595.0, 842.0)
LETTER = 10.0  # points: the width and height of every letter set below
NEAR = 2 / 65_535

Turn = str
TURNS: tuple[Turn, ...] = ("across", "backwards", "down", "up")

words = st.text("ab", min_size=1, max_size=6)
boxes = st.builds(
    lambda x, y, wide, high: (x, y, x + wide, y + high),
    st.floats(-0.5, 1.2),
    st.floats(-0.5, 1.2),
    st.floats(0.001, 0.5),
    st.floats(0.001, 0.5),
)


def place(text: str, placed: list[Box | None], size: PageSize = A4) -> Placement:
    return place_characters(size, text, [(at, at + 1) for at in range(len(text))], placed)


def set_lines(lines: list[str], turn: Turn = "across") -> Placement:
    """Lines of equal letters, two letters apart, set in one of four directions."""
    text, placed = "", list[Box | None]()
    for row, line in enumerate(lines):
        for column, character in enumerate(line + "\n"):
            text += character
            placed.append(None if character.isspace() else letter_box(row, column, turn))
    return place(text, placed)


def letter_box(row: int, column: int, turn: Turn) -> Box:
    along, across = column * LETTER, 20 + row * 2 * LETTER
    x, y = {
        "across": (20 + along, across),
        "backwards": (500 - along, across),
        "down": (across, 20 + along),
        "up": (across, 500 - along),
    }[turn]
    return (x / A4.width, y / A4.height, (x + LETTER) / A4.width, (y + LETTER) / A4.height)


@pytest.mark.parametrize("turn", TURNS)
@given(lines=st.lists(st.lists(words, min_size=1).map(" ".join), min_size=1, max_size=5))
def test_each_line_of_a_passage_is_one_rectangle_whichever_way_it_is_written(turn: Turn, lines: list[str]) -> None:
    placement = set_lines(lines, turn)
    rects, problem = placement.rects(0, len(placement.kinds))
    assert (len(rects), problem) == (len(lines), "")


@given(st.lists(st.one_of(st.none(), boxes), max_size=30), st.data())
def test_rectangles_cover_what_they_mark_and_stay_on_the_page(placed: list[Box | None], data: st.DataObject) -> None:
    placement = place("x" * len(placed), placed)
    start = data.draw(st.integers(0, len(placed)))
    end = data.draw(st.integers(start, len(placed)))
    rects, problem = placement.rects(start, end)
    assert all(0 <= rect.x0 < rect.x1 <= 1 and 0 <= rect.y0 < rect.y1 <= 1 for rect in rects)
    if not problem:
        for box in filter(None, placed[start:end]):
            middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            assert not is_on_page(middle) or any(covers(rect, middle) for rect in rects)


def is_on_page(point: tuple[float, float]) -> bool:
    return all(0.001 < value < 0.999 for value in point)


def covers(rect: PageRect, point: tuple[float, float]) -> bool:
    x, y = point
    return rect.x0 - NEAR <= x <= rect.x1 + NEAR and rect.y0 - NEAR <= y <= rect.y1 + NEAR


def test_the_words_of_two_columns_are_not_bridged() -> None:
    text = "left right"
    at = [0, 1, 2, 3, 4, 30, 31, 32, 33, 34]
    placed = [None if letter == " " else letter_box(0, place, "across") for letter, place in zip(text, at, strict=True)]
    rects, _ = place(text, placed).rects(0, len(text))
    assert len(rects) == 2


def test_a_raised_figure_belongs_to_its_line() -> None:
    line = letter_box(0, 0, "across")
    raised = (line[2], line[1] - 4 / A4.height, line[2] + 5 / A4.width, line[1] + 3 / A4.height)
    rects, _ = place("a2", [line, raised]).rects(0, 2)
    assert len(rects) == 1


def test_slanted_writing_does_not_become_one_large_rectangle() -> None:
    slanted = [(at * 0.02, at * 0.02, at * 0.02 + 0.02, at * 0.02 + 0.02) for at in range(20)]
    rects, _ = place("x" * 20, list(slanted)).rects(0, 20)
    assert max((rect.x1 - rect.x0) * (rect.y1 - rect.y0) for rect in rects) < 0.005


def test_characters_of_one_glyph_share_its_box() -> None:
    glyph = letter_box(0, 0, "across")
    placement = place_characters(A4, "fi", [(0, 1), (0, 1)], [glyph])
    assert placement.rects(0, 2) == placement.rects(1, 2)


def test_a_passage_outside_the_visible_page_has_a_problem_and_no_rectangle() -> None:
    placement = place("xy", [(1.1, 0.1, 1.2, 0.2), (-0.3, 0.1, -0.1, 0.2)])
    assert placement.rects(0, 2) == ((), "outside-picture")


def test_what_leaves_the_page_is_cut_at_its_edge() -> None:
    rects, _ = place("x", [(0.9, 0.5, 1.4, 0.6)]).rects(0, 1)
    assert (rects[0].x0, rects[0].x1) == (pytest.approx(0.9, abs=NEAR), 1.0)


def test_a_passage_that_is_mostly_unknown_is_not_marked_at_all() -> None:
    placement = place_characters(A4, "abc", [(0, 1), None, None], [letter_box(0, 0, "across")])
    assert placement.rects(0, 3) == ((), "place-unknown")
    assert placement.rects(0, 1)[1] == ""


def test_a_passage_far_too_long_is_refused_rather_than_computed() -> None:
    count = 50_001
    placement = Placement(A4, b"#" * count, array("H", [1, 1, 2, 2]) * count)
    assert placement.rects(0, count) == ((), "too-long")


@pytest.mark.parametrize("span", [(0, 0), (2, 1), (7, 9)])
def test_a_span_without_a_character_has_neither_rectangle_nor_problem(span: tuple[int, int]) -> None:
    assert set_lines(["abc"]).rects(*span) == ((), "")


@given(st.lists(st.tuples(st.sampled_from("ab \n\U0001f980"), st.one_of(st.none(), boxes)), max_size=30))
def test_a_placement_comes_back_as_it_was_kept(letters: list[tuple[str, Box | None]]) -> None:
    placement = place("".join(letter for letter, _ in letters), [box for _, box in letters])
    assert decode_placement(encode_placement(placement)) == placement


KEPT = encode_placement(set_lines(["ab", "c"]))
UNUSABLE = {
    "nothing": b"",
    "other bytes": b"no zlib",
    "cut off": KEPT[:-4],
    "empty": zlib.compress(b""),
    "no list": zlib.compress(b"{}\n"),
    "too short a list": zlib.compress(b"[1,2]\n"),
    "a string for a number": zlib.compress(b'[1,2,"3"]\n'),
    "no width": zlib.compress(b"[0,2,0]\n"),
    "no number": zlib.compress(b"[1,NaN,0]\n"),
    "a negative count": zlib.compress(b"[1,2,-1]\n"),
    "fewer kinds than counted": zlib.compress(b"[1,2,5]\n##"),
    "half a box": zlib.compress(b"[1,2,1]\n#1234567"),
    "a box for a space": zlib.compress(b"[1,2,1]\n 12345678"),
}


@pytest.mark.parametrize("content", [pytest.param(content, id=name) for name, content in UNUSABLE.items()])
def test_what_is_no_placement_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says: only the type is promised
        decode_placement(content)


@given(st.binary(max_size=60))
def test_a_placement_of_a_torn_child_is_refused_by_a_value_error_only(noise: bytes) -> None:
    for content in (noise, zlib.compress(noise), zlib.compress(b"[1, 2, 3]\n" + noise)):
        try:
            decode_placement(content)
        except ValueError:
            continue
