"""A reranker elsewhere that speaks the usual ``/rerank``.

With a model's name the request is ``{"model", "query", "documents"}``, as Jina, Cohere, Voyage and vLLM take it
(https://docs.cohere.com/reference/rerank, https://docs.vllm.ai/en/stable/examples/pooling/score/). Without one it is
``{"query", "texts", "truncate"}``, as Text Embeddings Inference takes it, which serves one model (``RerankRequest`` in
https://github.com/huggingface/text-embeddings-inference/blob/main/docs/openapi.json). Answers are read in either
shape: a list, or an object with one under ``results`` or ``data``, of ``{"index", "relevance_score"}`` or
``{"index", "score"}``.
"""

import functools
import json
import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from search.embeddings import encodable
from search.rerankers.contract import RerankerUnavailable

if TYPE_CHECKING:
    from httpx import Client, Response

BATCH = 32
"""Passages in one request: as many as Text Embeddings Inference takes unless it is told otherwise."""

REST_SECONDS = 30.0
"""How long a service that failed is not asked again: each question would wait for it in vain."""

LARGEST_ANSWER = 4_000_000
"""Bytes. Some services send every passage back."""


class HttpReranker:
    """Scores from a service at ``url``, to which ``/rerank`` is appended; ``model`` is its name there, "" for none.

    Nothing is tried twice, for somebody waits: ``seconds`` is all that the scores of one question may take.
    """

    def __init__(self, url: str, model: str = "", *, api_key: str = "", seconds: float = 5.0) -> None:
        self.url = url.rstrip("/").removesuffix("/rerank") + "/rerank"
        self.model = model
        if not is_address(url):
            raise RerankerUnavailable(f"RERANKER_URL is {url!r}, which is not an http or https address")
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._seconds = seconds
        self._rests_until = 0.0

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        now = time.monotonic()
        if now < self._rests_until:
            raise RerankerUnavailable(f"{self.url} failed a moment ago")
        parts = [passages[start : start + BATCH] for start in range(0, len(passages), BATCH)]
        try:
            return [score for part in parts for score in self._ask(question, part, now + self._seconds)]
        except RerankerUnavailable:
            self._rests_until = time.monotonic() + REST_SECONDS
            raise

    def _ask(self, question: str, passages: Sequence[str], deadline: float) -> list[float]:
        query, texts = encodable(question), [encodable(passage) for passage in passages]
        named: dict[str, object] = {"model": self.model, "query": query, "documents": texts}
        unnamed: dict[str, object] = {"query": query, "texts": texts, "truncate": True}
        answer = self._post(named if self.model else unnamed, deadline)
        try:
            return _scores(json.loads(answer), len(passages))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise RerankerUnavailable(f"{self.url} gave an answer of another shape: {error!r}") from error

    def _post(self, body: dict[str, object], deadline: float) -> bytes:
        import httpx

        left = max(deadline - time.monotonic(), 0.001)
        try:
            with self._client.stream("POST", self.url, json=body, timeout=left) as answer:
                read = self._read(answer, deadline)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise RerankerUnavailable(f"{self.url} cannot be asked: {type(error).__name__}: {error}") from error
        if not answer.is_success:
            raise RerankerUnavailable(f"{self.url} answers {answer.status_code}: {read.decode(errors='replace'):.300}")
        return read

    def _read(self, answer: "Response", deadline: float) -> bytes:
        """All of the answer: httpx' own limits are of the wait for each part, of which there may be many."""
        read = bytearray()
        for part in answer.iter_bytes():
            read += part
            if time.monotonic() > deadline or len(read) > LARGEST_ANSWER:
                raise RerankerUnavailable(f"{self.url} is too slow or says too much: {len(read)} bytes in time")
        return bytes(read)

    @functools.cached_property
    def _client(self) -> "Client":
        import httpx

        return httpx.Client(headers=self._headers)


def is_address(url: str) -> bool:
    """Whether something can be asked over HTTP at `url`."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _scores(answer: Any, expected: int) -> list[float]:
    rows = answer if isinstance(answer, list) else answer["results" if "results" in answer else "data"]
    by_index = {
        int(row["index"]): float(row["relevance_score" if "relevance_score" in row else "score"]) for row in rows
    }
    if sorted(by_index) != list(range(expected)) or not all(map(math.isfinite, by_index.values())):
        raise ValueError(f"{len(by_index)} scores for {expected} passages")
    return [by_index[index] for index in range(expected)]
