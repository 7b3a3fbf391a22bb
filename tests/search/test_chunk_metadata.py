"""The seam: what goes into the real Chroma comes back equal and with equal types, or is refused."""

import enum
import math
import uuid
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from search.chunk_metadata import (
    JSON_MARK,
    MAX_KEYS,
    MAX_LIST,
    UnrepresentableMetadata,
    chunk_metadata,
    decode_metadata,
    encode_metadata,
)
from search.vector_store import VectorRecord, VectorStore, get_store


class Level(enum.IntEnum):
    ONE = 1


class Name(str):
    __slots__ = ()


KEPT: dict[str, object] = {
    "text": "iv",
    "empty text": "",
    "number as text": "7",
    "leading zeros": "007",
    "number": 7,
    "zero": 0,
    "true": True,
    "false": False,
    "none": None,
    "largest 64-bit": 2**63 - 1,
    "smallest 64-bit": -(2**63),
    "beyond 64 bits": 2**63,
    "below 64 bits": -(2**63) - 1,
    "huge": 10**400,
    "beyond a double": 2**53 + 1,
    "whole float": 3.0,
    "minus zero": -0.0,
    "float with many digits": 123456789.123456789,
    "least float": 5e-324,
    "largest float": 1.7976931348623157e308,
    "emoji": "👩‍👩‍👧‍👦",
    "decomposed": "e\u0301",
    "composed": "\u00e9",
    "right to left": "שלום",
    "nul": "a\0b",
    "noncharacter": "\ufffe\uffff",
    "lone surrogate": "\ud800",
    "reversed surrogates": "\ude00\ud83d",
    "line ends": "a\r\nb\u2028c",
    "long text": "x" * 1_000_000,
    "text that looks like json": '{"page": 1}',
    "text with the mark": JSON_MARK + "7",
    "text that is the mark": JSON_MARK,
    "text with the mark twice": JSON_MARK * 2 + "{oops",
    "the word null": "null",
    "empty list": [],
    "empty dict": {},
    "list of text": ["iv", "", "v"],
    "list of numbers": [7, 8],
    "list of one": [7],
    "list of bools": [True, False],
    "list of floats": [1.0, 2.5, -0.0],
    "numbers and floats": [1, 2.5],
    "numbers and bools": [1, True, 0, False],
    "labels with a hole": ["iv", None, "v"],
    "nothing but holes": [None, None],
    "list of lists": [[1], [], ["a", None]],
    "list beyond 64 bits": [2**63],
    "list with the mark": [JSON_MARK + "x"],
    "list with nul": ["a\0"],
    "list at the limit": list(range(MAX_LIST)),
    "list beyond the limit": list(range(MAX_LIST + 1)),
    "very long list": list(range(20_000)),
    "page spans": [{"page": 7, "start": 0, "end": 5}, {"page": 8, "start": 7, "end": 9}],
    "deep": {"a": [{"b": {"c": [None, True, 1, 1.0, "1"]}}]},
}

REFUSED: dict[str, object] = {
    "not a number": math.nan,
    "infinity": math.inf,
    "infinity in a list": [1.0, -math.inf],
    "tuple": ("a", "b"),
    "tuple within": [("a", 1)],
    "set": {"a"},
    "bytes": b"a",
    "decimal": Decimal("1.5"),
    "object": object(),
    "enum": Level.ONE,
    "kind of text": Name("iv"),
    "kind of text within": [Name("iv")],
    "dict with numbers as keys": {7: "iv"},
    "surrogate pair": "\ud83d\ude00",
    "surrogate pair as key": {"\ud83d\ude00": 1},
    "too many digits": 10**5000,
}

KEPT_KEYS = ["a", "a.b", "a:b", "é", " ", "_type", "id", "chroma_x", "x$", "k" * 5000]
REFUSED_KEYS: list[Any] = [
    "",
    "chroma:document",
    "chroma:uri",
    "chroma:x",
    "$and",
    "$x",
    "#document",
    "a\0b",
    "\ud800",
    7,
]


def typed(value: object) -> object:
    """What two values must have in common to be the same, written apart from the code under test."""
    if isinstance(value, dict):
        return (type(value), {key: typed(one) for key, one in value.items()})
    if isinstance(value, list | tuple):
        return (type(value), [typed(one) for one in value])
    return (type(value), repr(value))


@pytest.fixture(scope="module")
def store() -> VectorStore:
    return get_store()


@pytest.fixture(scope="module")
def name(store: VectorStore) -> Iterator[str]:
    name = f"seam-{uuid.uuid4().hex}"
    store.ensure(name, 2)
    yield name
    store.drop(name)


def through_chroma(store: VectorStore, name: str, many: list[dict[str, object]]) -> list[dict[str, object]]:
    """The same metadata, written and read back in one request each."""
    batch = uuid.uuid4().hex
    ids = [f"{batch}-{n}" for n in range(len(many))]
    records = [VectorRecord(id_, [1.0, 0.0], values) for id_, values in zip(ids, many, strict=True)]
    store.upsert(name, records)
    found = store.fetch(name, ids)
    return [found[id_] for id_ in ids]


