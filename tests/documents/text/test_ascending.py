from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.ascending import Ascending, longest_ascending


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ([], Ascending(())),
        ([5], Ascending((0,))),
        ([1, 2, 3], Ascending((0, 1, 2))),
        ([1, 3, 2, 3], Ascending((0, 2, 3))),
        ([1, 1], Ascending((), rival=(0, 1))),
        ([1, 2, 2, 3], Ascending((), rival=(1, 2))),
        ([3, 1, 2, 3], Ascending((1, 2, 3))),
    ],
)
def test_named_rows(numbers, found):
    assert longest_ascending(numbers) == found


@given(st.lists(st.integers(0, 6), max_size=8))
def test_it_is_the_only_longest_series_or_says_that_there_are_more(numbers):
    every = [
        indices
        for size in range(len(numbers), 0, -1)
        for indices in combinations(range(len(numbers)), size)
        if all(numbers[a] < numbers[b] for a, b in pairwise(indices))
    ]
    longest = [indices for indices in every if len(indices) == len(every[0])]
    found = longest_ascending(numbers)
    if len(longest) > 1:
        assert found.indices == ()
        assert all(any(index in series for series in longest) for index in found.rival)
    else:
        assert found == Ascending(longest[0] if longest else ())
