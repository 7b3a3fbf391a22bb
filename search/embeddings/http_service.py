"""An embedding service elsewhere that speaks the ``/embeddings`` of OpenAI."""

import functools
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from search.embeddings.contract import EmbedderUnavailable, Vectors
from search.embeddings.vectors import check_length, encodable, in_groups, stacked, unit_rows
from search.parts import Parts

if TYPE_CHECKING:
    from httpx import Client, Response

BATCH = 64
ATTEMPTS = 3
LONGEST_WAIT_SECONDS = 20.0
BUSY = (429, 502, 503, 504)

PIECE = re.compile(r"[A-Za-z]{1,4}|\d{1,2}|\S")
"""What is counted as a token. Finer than what the usual tokenizers give for prose."""


class Busy(EmbedderUnavailable):
    """The service cannot answer now; asking again may help."""

    def __init__(self, sentence: str, wait_seconds: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait_seconds = wait_seconds


class HttpEmbedder:
    """Vectors from an OpenAI-compatible service.

    ``url`` is what ``/embeddings`` is appended to. The service's tokenizer is not at hand: ``token_offsets`` is an
    approximation that for prose counts rather too many tokens than too few, ``max_tokens`` is meant in these, and
    it is the service that refuses what is too long all the same. The first request tells the dimension. Busy
    answers (429, 502, 503, 504) and broken connections are tried twice again; not for a question, whose asker waits.
    """

    tells_parts = False

    def __init__(
        self, url: str, model: str, *, api_key: str = "", max_tokens: int = 500, timeout_seconds: float = 60.0
    ) -> None:
        self.url = url.rstrip("/").removesuffix("/embeddings")
        self.model = model
        self.max_tokens = max_tokens
        self._host = _host_of(self.url)
        self.engine = f"service at {self._host}"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._timeout_seconds = timeout_seconds

    @property
    def identity(self) -> str:
        # The host is part of it: two services may call different weights by one name.
        return f"{self.model}@{self._host}:{self.dimension}"

    @functools.cached_property
    def dimension(self) -> int:
        return int(self._ask(["dimension"]).shape[1])

    def embed(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            check_length(len(self.token_offsets(text)), self.max_tokens)
        return stacked([self._embed_batch(part) for part in in_groups(texts, BATCH)], lambda: self.dimension)

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        return self.embed(texts), [None] * len(texts)

    def embed_query(self, text: str) -> Vectors:
        read = self.token_offsets(text)[: self.max_tokens]
        row: Vectors = self._embed_batch([text[: read[-1][1]] if read else " "], attempts=1)[0]
        return row

    def token_offsets(self, text: str) -> list[tuple[int, int]]:
        """``[start, end)`` in code points of what is counted as tokens here, not of the model's own tokens."""
        return [match.span() for match in PIECE.finditer(text)]

    def _embed_batch(self, texts: Sequence[str], attempts: int = ATTEMPTS) -> Vectors:
        rows = self._ask(texts, attempts)
        if rows.shape[1] != self.dimension:
            raise EmbedderUnavailable(f"{self.url} gave {rows.shape[1]} numbers, not {self.dimension}")
        return rows

    def _ask(self, texts: Sequence[str], attempts: int = ATTEMPTS) -> Vectors:
        body = {"model": self.model, "input": [encodable(text) for text in texts], "encoding_format": "float"}
        answer = self._post(body, attempts)
        try:
            return unit_rows(_rows(answer.json(), len(texts)))
        except (KeyError, TypeError, ValueError) as error:
            raise EmbedderUnavailable(f"{self.url} gave an answer of another shape: {error!r}") from error

    def _post(self, body: Mapping[str, Any], attempts: int) -> "Response":
        for attempt in range(1, attempts):
            try:
                return self._post_once(body)
            except Busy as busy:
                time.sleep(busy.wait_seconds or float(attempt))
        return self._post_once(body)

    def _post_once(self, body: Mapping[str, Any]) -> "Response":
        import httpx

        try:
            answer = self._client.post(f"{self.url}/embeddings", json=body)
        except httpx.TransportError as error:
            raise Busy(f"{self.url} cannot be reached: {type(error).__name__}: {error}") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise EmbedderUnavailable(f"{self.url} cannot be asked: {error}") from error
        if answer.is_success:
            return answer
        refusal = f"{self.url} answers {answer.status_code}: {answer.text:.300}"
        if answer.status_code in BUSY:
            raise Busy(refusal, wait_seconds=_seconds_asked_for(answer))
        raise EmbedderUnavailable(refusal)

    @functools.cached_property
    def _client(self) -> "Client":
        import httpx

        return httpx.Client(headers=self._headers, timeout=self._timeout_seconds)


def _host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EmbedderUnavailable(f"EMBEDDING_URL is {url!r}, which is not an http or https address")
    return parts.hostname


def _seconds_asked_for(answer: "Response") -> float:
    """What ``Retry-After`` asks for, within reason; 0 where it asks for nothing or names a date."""
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked), LONGEST_WAIT_SECONDS) if asked.isascii() and asked.isdigit() else 0.0


def _rows(answer: Any, expected: int) -> Any:
    import numpy as np

    by_index = {int(item["index"]): item["embedding"] for item in answer["data"]}
    if sorted(by_index) != list(range(expected)):
        raise ValueError(f"{len(by_index)} vectors for {expected} texts")
    rows = np.asarray([by_index[index] for index in range(expected)], dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise ValueError("vectors of different lengths")
    return rows
