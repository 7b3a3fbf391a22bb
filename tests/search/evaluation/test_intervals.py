"""Figures with their intervals, and verdicts that chance does not give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.evaluation.intervals import difference, estimate, mean, percentile, verdict_of

shares = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@settings(max_examples=15)
@given(shares)
def test_a_figure_is_in_its_interval_and_the_same_each_time(values: list[float]) -> None:
    found = estimate(values)
    assert min(values) <= found.low + 1e-9
    assert found.low <= found.high <= max(values) + 1e-9
    assert found.value == mean(values)
    assert found == estimate(values)


def test_what_is_always_the_same_has_no_width() -> None:
    found = estimate([0.5] * 7)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_more_questions_make_it_narrower() -> None:
    few, many = estimate([0.0, 1.0] * 5), estimate([0.0, 1.0] * 80)
    assert many.high - many.low < (few.high - few.low) / 3
    assert many.low == pytest.approx(0.5 - 1.96 * 0.5 / 160**0.5, abs=0.02)


@pytest.mark.parametrize(("share", "value"), [(0.5, 6.0), (0.95, 10.0), (0.0, 1.0), (1.0, 10.0)])
def test_a_percentile_is_one_of_the_values(share: float, value: float) -> None:
    assert percentile(share)([float(n) for n in (3, 1, 2, 10, 9, 8, 4, 5, 6, 7)]) == value


def test_pairs_show_what_averages_hide() -> None:
    base = [n / 100 for n in range(100)]
    better = difference([value + 0.01 for value in base], base)
    assert better.verdict == "better"
    assert better.estimate.value == pytest.approx(0.01)
    assert difference(list(reversed(base)), base).verdict == "same"


def test_for_times_less_is_better() -> None:
    base = [100.0 + n for n in range(40)]
    faster = [value - 50 for value in base]
    assert difference(faster, base, percentile(0.5), lower_is_better=True).verdict == "better"
    assert difference(base, faster, percentile(0.5), lower_is_better=True).verdict == "worse"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.01, 0.2, "better"), (0.0, 0.2, "same"), (-0.1, 0.1, "same"), (-0.2, 0.0, "same"), (-0.2, -0.01, "worse")],
)
def test_only_a_whole_interval_is_a_verdict(low: float, high: float, verdict: str) -> None:
    assert verdict_of(low, high) == verdict
    opposite = {"better": "worse", "worse": "better", "same": "same"}
    assert verdict_of(low, high, lower_is_better=True) == opposite[verdict]
