"""From what is known of chunks to one order; pure."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.parts import StoredParts
from search.ranking import (
    BY_MEANING,
    BY_WORDS,
    CONFIRMING,
    Ranked,
    Read,
    by_agreement,
    by_words_and_meaning,
    rank_by_parts,
    spread,
)

NOTHING: Mapping[int, int] = {}


def chunk(
    key: int,
    cosines: Sequence[float],
    words: Sequence[Mapping[int, int]] = (),
    pages: Sequence[Hashable] = (),
    length: int = 100,
) -> Read:
    """A chunk of parts that are `length` code points long, each on the page `pages` names, or all on one of its own."""
    spans = tuple((length * at, length * (at + 1)) for at in range(len(cosines)))
    parts = StoredParts(spans, tuple(range(len(spans) + 1)), np.zeros((len(spans), 1), dtype=np.float32))
    surroundings = [(page,) for page in pages or [("own", key)] * len(spans)]
    return Read(key, parts, cosines, words or [NOTHING] * len(spans), surroundings)


def keys(ranked: Sequence[Ranked]) -> list[int]:
    return [one.key for one in ranked]


def test_nothing_is_ranked_as_nothing() -> None:
    assert rank_by_parts([], [1.0]) == []


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=20))
def test_what_is_spread_has_its_mean_at_zero_and_keeps_its_order(values: list[float]) -> None:
    numbers = spread(values)
    assert float(numbers.mean()) == pytest.approx(0, abs=1e-5)
    assert not numbers.any() or float(numbers.std()) == pytest.approx(1, abs=1e-5)
    assert all(numbers[one] <= numbers[other] for one in range(len(values)) for other in range(len(values))
               if values[one] <= values[other])  # fmt: skip


@pytest.mark.parametrize("values", [[], [0.0], [0.3, 0.3, 0.3]])
def test_what_is_all_alike_tells_nothing(values: list[float]) -> None:
    assert spread(values).tolist() == [0.0] * len(values)


def test_words_and_cosines_are_measured_by_how_they_spread() -> None:
    assert by_words_and_meaning([0, 10], [0.5, 0.5]).tolist() == [-BY_WORDS, BY_WORDS]
    assert by_words_and_meaning([0, 10], [0.52, 0.5]) == pytest.approx([BY_MEANING - BY_WORDS, BY_WORDS - BY_MEANING])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(chunk(2, [0.5]), chunk(1, [0.3]), id="what is nearer"),
        pytest.param(chunk(2, [0.4], [{0: 1}]), chunk(1, [0.4], [{1: 1}]), id="a rare word"),
        pytest.param(chunk(2, [0.4], [{0: 2}]), chunk(1, [0.4], [{0: 1}]), id="what says it twice"),
        pytest.param(chunk(2, [0.4], [{0: 1, 1: 1}]), chunk(1, [0.4], [{0: 2}]), id="two words rather than one twice"),
        pytest.param(chunk(2, [0.4], [{0: 1}], length=50), chunk(1, [0.4], [{0: 1}], length=200), id="what is short"),
        pytest.param(chunk(2, [0.1, 0.6]), chunk(1, [0.4, 0.4]), id="the best part rather than the mean"),
    ],
)
def test_of_two_chunks_one_is_better(better: Read, worse: Read) -> None:
    others = [chunk(key, [0.2], [{1: 1}] if key % 2 else [NOTHING]) for key in range(10, 20)]
    order = keys(rank_by_parts([worse, *others, better], [3.0, 1.5]))
    assert order.index(2) < order.index(1)


def test_a_page_that_says_it_in_three_places_comes_before_one_that_says_it_once() -> None:
    once = chunk(1, [0.5, 0.1, 0.1])
    thrice = chunk(2, [0.5, 0.49, 0.48])
    assert keys(rank_by_parts([once, thrice], [])) == [2, 1]


def test_the_parts_of_other_chunks_on_a_page_speak_for_it_too() -> None:
    alone, one, other = chunk(1, [0.5], pages=["a"]), chunk(2, [0.5], pages=["b"]), chunk(3, [0.49], pages=["b"])
    far = [chunk(key, [0.1]) for key in (4, 5, 6)]
    assert keys(rank_by_parts([alone, one, other, *far], []))[:2] == [2, 3]


def test_a_part_on_two_pages_is_weighed_by_the_first_and_speaks_for_both() -> None:
    parts = chunk(1, [0.5]).parts
    on_both = Read(1, parts, [0.5], [NOTHING], [("poor", "rich")])
    on_rich, on_poor = chunk(2, [0.5], pages=["rich"]), chunk(3, [0.1], pages=["poor"])
    ranked = {one.key: one.score for one in rank_by_parts([on_both, on_rich, on_poor], [])}
    assert ranked[2] > ranked[1] > ranked[3]
    without = rank_by_parts([Read(1, parts, [0.5], [NOTHING], [("poor",)]), on_rich, on_poor], [])
    assert ranked[2] > next(one.score for one in without if one.key == 2)


def test_what_is_alike_comes_in_the_order_of_its_keys() -> None:
    assert keys(rank_by_parts([chunk(key, [0.4], [{0: 1}]) for key in (3, 1, 2)], [2.0])) == [1, 2, 3]


def test_the_best_part_is_told_with_the_neighbours_that_are_nearly_as_good() -> None:
    others = [chunk(key, [0.0, 0.02, 0.04]) for key in range(10, 30)]
    best = rank_by_parts([chunk(1, [0.0, 0.16, 0.2, 0.15, 0.0]), *others], [])[0]
    assert (best.key, best.core, best.span) == (1, (200, 300), (100, 400))


def test_what_was_found_in_a_chunk_is_told() -> None:
    with_word, without = rank_by_parts([chunk(1, [0.1, 0.4], [NOTHING, {0: 1}]), chunk(2, [-0.2])], [2.0])
    assert (with_word.key, with_word.cosine, with_word.has_words) == (1, 0.4, True)
    assert (without.cosine, without.has_words) == (-0.2, False)


COSINES = st.integers(-5, 10).map(lambda number: number / 10)
PART = st.tuples(COSINES, st.dictionaries(st.integers(0, 2), st.integers(1, 3), max_size=2), st.integers(0, 3))


@st.composite
def read(draw: st.DrawFn) -> list[Read]:
    drawn = draw(st.lists(st.lists(PART, min_size=1, max_size=4), min_size=1, max_size=6))
    return [
        chunk(key, [one for one, _, _ in parts], [words for _, words, _ in parts], [page for *_, page in parts])
        for key, parts in enumerate(drawn)
    ]


@given(read(), st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_what_is_ranked(chunks: list[Read], random: Random) -> None:
    worth = [4.0, 2.0, 0.5]
    shuffled = list(chunks)
    random.shuffle(shuffled)
    one, other = rank_by_parts(chunks, worth), rank_by_parts(shuffled, worth)
    assert {r.key: r.score for r in one} == pytest.approx({r.key: r.score for r in other}, abs=1e-9)
    for ranked in (one, other):
        assert [(-r.score, r.key) for r in ranked] == sorted((-r.score, r.key) for r in ranked)


@given(read())
def test_each_chunk_is_ranked_once_and_its_core_lies_in_its_span(chunks: list[Read]) -> None:
    ranked = rank_by_parts(chunks, [4.0, 2.0, 0.5])
    assert sorted(keys(ranked)) == [one.key for one in chunks]
    for one in ranked:
        assert one.span is not None
        assert one.core is not None
        assert one.core in chunks[one.key].parts.spans
        assert one.span[0] <= one.core[0] < one.core[1] <= one.span[1]


@given(read())
def test_what_holds_no_word_and_is_the_least_near_never_comes_before_anything(chunks: list[Read]) -> None:
    ranked = rank_by_parts([chunk(99, [-0.6]), *chunks], [4.0, 2.0, 0.5])
    least = next(one.score for one in ranked if one.key == 99)
    assert all(one.score >= least - 1e-9 for one in ranked)


def circle(*degrees: float) -> np.ndarray:
    """Vectors of length 1 in a plane."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_what_others_confirm_comes_before_what_stands_alone() -> None:
    """The fifth and the last have the same words and are as near to the question; the fifth is among others."""
    vectors = circle(40, 41, 42, 43, 44, 200, 210, 220, 230, -44)
    cosines = (vectors @ circle(0)[0]).tolist()
    words = [9, 9, 8, 8, 5, 0, 0, 0, 0, 5]
    assert by_words_and_meaning(words, cosines)[4] == pytest.approx(by_words_and_meaning(words, cosines)[9])
    scores = by_agreement(words, cosines, vectors)
    assert scores[4] > scores[9] > max(scores[5:9])


def test_few_passages_and_those_without_vectors_stand_alone() -> None:
    vectors = circle(*range(CONFIRMING))
    few = list(range(CONFIRMING))
    assert np.array_equal(by_agreement(few, few, vectors), by_words_and_meaning(few, few))
    many = list(range(2 * CONFIRMING))
    unknown = np.zeros((len(many), 2), dtype=np.float32)
    assert by_agreement(many, many, unknown) == pytest.approx(by_words_and_meaning(many, many))