def test_awkward_values_cross_chroma_unchanged(store: VectorStore, name: str) -> None:
    written = [{"value": value} for value in KEPT.values()]
    read = through_chroma(store, name, written)
    changed = [case for case, one, two in zip(KEPT, written, read, strict=True) if typed(one) != typed(two)]
    assert changed == []


@pytest.mark.parametrize("value", REFUSED.values(), ids=REFUSED.keys())
def test_what_would_come_back_changed_is_refused(value: object) -> None:
    with pytest.raises(UnrepresentableMetadata):
        encode_metadata({"value": value})


def test_awkward_keys_cross_chroma_unchanged(store: VectorStore, name: str) -> None:
    written: list[dict[str, object]] = [{key: 7} for key in KEPT_KEYS]
    assert through_chroma(store, name, written) == written


@pytest.mark.parametrize("key", REFUSED_KEYS)
def test_keys_that_chroma_loses_or_refuses_are_refused(key: Any) -> None:
    with pytest.raises(UnrepresentableMetadata):
        encode_metadata({key: 1})


def test_the_largest_metadata_that_is_accepted_is_kept(store: VectorStore, name: str) -> None:
    most: dict[str, object] = {f"key{n}": list(range(MAX_LIST)) for n in range(MAX_KEYS)}
    assert through_chroma(store, name, [most, most]) == [most, most]
    with pytest.raises(UnrepresentableMetadata, match="33 keys"):
        encode_metadata(most | {"one more": 1})


anything_in_text = st.text(st.characters(exclude_categories=()), max_size=20)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**64), 2**64)
    | st.floats()
    | anything_in_text
    | anything_in_text.map(lambda text: JSON_MARK + text)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(anything_in_text, inner, max_size=4),
    max_leaves=12,
)
kinds: list[st.SearchStrategy[Any]] = [st.integers(), st.booleans(), st.floats(), anything_in_text]
homogeneous = st.one_of([st.lists(kind, max_size=8) for kind in kinds])
metadata = st.dictionaries(anything_in_text, values | homogeneous, max_size=5)


def representable(many: list[dict[str, object]]) -> list[dict[str, object]]:
    return [one for one in many if not is_refused(one)]


def is_refused(one: dict[str, object]) -> bool:
    try:
        encode_metadata(one)
    except UnrepresentableMetadata:
        return True
    return False


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(many=st.lists(metadata, min_size=1, max_size=40))
def test_whatever_is_not_refused_crosses_chroma_unchanged(
    store: VectorStore, name: str, many: list[dict[str, object]]
) -> None:
    written = representable(many)
    assert [typed(one) for one in through_chroma(store, name, written)] == [typed(one) for one in written]


@given(metadata)
def test_what_is_encoded_is_decoded_equal(one: dict[str, object]) -> None:
    if not is_refused(one):
        assert typed(decode_metadata(encode_metadata(one))) == typed(one)


plain_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | plain_text,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(plain_text, inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_no_json_value_is_refused(value: object) -> None:
    assert not is_refused({"value": value})


@given(json_values)
def test_nothing_is_written_that_chroma_would_change(value: object) -> None:
    stored = encode_metadata({"value": value})["value"]
    scalars_of = stored if isinstance(stored, list) else [stored]
    assert {type(one) for one in scalars_of} in ({str}, {int}, {bool})


@pytest.mark.parametrize("stored", [JSON_MARK + "{oops", JSON_MARK, 1.5, None, [], {"a": 1}, [1, "a"]])
def test_what_was_not_written_here_is_not_decoded(stored: object) -> None:
    with pytest.raises(UnrepresentableMetadata):
        decode_metadata({"value": stored})


PLACE: dict[str, Any] = {
    "document_id": 1,
    "collection_id": 2,
    "revision_id": 3,
    "generation": 4,
    "start": 10,
    "end": 25,
    "digest": "ab" * 32,
}
SPANS = [{"page": 7, "start": 0, "end": 12}, {"page": 8, "start": 14, "end": 30}]


def test_a_chunk_carries_the_pages_that_it_meets(store: VectorStore, name: str) -> None:
    chunk = chunk_metadata(**PLACE, page_spans=SPANS, page_labels=["iv", None])
    assert chunk == PLACE | {"page_spans": SPANS, "page_numbers": [7, 8], "page_labels": ["iv", None]}
    assert through_chroma(store, name, [chunk]) == [chunk]
    stored = encode_metadata(chunk)
    assert stored["page_numbers"] == [7, 8], "page numbers stay a list that can be filtered on"
    assert str(stored["page_spans"]).startswith(JSON_MARK + "[{")


def test_a_chunk_without_pages_has_no_page_keys() -> None:
    assert chunk_metadata(**PLACE) == PLACE
    assert chunk_metadata(**PLACE, page_labels=[]) == PLACE


def test_a_chunk_of_a_file_without_labels_has_no_labels() -> None:
    assert "page_labels" not in chunk_metadata(**PLACE, page_spans=SPANS)


def test_labels_of_other_pages_are_refused() -> None:
    with pytest.raises(ValueError, match="3 page labels for 2 pages"):
        chunk_metadata(**PLACE, page_spans=SPANS, page_labels=["iv", "v", "vi"])
