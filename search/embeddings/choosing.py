"""Which embedder the settings ask for, and which one goes with what was made before."""

import functools
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit, urlunsplit

from search import conf
from search.embeddings.contract import Embedder, EmbedderUnavailable
from search.embeddings.hashing import HashEmbedder
from search.embeddings.http_service import HttpEmbedder
from search.embeddings.model_files import ModelFiles, model_folder, packaged_model
from search.embeddings.onnx_engine import OnnxEmbedder
from search.embeddings.openvino_engine import OpenVinoEmbedder
from search.embeddings.prefixes import PrefixedEmbedder

logger = logging.getLogger(__name__)

_loading = threading.Lock()

BACKENDS = ("auto", "openvino", "onnx", "http", "hash")

MOST_LOADED = 3
"""Models that a process holds at once: its own, and those of candidates that are compared with it."""


class EmbedderSettings(NamedTuple):
    """What chooses an embedder, as it may be stored beside what it made: no key is in it, nor how it is run."""

    backend: str = "auto"
    path: str = ""
    url: str = ""
    model: str = ""
    max_tokens: int = 0
    query_prefix: str = ""
    passage_prefix: str = ""


class Made(Protocol):
    """What was made with an embedder: ``model`` is its identity, ``embedder`` what ``embedder_settings`` gave then."""

    @property
    def model(self) -> str: ...

    @property
    def embedder(self) -> Mapping[str, Any] | None: ...


def get_embedder() -> Embedder:
    """The embedder of this process, loaded once; a forked process loads its own, for engines do not survive a
    fork.

    ``EMBEDDING_BACKEND`` chooses; ``auto`` is the service at ``EMBEDDING_URL`` where one is named, else the
    model of ``EMBEDDING_MODEL_PATH`` or the packaged one by OpenVINO, and by onnxruntime where OpenVINO
    cannot. Raises ``EmbedderUnavailable`` with a sentence for the operator.
    """
    return _loaded(_of_process())


def embedder_of(made: Made) -> Embedder:
    """The embedder that ``made`` goes with: that of this process if it is the same, else the one whose settings are
    stored with it. Without such settings that of this process, whose identity then tells that it is not the same.

    Raises ``EmbedderUnavailable``.
    """
    own = get_embedder()
    return own if own.identity == made.model or not made.embedder else _loaded(_as_stored(made.embedder))


def embedder_settings() -> dict[str, str | int]:
    """The settings of this process's embedder, fit to be stored."""
    settings = _of_process()
    path = str(Path(settings.path).resolve()) if settings.path else ""
    return settings._replace(path=path, url=_without_secrets(settings.url))._asdict()


def _of_process() -> EmbedderSettings:
    return EmbedderSettings(
        conf.embedding_backend(),
        conf.embedding_model_path(),
        conf.embedding_url(),
        conf.embedding_model(),
        conf.embedding_max_tokens(),
        conf.embedding_query_prefix(),
        conf.embedding_passage_prefix(),
    )


def _as_stored(stored: Mapping[str, Any]) -> EmbedderSettings:
    """What another release stored beside is passed over."""
    settings = EmbedderSettings(**{name: stored[name] for name in EmbedderSettings._fields if name in stored})
    is_own_service = settings.url == _without_secrets(conf.embedding_url())
    return settings._replace(url=conf.embedding_url()) if is_own_service else settings


def _without_secrets(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


def _loaded(settings: EmbedderSettings) -> Embedder:
    """The key is for the service of this process alone: it is never sent to another."""
    api_key = conf.embedding_api_key() if settings.url == conf.embedding_url() else ""
    with _loading:  # threads that ask together wait for one model instead of loading several
        return _embedder_of_process(os.getpid(), settings, api_key, conf.embedding_threads())


@functools.lru_cache(maxsize=MOST_LOADED)
def _embedder_of_process(_process: int, settings: EmbedderSettings, api_key: str, threads: int) -> Embedder:
    backend, prefixes = settings.backend, (settings.query_prefix, settings.passage_prefix)
    if backend not in BACKENDS:
        raise EmbedderUnavailable(f"EMBEDDING_BACKEND is {backend!r}; it can be {', '.join(BACKENDS)}")
    if backend == "hash":
        return _prefixed(HashEmbedder(), *prefixes)
    if backend == "http" or (backend == "auto" and settings.url):
        return _prefixed(_service(settings.url, settings.model, api_key, settings.max_tokens), *prefixes)
    files = model_folder(Path(settings.path)) if settings.path else packaged_model()
    return _prefixed(_local(backend, files, threads), *prefixes)


def _prefixed(embedder: Embedder, query_prefix: str, passage_prefix: str) -> Embedder:
    return PrefixedEmbedder(embedder, query_prefix, passage_prefix) if query_prefix or passage_prefix else embedder


def _service(url: str, model: str, api_key: str, max_tokens: int) -> Embedder:
    if not url or not model:
        raise EmbedderUnavailable("an embedding service needs both EMBEDDING_URL and EMBEDDING_MODEL")
    if max_tokens < 1:
        raise EmbedderUnavailable(f"EMBEDDING_MAX_TOKENS is {max_tokens}: a text has at least one token")
    return HttpEmbedder(url, model, api_key=api_key, max_tokens=max_tokens)


def _local(backend: str, files: ModelFiles, threads: int) -> Embedder:
    if backend == "onnx":
        return OnnxEmbedder(files, threads)
    try:
        return OpenVinoEmbedder(files, threads)
    except (ImportError, OSError, RuntimeError, EmbedderUnavailable) as error:
        if backend == "openvino":
            raise EmbedderUnavailable(f"OpenVINO cannot be used: {error}") from error
        logger.warning("OpenVINO cannot be used, onnxruntime is: %s", error)
    return OnnxEmbedder(files, threads)
