"""A strip of a page holds what is marked, and is never most of the page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pictures.cropping import HIGHEST_STRIP, LOWEST_STRIP, MARGIN, strip_around
from documents.pictures.geometry import PageRect

edges = st.floats(0, 1, allow_nan=False)
rects = st.builds(
    lambda x, y: PageRect(min(x), min(y), max(x), max(y)), st.tuples(edges, edges), st.tuples(edges, edges)
)


@given(st.lists(rects, min_size=1, max_size=6), st.lists(rects, max_size=4))
def test_a_strip_is_as_wide_as_the_page_within_it_and_of_a_bounded_height(
    evidence: list[PageRect], words: list[PageRect]
) -> None:
    strip = strip_around(evidence, words)
    assert strip is not None
    assert (strip.x0, strip.x1) == (0, 1)
    assert strip.y0 >= 0
    assert strip.y1 <= 1 + 1e-9
    assert LOWEST_STRIP - 1e-9 <= strip.y1 - strip.y0 <= HIGHEST_STRIP + 1e-9


def at(top: float, bottom: float) -> PageRect:
    return PageRect(0.2, top, 0.8, bottom)


def test_all_of_the_evidence_is_in_it_with_a_margin() -> None:
    strip = strip_around([at(0.3, 0.32), at(0.4, 0.5)])
    assert strip is not None
    assert (strip.y0, strip.y1) == pytest.approx((0.3 - MARGIN, 0.5 + MARGIN))


@pytest.mark.parametrize(
    ("words", "top"), [([], 0.07), ([at(0.2, 0.22)], 0.07), ([at(0.6, 0.62), at(0.2, 0.22)], 0.07)]
)
def test_long_evidence_is_shown_from_its_top_where_its_first_word_is_there(words: list[PageRect], top: float) -> None:
    strip = strip_around([at(0.1, 0.9)], words)
    assert strip is not None
    assert strip.y0 == pytest.approx(top)


def test_long_evidence_is_shown_from_the_first_word_where_that_is_further_below() -> None:
    strip = strip_around([at(0.1, 0.9)], [at(0.8, 0.82), at(0.7, 0.72)])
    assert strip is not None
    assert (strip.y0, strip.y1) == pytest.approx((0.93 - HIGHEST_STRIP, 0.93))


def test_without_evidence_there_is_nothing_to_show() -> None:
    assert strip_around([], [at(0.1, 0.2)]) is None
