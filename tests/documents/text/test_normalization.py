import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.edits import edited_sources, edited_text
from documents.text.normalization import composing_edits, is_stable_starter
from tests.strategies import awkward_text

combining = st.lists(
    st.sampled_from(
        "aeqAdkÅＫ\u0301\u0302\u0307\u0323\u0327\u0345\u0344\u0958\u09c7\u09be\u0f71\u0f72\u0f73\u1100\u1161\u11a8\uac00\u212b\u2126\u1e69\U0001d15e\U0002f801"
    ),
    max_size=12,
).map("".join)
texts = st.one_of(combining, awkward_text, st.text())


def normalized(text):
    edits = list(composing_edits(text))
    return edited_text(text, edits), edited_sources([(at, at + 1) for at in range(len(text))], edits)


@given(texts)
def test_the_edits_bring_a_text_to_nfc(text):
    assert normalized(text)[0] == unicodedata.normalize("NFC", text)


@given(texts)
def test_each_character_comes_from_source_characters_that_hold_its_parts(text):
    composed, sources = normalized(text)
    assert len(composed) == len(sources)
    for character, (start, end) in zip(composed, sources, strict=True):
        assert 0 <= start < end <= len(text)
        parts = set(unicodedata.normalize("NFD", character))
        assert parts <= set(unicodedata.normalize("NFD", text[start:end]))


@given(texts)
def test_every_source_character_is_accounted_for(text):
    _, sources = normalized(text)
    assert {at for start, end in sources for at in range(start, end)} == set(range(len(text)))


def test_normalizing_code_point_by_code_point_agrees_with_the_whole():
    for code in range(0x300, 0x30000):
        text = f"a{chr(code)}\u0323b"
        if not 0xD800 <= code <= 0xDFFF:
            assert normalized(text)[0] == unicodedata.normalize("NFC", text), hex(code)


@pytest.mark.parametrize(
    ("text", "composed", "sources"),
    [
        ("cafe\u0301s", "cafés", [(0, 1), (1, 2), (2, 3), (3, 5), (5, 6)]),
        ("q\u0307\u0323", "q\u0323\u0307", [(0, 1), (2, 3), (1, 2)]),
        ("q\u0307\u0323\u0307", "q\u0323\u0307\u0307", [(0, 1), (2, 3), (0, 4), (0, 4)]),
        ("a\u0302\u0323", "ậ", [(0, 3)]),
        ("a\u0315\u0302", "â\u0315", [(0, 3), (1, 2)]),
        ("\u1112\u1161\u11ab", "한", [(0, 3)]),
        ("\u212b", "Å", [(0, 1)]),
        ("\u0958", "\u0915\u093c", [(0, 1), (0, 1)]),
    ],
)
def test_named_cases(text, composed, sources):
    assert normalized(text) == (composed, sources)


@pytest.mark.parametrize("character", ["a", "é", "日", "가", "\u1100", "👍", "\u212b"])
def test_a_text_may_be_cut_before_a_stable_starter(character):
    assert is_stable_starter(character)


@pytest.mark.parametrize("character", ["\u0301", "\u0344", "\u0f73", "\u09be", "\u1161", "\u11a8", "\U000110ba"])
def test_what_composes_or_moves_is_no_stable_starter(character):
    assert not is_stable_starter(character)


def test_a_long_run_of_marks_out_of_order_is_sorted():
    text = "a" + "\u0301\u0323" * 20_000
    composed, _ = normalized(text)
    assert composed == "\u1ea1" + "\u0323" * 19_999 + "\u0301" * 20_000
