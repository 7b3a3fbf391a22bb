"""The parts of a chunk: they tile it, are stored in few bytes and are read back as they were."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.embeddings import HashEmbedder
from search.parts import (
    PART_TOKENS,
    Parts,
    StoredParts,
    decode_parts,
    encode_parts,
    means_of_tokens,
    token_groups,
    whole_as_part,
)
from search.words import words
from tests.strategies import awkward_text, prose

HALF = PART_TOKENS // 2


def parts_of(*spans: tuple[int, int]) -> Parts:
    return Parts(spans, np.eye(len(spans), 8, dtype=np.float32))


@pytest.mark.parametrize(
    ("tokens", "groups"),
    [
        (0, [(0, 0)]),
        (1, [(0, 1)]),
        (PART_TOKENS, [(0, PART_TOKENS)]),
        (PART_TOKENS + HALF - 1, [(0, PART_TOKENS + HALF - 1)]),
        (PART_TOKENS + HALF, [(0, PART_TOKENS), (PART_TOKENS, PART_TOKENS + HALF)]),
    ],
)
def test_a_short_rest_goes_with_the_part_before(tokens: int, groups: list[tuple[int, int]]) -> None:
    assert token_groups(tokens) == groups


@given(st.integers(1, 2000))
def test_groups_tile_the_tokens_and_none_is_much_longer_or_shorter_than_the_others(tokens: int) -> None:
    groups = token_groups(tokens)
    assert [place for first, end in groups for place in range(first, end)] == list(range(tokens))
    assert all(end - first < PART_TOKENS + HALF for first, end in groups)
    assert all(end - first >= HALF for first, end in groups[1:])


@given(st.lists(st.one_of(awkward_text, prose), max_size=12).map(" ".join))
def test_parts_leave_out_nothing_but_white_space(text: str) -> None:
    (parts,) = HashEmbedder(dimension=8, max_tokens=100_000).embed_parts([text])[1]
    edges = [edge for span in (parts.spans if parts else ()) for edge in span]
    assert edges == sorted(edges)
    between = zip([0, *edges[1::2]], [*edges[::2], len(text)], strict=True)
    assert not any(text[start:end].strip() for start, end in between)


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=5, max_size=5), min_size=1, max_size=6))
def test_what_is_stored_is_read_back_within_half_a_step(rows: list[list[float]]) -> None:
    vectors = np.asarray(rows, dtype=np.float32)
    spans = tuple((10 * at, 10 * at + 9) for at in range(len(rows)))
    stored = decode_parts(encode_parts(Parts(spans, vectors), [0, 4, 11]))
    half = np.abs(vectors).max(axis=1, keepdims=True) / 254
    assert stored.spans == spans
    assert stored.first_words[0] == 0
    assert stored.first_words[-1] == 3
    assert (np.abs(stored.vectors - vectors) <= half * 1.001 + 1e-30).all()


def test_cosines_of_what_is_read_back_are_right_within_a_thousandth() -> None:
    drawn = np.random.default_rng(7).standard_normal((400, 384)).astype(np.float32)
    rows = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    spans = tuple((at, at + 1) for at in range(200))
    stored = decode_parts(memoryview(encode_parts(Parts(spans, rows[:200]), range(200))))
    off = np.abs(stored.vectors @ rows[200:].T - rows[:200] @ rows[200:].T)
    assert float(np.quantile(off, 0.99)) < 1e-3
    assert stored.vectors.dtype == np.float32


def test_what_is_stored_takes_a_byte_a_number() -> None:
    assert len(encode_parts(parts_of((0, 5), (6, 9)), [0])) == 4 * (1 + 4 + 3) + 4 * 2 + 2 * 8


@pytest.mark.parametrize("stored", [b"", b"\1", b"\2\0\0\0", encode_parts(parts_of((0, 5), (6, 9)), [0])[:-3]])
def test_what_is_no_parts_is_refused(stored: bytes) -> None:
    with pytest.raises(ValueError, match=r"buffer|reshape"):
        decode_parts(stored)


@given(st.lists(st.sampled_from(["alpha", "be", "漢字漢字", "x-y", "...", "e\u0301"]), min_size=70, max_size=160))
def test_each_word_is_found_in_the_part_that_it_begins_in(pieces: list[str]) -> None:
    text = " ".join(pieces)
    found = list(words(text))
    (parts,) = HashEmbedder(dimension=8, max_tokens=100_000).embed_parts([text])[1]
    assert parts is not None
    stored = decode_parts(encode_parts(parts, [word.start for word in found]))
    for number, word in enumerate(found):
        assert stored.spans[stored.part_of_word(number)][0] <= word.start < stored.spans[stored.part_of_word(number)][1]
    assert stored.part_of_word(len(found) + 100) == len(parts) - 1


def test_a_part_in_which_no_word_begins_has_none() -> None:
    stored = StoredParts(((0, 9), (9, 12), (12, 20)), (0, 2, 2, 4), np.eye(3, dtype=np.float32))
    assert [stored.part_of_word(number) for number in range(5)] == [0, 0, 2, 2, 2]


@pytest.mark.parametrize(
    ("prefix", "spans"),
    [
        (0, ((0, 10), (11, 20))),
        (7, ((0, 3), (4, 13))),
        (10, ((1, 10),)),
        (20, None),
    ],
)
def test_without_its_prefix_a_text_has_the_parts_of_what_is_left(
    prefix: int, spans: tuple[tuple[int, int], ...] | None
) -> None:
    after = parts_of((0, 10), (11, 20)).after(prefix)
    assert (after and after.spans) == spans
    assert after is None or np.array_equal(after.vectors, np.eye(2, 8)[-len(after) :])


def test_a_text_of_which_only_its_vector_is_known_is_its_own_part() -> None:
    whole = whole_as_part(30, np.ones(4, dtype=np.float32))
    assert (whole.spans, whole.vectors.shape) == (((0, 30),), (1, 4))
    assert whole.part_of_word(12) == 0


def test_the_vector_of_a_part_is_the_mean_of_its_tokens_at_length_one() -> None:
    states = np.asarray([[3, 0], [0, 0], [0, 2], [0, 4], [1, 0], [-1, 0]], dtype=np.float32)
    means = means_of_tokens(states, [(0, 2), (2, 4), (4, 6)])
    assert means.tolist() == [[1, 0], [0, 1], [0, 0]]
    assert means.dtype == np.float32
