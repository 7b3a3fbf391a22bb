"""Page labels from the number tree of the catalogue, however it is built."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.pdf_labels import read_labels


def catalogue(*numbers: Any) -> dict[str, Any]:
    return {"/PageLabels": {"/Nums": list(numbers)}}


@pytest.mark.parametrize(
    ("root", "labels"),
    [
        ({}, None),
        ({"/PageLabels": None}, None),
        (catalogue(), None),
        (catalogue(0, {"/S": "/D"}), ("1", "2", "3", "4")),
        (catalogue(0, {"/S": "/r"}, 2, {"/S": "/D"}), ("i", "ii", "1", "2")),
        (catalogue(2, {"/S": "/D"}, 0, {"/S": "/R"}), ("I", "II", "1", "2")),
        (catalogue(0, {"/P": "Cover"}, 1, {"/S": "/A", "/St": 26}), ("Cover", "Z", "AA", "BB")),
        (catalogue(0, {"/S": "/D", "/P": "A-", "/St": 163}), ("A-163", "A-164", "A-165", "A-166")),
        (catalogue(1, {"/S": "/D"}), (None, "1", "2", "3")),
        (catalogue(0, {}, 1, {"/S": "/D"}), (None, "1", "2", "3")),
        (catalogue(0, {"/S": "/D", "/St": -4}), ("1", "2", "3", "4")),
        (catalogue(0, {"/S": "/unknown", "/P": "x"}), ("x",) * 4),
        (catalogue(9, {"/S": "/r"}), None),
        (catalogue(0, "broken", "x", {}, 1, {"/S": "/a"}), (None, "a", "b", "c")),
        (catalogue(0, {"/S": "/D", "/P": b"\xe9-"}), ("é-1", "é-2", "é-3", "é-4")),
        (catalogue(0, {"/P": "a\0\x07 b"}), ("a b",) * 4),
        (
            {"/PageLabels": {"/Kids": [{"/Nums": [0, {"/S": "/r"}]}, {"/Nums": [2, {"/S": "/D"}]}]}},
            ("i", "ii", "1", "2"),
        ),
    ],
)
def test_labels(root: dict[str, Any], labels: tuple[str | None, ...] | None) -> None:
    assert read_labels(root, 4) == labels


def test_a_tree_that_holds_itself_ends() -> None:
    tree: dict[str, Any] = {"/Nums": [0, {"/S": "/D"}]}
    tree["/Kids"] = [tree, {"/Kids": [tree]}]
    assert read_labels({"/PageLabels": tree}, 2) == ("1", "2")


def test_a_number_without_end_makes_no_endless_label() -> None:
    labels = read_labels(catalogue(0, {"/S": "/r", "/St": 2**31 - 9}, 1, {"/P": "x" * 10_000}), 2)
    assert labels is not None
    assert all(label is not None and len(label) <= 100 for label in labels)


@given(st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.sampled_from(["/Nums", "/Kids", "/S", "/P", "/St"]), inner, max_size=4),
    max_leaves=20,
))  # fmt: skip
def test_no_tree_is_too_odd(tree: Any) -> None:
    labels = read_labels({"/PageLabels": tree}, 3)
    assert labels is None or len(labels) == 3
