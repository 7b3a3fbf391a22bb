from functools import lru_cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.fuzzy import (
    Allowance,
    ApproximateMatch,
    TooManyLookAlikes,
    approximate_matches,
    edit_distances,
    matches_within,
)

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


def exhaustive_matches(text, quote, most_edits):
    """The same search, character by character through the whole text."""
    return matches_within(text, quote, most_edits, [(0, len(text))], Allowance(10**9))


def edited(draw, quote, alphabet):
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(quote)))
        quote = quote[:at] + draw(st.text(alphabet, max_size=2)) + quote[at + draw(st.integers(0, 2)) :]
    return quote


@st.composite
def texts_with_look_alikes(draw):
    alphabet = draw(st.sampled_from(("ab", "ab ", "abcdefgh ", "the fe")))
    quote = draw(st.text(alphabet, min_size=1, max_size=40))
    parts = st.one_of(
        st.text(alphabet, max_size=30), st.builds(edited, st.just(draw), st.just(quote), st.just(alphabet))
    )
    return "".join(draw(st.lists(parts, max_size=5))), quote, draw(st.integers(0, len(quote) - 1))


@given(texts_with_look_alikes())
def test_nothing_is_missed_that_an_exhaustive_search_finds(drawn):
    assert approximate_matches(*drawn) == exhaustive_matches(*drawn)


@pytest.mark.parametrize("most", range(3, 24, 4))
def test_edits_in_every_piece_but_one_are_found(most):
    """The hardest case: all edits are spent, each in another piece, and put in before what must be recognised."""
    quote = "".join(f"{number:03d}" for number in range(100, 180))
    pieces = [quote[len(quote) * at // (most + 1) : len(quote) * (at + 1) // (most + 1)] for at in range(most + 1)]
    for whole, taken_out in product(range(most + 1), (0, 1)):
        put_in = "" if taken_out else "#"
        edited = (piece if at == whole else put_in + piece[taken_out:] for at, piece in enumerate(pieces))
        changed = "".join(edited)
        (match,) = approximate_matches(f"before {changed} after", quote, most)
        assert match.edits <= most


@pytest.mark.parametrize("count", [10, 40, 41, 160])
def test_every_single_edit_of_a_long_quote_is_found(count):
    quote = "".join(f"{number:04d}" for number in range(count))
    for at in range(0, len(quote), 7):
        text = f"before {quote[:at]}#{quote[at + 1 :]} after"
        assert approximate_matches(text, quote, 3) == [ApproximateMatch(7, 7 + len(quote), 1)]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a" * 300_000, "a" * 200 + "b" + "a" * 200),
        ("The fee is due today. " * 10_000, "The fee is due todey. " * 20),
    ],
    ids=["one letter", "one sentence"],
)
def test_a_text_of_look_alikes_is_given_up(text, quote):
    with pytest.raises(TooManyLookAlikes):
        approximate_matches(text, quote, len(quote) // 10)


def test_the_work_of_a_search_is_bounded_by_its_allowance():
    allowance = Allowance(1000)
    with pytest.raises(TooManyLookAlikes):
        approximate_matches("ab" * 5000, "ab" * 20 + "c", 2, allowance)
    assert -2000 < allowance.left < 0


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
