"""A picture is as wide as asked where that is sensible, and bounded whatever the page says of itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pictures.sizes import LONGEST_SIDE, MOST_PIXELS, PICTURE_WIDTHS, PageSize, pixels_for, width_for

sides = st.floats(0.01, 1e8)


@pytest.mark.parametrize(("asked", "drawn"), [(0, 160), (1, 160), (160, 160), (161, 320), (1000, 1280), (99999, 2560)])
def test_a_width_is_taken_up_to_the_next_one_that_is_drawn(asked: int, drawn: int) -> None:
    assert width_for(asked) == drawn


@given(sides, sides, st.sampled_from(PICTURE_WIDTHS))
def test_no_page_makes_a_picture_beyond_the_bounds(width: float, height: float, asked: int) -> None:
    wide, high = pixels_for(PageSize(width, height), asked)
    assert 1 <= wide <= asked
    assert 1 <= high <= LONGEST_SIDE
    assert wide * high <= 1.01 * MOST_PIXELS + LONGEST_SIDE


def test_an_ordinary_page_is_drawn_at_the_width_that_was_asked_for() -> None:
    assert pixels_for(PageSize(595, 842), 2560) == (2560, 3623)
