from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.fuzzy import ApproximateMatch, approximate_matches, edit_distances

words = st.text("ab ", min_size=1, max_size=10)


def distance(left, right):
    """The edits between two strings, by the textbook."""

    @lru_cache(None)
    def between(i, j):
        if not i or not j:
            return i + j
        return min(between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + (left[i - 1] != right[j - 1]))

    return between(len(left), len(right))


@given(words, st.text("ab ", max_size=14))
def test_the_distance_to_all_text_so_far(pattern, text):
    expected = [distance(pattern, text[:end]) for end in range(1, len(text) + 1)]
    assert list(edit_distances(pattern, text, anchored=True)) == expected


@given(words, st.text("ab ", max_size=10))
def test_the_distance_to_the_best_stretch_that_ends_here(pattern, text):
    expected = [min(distance(pattern, text[start:end]) for start in range(end + 1)) for end in range(1, len(text) + 1)]
    assert list(edit_distances(pattern, text, anchored=False)) == expected


@given(st.text("abc ", min_size=4, max_size=20), st.text("xyz", max_size=30), st.data())
def test_a_match_is_as_far_from_the_quote_as_it_says(quote, around, data):
    text = around + quote[: len(quote) // 2] + "-" + quote[len(quote) // 2 :] + around
    most = data.draw(st.integers(1, len(quote) - 1))
    for match in approximate_matches(text, quote, most):
        assert distance(quote, text[match.start : match.end]) == match.edits <= most


@pytest.mark.parametrize(
    ("text", "quote", "matches"),
    [
        ("the quick brown fox", "quick brown", [ApproximateMatch(4, 15, 0)]),
        ("the quik brown fox", "quick brown", [ApproximateMatch(4, 14, 1)]),
        ("the quiick brown fox", "quick brown", [ApproximateMatch(4, 16, 1)]),
        ("quick brown", "quick brown", [ApproximateMatch(0, 11, 0)]),
        ("quick brown, quick brawn", "quick brown", [ApproximateMatch(0, 11, 0), ApproximateMatch(13, 24, 1)]),
        ("nothing of the kind", "quick brown", []),
        ("", "quick brown", []),
    ],
)
def test_named_cases(text, quote, matches):
    assert list(approximate_matches(text, quote, 2)) == matches
