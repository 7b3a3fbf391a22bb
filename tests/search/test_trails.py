"""The way back that a passage's link carries: whatever is written there is read as a question and two numbers."""

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from search.trails import Trail

PLACES = st.integers(0, 999_999)


@given(st.text(max_size=40), PLACES, PLACES)
def test_what_is_written_is_read_back(query: str, position: int, total: int) -> None:
    question = QueryDict(mutable=True)
    question["q"] = query.encode("utf-8", "replace").decode()
    trail = Trail(question.urlencode(), position, total)
    assert Trail.read(trail.write()) == trail


@given(st.text(max_size=60))
def test_anything_can_be_read(written: str) -> None:
    trail = Trail.read(written)
    assert trail.position >= 0
    assert trail.total >= 0


@pytest.mark.parametrize("written", ["n=-1", "n=x", "n=1.5", "n=\u0663", "n=9999999", "n="])
def test_only_numbers_are_a_place(written: str) -> None:
    assert Trail.read(f"q=a&{written}") == Trail("q=a")


def test_the_trail_stands_before_the_fragment() -> None:
    trail = Trail("q=a&page=2", 3, 41)
    assert trail.link("/p/?v=1#passage") == "/p/?v=1&from=q%3Da%26page%3D2%26n%3D3%26of%3D41#passage"
    assert Trail().link("/p/?v=1#passage") == "/p/?v=1#passage"


def test_another_result_stands_on_its_own_page_of_the_results() -> None:
    trail = Trail("q=a&page=2&type=x", 11, 41)
    assert trail.at(21, 41, page=3) == Trail("q=a&type=x&page=3", 21, 41)
    assert trail.at(1, 41, page=1) == Trail("q=a&type=x", 1, 41)


def test_there_is_nothing_before_the_first_and_after_the_last() -> None:
    assert not Trail("q=a", 1, 2).has_previous
    assert Trail("q=a", 1, 2).has_next
    assert not Trail("q=a", 2, 2).has_next
    unknown = Trail("q=a")
    assert unknown.has_previous
    assert unknown.has_next
