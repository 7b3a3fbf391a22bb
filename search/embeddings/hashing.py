"""An embedder without a model: for tests, and for trying things where no model is to be had."""

import hashlib
import itertools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from search.embeddings.contract import Vectors
from search.embeddings.vectors import check_length, unit_rows
from search.parts import Parts, token_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = re.compile(r"\w+")
PIECE = re.compile(r"\w{1,6}|[^\w\s]")
STEM = 5
"""Code points of a word's beginning that stand for it beside the word: "renewal" is near "renewed"."""


class HashEmbedder:
    """A bag of hashed words: texts that share words are near each other. Nothing is understood."""

    engine = "hash"
    tells_parts = True

    def __init__(self, dimension: int = 256, max_tokens: int = 254) -> None:
        self.dimension = dimension
        self.max_tokens = max_tokens
        self.identity = f"hash-1:{dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        for text in texts:
            check_length(len(self.token_offsets(text)), self.max_tokens)
        rows = [self._bag(text) for text in texts]
        return unit_rows(np.stack(rows)) if rows else np.empty((0, self.dimension), dtype=np.float32)

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        return self.embed(texts), [self._parts(text) for text in texts]

    def _parts(self, text: str) -> Parts | None:
        tokens = self.token_offsets(text)
        if not tokens:
            return None
        spans = tuple((tokens[first][0], tokens[end - 1][1]) for first, end in token_groups(len(tokens)))
        return Parts(spans, self.embed([text[start:end] for start, end in spans]))

    def embed_query(self, text: str) -> Vectors:
        read = self.token_offsets(text)[: self.max_tokens]
        row: Vectors = self.embed([text[: read[-1][1]] if read else ""])[0]
        return row

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in PIECE.finditer(text)]

    def _bag(self, text: str) -> "NDArray[Any]":
        import numpy as np

        bag = np.zeros(self.dimension)
        bag[0] = 1e-3  # a text without words has a direction too
        for word in itertools.chain.from_iterable((w, w[:STEM]) for w in WORD.findall(text.casefold())):
            number = int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest())
            bag[number % self.dimension] += 1 if number >> 63 else -1
        return bag
