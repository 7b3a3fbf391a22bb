"""Texts are the same where their letters and digits are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.evaluation.projection import Located, length, locate, overlap, project, united

intervals = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)).map(lambda one: (one[0], sum(one))))


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("Re-new\nal § 3.2", "renewal32"),
        ("ﬁnal", "final"),
        ("e\u0301", "e"),
        ("½", "12"),
        ("ＡＢ", "ab"),
        ("İ", "i"),
        ("… –\u00ad", ""),
    ],
)
def test_letters_and_digits_are_left_folded(text: str, signs: str) -> None:
    assert project(text).signs == signs


def test_every_sign_knows_where_it_comes_from() -> None:
    projection = project("A ﬁ-g")
    assert projection.signs == "afig"
    assert projection.origins == (0, 2, 2, 4)
    assert projection.interval(2, 4) == (1, 3)
    assert projection.interval(0, 5) == (0, 4)


@given(st.text())
def test_a_projection_is_never_longer_than_its_origins_tell(text: str) -> None:
    projection = project(text)
    assert len(projection.signs) == len(projection.origins)
    assert projection.interval(0, len(text)) == (0, len(projection.signs))


PAGE = project("The notice period is six months. The notice period may be shortened.")


@pytest.mark.parametrize(
    ("excerpt", "located"),
    [
        ("notice peri-\nod", Located(((3, 15),), 1.0)),
        ("", Located()),
        ("—", Located()),
        ("wholly unlike", Located()),
    ],
)
def test_an_excerpt_is_found_where_it_first_stands(excerpt: str, located: Located) -> None:
    assert locate(PAGE, excerpt) == located


def test_nothing_is_found_on_an_empty_page() -> None:
    assert locate(project(""), "notice") == Located()


def test_blocks_of_an_excerpt_count_where_they_are_long_enough() -> None:
    found = locate(PAGE, "notice period is XX months. The notice period")
    assert found.intervals == ((3, 17), (19, 41))
    assert found.share == pytest.approx(36 / 37)
    assert locate(PAGE, "notice perXXX six mo").intervals == ()


@given(intervals)
def test_united_intervals_cover_the_same_and_do_not_meet(given: list[tuple[int, int]]) -> None:
    merged = united(given)
    covered = {at for start, end in given for at in range(start, end)}
    assert [at for start, end in merged for at in range(start, end)] == sorted(covered)
    assert length(merged) == len(covered)
    assert all(one[1] < other[0] for one, other in pairwise(merged))


@given(intervals, intervals)
def test_the_overlap_is_what_both_cover(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    both = [{at for start, end in group for at in range(start, end)} for group in (some, others)]
    assert overlap(united(some), united(others)) == len(both[0] & both[1])
