"""Numbers as labels and lists spell them."""

from collections.abc import Callable

import pytest

from documents.text.numerals import letters, roman


@pytest.mark.parametrize(
    ("number", "spelled"), [(1, "i"), (4, "iv"), (9, "ix"), (40, "xl"), (99, "xcix"), (1994, "mcmxciv"), (0, "0")]
)
def test_roman(number: int, spelled: str) -> None:
    assert roman(number) == spelled


@pytest.mark.parametrize(("number", "spelled"), [(1, "a"), (26, "z"), (27, "aa"), (53, "aaa"), (0, "0"), (-1, "-1")])
def test_letters(number: int, spelled: str) -> None:
    assert letters(number) == spelled


@pytest.mark.parametrize("spell", [roman, letters])
def test_a_number_without_end_is_not_spelled_out(spell: Callable[[int], str]) -> None:
    assert spell(10**9) == "1000000000"
