"""A range of labels is only ever written where they count up by one in one style."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text.numbering import counting_runs, readings_of

LABEL = st.sampled_from(
    ["1", "2", "3", "10", "i", "ii", "iii", "iv", "v", "I", "II", "a", "b", "h", "j", "A-1", "A-2", "B-1", "x", "", "?"]
)


@pytest.mark.parametrize(
    ("labels", "runs"),
    [
        (["1", "2", "3"], [(0, 2)]),
        (["9", "10"], [(0, 1)]),
        (["iv", "1"], [(0, 0), (1, 1)]),
        (["viii", "ix", "x", "xi"], [(0, 3)]),
        (["xxxix", "xl"], [(0, 1)]),
        (["IV", "V", "vi"], [(0, 1), (2, 2)]),
        (["a", "b", "c", "d"], [(0, 3)]),
        (["z", "aa", "bb"], [(0, 2)]),
        (["h", "i", "ii"], [(0, 1), (2, 2)]),
        (["c", "d"], [(0, 1)]),
        (["A-1", "A-2"], [(0, 1)]),
        (["A-i", "A-ii"], [(0, 1)]),
        (["A-2", "B-3"], [(0, 0), (1, 1)]),
        (["2", "1"], [(0, 0), (1, 1)]),
        (["1", "3"], [(0, 0), (1, 1)]),
        (["x", "x"], [(0, 0), (1, 1)]),
        (["front", "fronu"], [(0, 0), (1, 1)]),
        (["iiii", "v"], [(0, 0), (1, 1)]),
        (["Iv", "v"], [(0, 0), (1, 1)]),
        (["١", "٢"], [(0, 0), (1, 1)]),
        (["", ""], [(0, 0), (1, 1)]),
        ([], []),
    ],
)
def test_labels_that_count_up_in_one_style_are_one_run(labels, runs):
    assert counting_runs(labels) == runs


@given(st.lists(LABEL, max_size=12))
def test_runs_hold_every_label_once_and_in_order(labels):
    held = [at for first, last in counting_runs(labels) for at in range(first, last + 1)]
    assert held == list(range(len(labels)))


@given(st.lists(LABEL, max_size=12))
def test_all_of_a_run_can_be_read_in_one_style(labels):
    for first, last in counting_runs(labels):
        counted = [
            all(replace(one, value=one.value + at - first) in readings_of(labels[at]) for at in range(first, last + 1))
            for one in readings_of(labels[first])
        ]
        assert first == last or any(counted)
