"""Rank fusion: one order out of several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.fusion import RANK_CONSTANT, fuse

rankings = st.dictionaries(
    st.sampled_from(["words", "meaning", "title"]), st.lists(st.integers(0, 30), unique=True, max_size=15), max_size=3
)


def keys_of(ranked: dict[str, list[int]]) -> list[int]:
    return [one.key for one in fuse(ranked)]


def test_a_score_is_the_sum_of_the_reciprocal_ranks() -> None:
    fused = {one.key: one for one in fuse({"words": ["a", "b"], "meaning": ["b", "c"]})}
    assert fused["b"].score == pytest.approx(1 / (RANK_CONSTANT + 2) + 1 / (RANK_CONSTANT + 1))
    assert fused["b"].ranks == {"words": 2, "meaning": 1}
    assert fused["c"].ranks == {"meaning": 2}


def test_agreement_of_two_rankings_beats_the_top_of_one() -> None:
    assert keys_of({"words": [1, 2, 3], "meaning": [4, 5, 3]})[0] == 3


def test_equal_scores_go_by_the_order_of_the_rankings() -> None:
    assert keys_of({"words": [1, 2], "meaning": [3, 4]}) == [1, 3, 2, 4]
    assert keys_of({"meaning": [3, 4], "words": [1, 2]}) == [3, 1, 4, 2]


def test_equal_scores_go_by_the_best_rank_first() -> None:
    fused = fuse({"words": ["c", "b"], "meaning": ["a", "b"]}, k=0)
    assert [(one.key, one.score) for one in fused] == [("c", 1), ("a", 1), ("b", 1)]


def test_a_weight_can_silence_and_can_favour_a_ranking() -> None:
    ranked = {"words": [1, 2], "meaning": [3, 4]}
    assert [one.key for one in fuse(ranked, weights={"meaning": 3})][:2] == [3, 4]
    assert {one.key: one.score for one in fuse(ranked, weights={"meaning": 0})}[3] == 0


def test_a_key_that_a_ranking_repeats_counts_once() -> None:
    assert fuse({"words": [1, 1, 2]}) == fuse({"words": [1, 2]})


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"k": -1}, "cannot be negative"),
        ({"weights": {"words": -1.0}}, "negative weights: words"),
        ({"weights": {"wrods": 1.0}}, "not there: wrods"),
    ],
)
def test_a_mistake_in_the_call_is_said(how: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        fuse({"words": [1]}, **how)  # type: ignore[arg-type]


@given(rankings)
def test_every_key_comes_out_once_with_its_ranks(ranked: dict[str, list[int]]) -> None:
    fused = fuse(ranked)
    assert sorted(one.key for one in fused) == sorted(set().union(*ranked.values()))
    for one in fused:
        assert one.ranks == {name: keys.index(one.key) + 1 for name, keys in ranked.items() if one.key in keys}


@given(rankings)
def test_the_best_score_comes_first(ranked: dict[str, list[int]]) -> None:
    scores = [one.score for one in fuse(ranked)]
    assert scores == sorted(scores, reverse=True)


@given(rankings)
def test_the_same_rankings_give_the_same_list(ranked: dict[str, list[int]]) -> None:
    assert fuse(ranked) == fuse({name: list(keys) for name, keys in ranked.items()})


@given(st.lists(st.integers(), unique=True))
def test_one_ranking_keeps_its_order(keys: list[int]) -> None:
    assert keys_of({"words": keys}) == keys


@given(rankings, st.integers(0, 30))
def test_a_better_rank_in_one_ranking_never_makes_a_score_worse(ranked: dict[str, list[int]], key: int) -> None:
    before = {one.key: one.score for one in fuse(ranked)}
    promoted = {name: [key, *(other for other in keys if other != key)] for name, keys in ranked.items()}
    after = {one.key: one.score for one in fuse(promoted)}
    assert after.get(key, 0) >= before.get(key, 0)
