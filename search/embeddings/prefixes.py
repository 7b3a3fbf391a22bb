"""What some models want written before a question and before a passage ("query: ", "passage: ")."""

import hashlib
from collections.abc import Sequence

from search.embeddings.contract import Embedder, EmbedderUnavailable, Vectors
from search.parts import Parts


class PrefixedEmbedder:
    """Another embedder, given every text with its prefix. Nobody else sees the prefixes: offsets are of the text alone.

    ``EmbedderUnavailable`` for a prefix that leaves the model no token to read.
    """

    def __init__(self, embedder: Embedder, query_prefix: str, passage_prefix: str) -> None:
        self._embedder = embedder
        self._query_prefix = query_prefix
        self._passage_prefix = passage_prefix
        self.max_tokens = embedder.max_tokens - len(embedder.token_offsets(passage_prefix))
        if self.max_tokens < 1 or len(embedder.token_offsets(query_prefix)) >= embedder.max_tokens:
            raise EmbedderUnavailable("EMBEDDING_QUERY_PREFIX or EMBEDDING_PASSAGE_PREFIX is all that the model reads")

    @property
    def identity(self) -> str:
        """That of the embedder, less that its vectors may not be compared with those of other prefixes."""
        name, _, dimension = self._embedder.identity.rpartition(":")
        digest = hashlib.sha256(f"{self._query_prefix}\0{self._passage_prefix}".encode()).hexdigest()
        return f"{name}+{digest[:8]}:{dimension}"

    @property
    def engine(self) -> str:
        return self._embedder.engine

    @property
    def tells_parts(self) -> bool:
        return self._embedder.tells_parts

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.embed([self._passage_prefix + text for text in texts])

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        vectors, found = self._embedder.embed_parts([self._passage_prefix + text for text in texts])
        return vectors, [parts and parts.after(len(self._passage_prefix)) for parts in found]

    def embed_query(self, text: str) -> Vectors:
        return self._embedder.embed_query(self._query_prefix + text)

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        return self._embedder.token_offsets(text)
