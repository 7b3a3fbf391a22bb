from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.graphemes import grapheme_end, grapheme_start, is_grapheme_boundary
from tests.strategies import awkward_text


def graphemes(text):
    cuts = [at for at in range(len(text) + 1) if is_grapheme_boundary(text, at)]
    return [text[left:right] for left, right in pairwise(cuts)]


@pytest.mark.parametrize(
    "grapheme",
    [
        "\r\n",
        "e\u0301",
        "q\u0307\u0323",
        "e\u200d",
        "a\u200c",
        "👍🏽",
        "👩\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
        "🏴\U000e0067\U000e0062\U000e007f",
        "1\ufe0f\u20e3",
        "🇨🇭",
        "\u1112\u1161\u11ab",
        "각\u11a8",
        "가\u11a8",
        "क्षि",
        "நி",
        "กำ",
        "ຂຳ",
        "ｶﾞ",
        "\u0600١",
        "葛\U000e0100",
        " \u0301",
    ],
)
def test_one_grapheme_is_never_cut(grapheme):
    assert graphemes(grapheme) == [grapheme]
    assert graphemes(f"x{grapheme}\n") == ["x", grapheme, "\n"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("\n\r", ["\n", "\r"]),
        ("\n\u0301", ["\n", "\u0301"]),
        ("日本", ["日", "本"]),
        ("🇨🇭🇫🇷🇩", ["🇨🇭", "🇫🇷", "🇩"]),
        ("a🇨🇭🇫🇷", ["a", "🇨🇭", "🇫🇷"]),
        ("각가", ["각", "가"]),
        ("\u11a8\u1100", ["\u11a8", "\u1100"]),
        ("👍👍", ["👍", "👍"]),
        ("a\u200bb", ["a", "\u200b", "b"]),
    ],
)
def test_a_text_is_cut_between_graphemes(text, parts):
    assert graphemes(text) == parts


@given(awkward_text)
def test_start_and_end_are_the_nearest_boundaries(text):
    cuts = [at for at in range(len(text) + 1) if is_grapheme_boundary(text, at)]
    for offset in range(len(text) + 1):
        assert grapheme_start(text, offset) == max(cut for cut in cuts if cut <= offset)
        assert grapheme_end(text, offset) == min(cut for cut in cuts if cut >= offset)


@given(awkward_text, st.data())
def test_a_known_boundary_as_floor_changes_nothing_after_it(text, data):
    floor = grapheme_start(text, data.draw(st.integers(0, len(text))))
    for offset in range(floor, len(text) + 1):
        assert is_grapheme_boundary(text, offset, floor) == is_grapheme_boundary(text, offset)


def test_nothing_is_looked_for_before_the_floor():
    assert grapheme_start("🇨" * 9, 5, floor=5) == 5
    assert grapheme_start("a" + "\u0301" * 9, 8, floor=3) == 3
