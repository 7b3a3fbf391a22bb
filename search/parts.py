"""The parts of a chunk, small enough to find with: where each stands, and its vector in as few bytes as ranking needs.

A chunk is read by the model as a whole and its parts are taken out of what the model made of it: each knows what
stands around it, and none of them costs a run of the model.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[float32]
else:
    Vectors: TypeAlias = "NDArray[float32]"

PART_TOKENS = 56
"""Tokens of the embedding model: two sentences or three. Parts of 40 find as well, parts of 72 and more do not."""

_STEPS = 127
"""Of a signed byte. Rounded to it, a cosine moves by less than a thousandth."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Parts of one text in order: `spans` in its code points, half-open, and a row of length 1 of `vectors` for each.

    They follow each other and leave out nothing but white space; the last may be half as long again as the others.
    """

    spans: tuple[tuple[int, int], ...]
    vectors: Vectors

    def __len__(self) -> int:
        return len(self.spans)

    def after(self, prefix: int) -> Parts | None:
        """The same, of the text less so many code points at its beginning; None where nothing else is left."""
        kept = [(at, (max(start - prefix, 0), end - prefix)) for at, (start, end) in enumerate(self.spans)]
        kept = [(at, span) for at, span in kept if span[1] > 0]
        return Parts(tuple(span for _, span in kept), self.vectors[[at for at, _ in kept]]) if kept else None


def token_groups(tokens: int) -> list[tuple[int, int]]:
    """`[first, end)` of the tokens of each part of a text that has so many; a short rest goes with the part before."""
    starts = list(range(0, tokens, PART_TOKENS)) or [0]
    if len(starts) > 1 and tokens - starts[-1] < PART_TOKENS // 2:
        starts.pop()
    return list(zip(starts, [*starts[1:], tokens], strict=True))


@dataclass(frozen=True, slots=True)
class StoredParts:
    """`Parts` as they are read back, their vectors within a thousandth.

    `first_words` has for each part which word of the text, counted from 0, is the first that begins in it, and at last
    how many words there are.
    """

    spans: tuple[tuple[int, int], ...]
    first_words: tuple[int, ...]
    vectors: Vectors

    def part_of_word(self, word: int) -> int:
        """In which part the word with that number begins; the last for one beyond the end."""
        return min(bisect_right(self.first_words, word, hi=len(self.spans)) - 1, len(self.spans) - 1)


def encode_parts(parts: Parts, word_starts: Sequence[int]) -> bytes:
    """As stored: how many, their spans, first words and scales, then a signed byte for each number.

    `word_starts` are the places of the words of the text, in order.
    """
    import numpy as np

    vectors = np.asarray(parts.vectors, dtype=np.float32)
    scales = np.abs(vectors).max(axis=1) / _STEPS
    steps = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None]).astype("<i1")
    firsts = [0, *(bisect_left(word_starts, start) for start, _ in parts.spans[1:]), len(word_starts)]
    numbers = [len(parts), *(edge for span in parts.spans for edge in span), *firsts]
    return np.asarray(numbers, dtype="<u4").tobytes() + scales.astype("<f4").tobytes() + steps.tobytes()


def decode_parts(stored: bytes | memoryview) -> StoredParts:
    """What `encode_parts` wrote. ValueError for anything else."""
    import numpy as np

    data = bytes(stored)
    count = int(np.frombuffer(data, dtype="<u4", count=1)[0])
    numbers = np.frombuffer(data, dtype="<u4", count=3 * count + 1, offset=4).tolist()
    after = 4 * (3 * count + 2)
    scales = np.frombuffer(data, dtype="<f4", count=count, offset=after)
    steps = np.frombuffer(data, dtype="<i1", offset=after + 4 * count).reshape(count, -1)
    vectors: Vectors = steps.astype(np.float32) * scales[:, None]
    edges = numbers[: 2 * count]
    return StoredParts(tuple(zip(edges[::2], edges[1::2], strict=True)), tuple(numbers[2 * count :]), vectors)


def whole_as_part(length: int, vector: Vectors) -> StoredParts:
    """A text of which only its own vector is known, as its only part."""
    return StoredParts(((0, length),), (0, 0), vector[None, :])


def means_of_tokens(states: Vectors, groups: Sequence[tuple[int, int]]) -> Vectors:
    """The mean of the token vectors of each group, at length 1: `[tokens, dimension]` to `[groups, dimension]`."""
    import numpy as np

    means = np.stack([states[first:end].mean(axis=0) for first, end in groups])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    units: Vectors = (means / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return units
