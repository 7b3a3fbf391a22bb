"""Characters that no canonical text holds."""

import pytest
from hypothesis import given

from documents.text import clean_page_text
from documents.text.forbidden import check_characters
from tests.strategies import raw_text


@pytest.mark.parametrize(
    "character",
    ["\0", "\x02", "\x08", "\x0b", "\f", "\r", "\x1f", "\x7f", "\x85", "\x9f", chr(0xD800), "\ufdd0", "\ufffe"],
)
def test_a_character_that_cleaning_takes_out_is_named_with_its_place(character: str) -> None:
    (problem,) = check_characters(f"ab{character}c")
    assert f"U+{ord(character):04X} at 2" in problem


@pytest.mark.parametrize("code", [0xFFFF, 0x1FFFE, 0x8FFFF, 0x10FFFE, 0x10FFFF])
def test_the_ends_of_every_plane_are_named(code: int) -> None:
    assert check_characters(chr(code)) != []


@pytest.mark.parametrize("text", ["", "a\tb\nc", "\u00a0\u00ad\u200b\u2028\ufeff", "\ue000\U0010fffd", "😀é"])
def test_what_can_be_read_or_does_no_harm_is_no_problem(text: str) -> None:
    assert check_characters(text) == []


def test_a_text_full_of_them_is_described_shortly() -> None:
    (problem,) = check_characters("\x01" * 1000)
    assert "U+0001 at 4 and 995 more" in problem
    assert len(problem) < 200


@given(raw_text)
def test_a_cleaned_text_has_none(raw: str) -> None:
    assert check_characters(clean_page_text(raw)) == []
