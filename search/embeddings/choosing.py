"""Which embedder the settings ask for."""

import functools
import logging
import os
import threading
from pathlib import Path

from search import conf
from search.embeddings.contract import Embedder, EmbedderUnavailable
from search.embeddings.hashing import HashEmbedder
from search.embeddings.http_service import HttpEmbedder
from search.embeddings.model_files import ModelFiles, model_folder, packaged_model
from search.embeddings.onnx_engine import OnnxEmbedder
from search.embeddings.openvino_engine import OpenVinoEmbedder

logger = logging.getLogger(__name__)

_loading = threading.Lock()

BACKENDS = ("auto", "openvino", "onnx", "http", "hash")


def get_embedder() -> Embedder:
    """The embedder of this process, loaded once; a forked process loads its own, for engines do not survive a
    fork.

    ``EMBEDDING_BACKEND`` chooses; ``auto`` is the service at ``EMBEDDING_URL`` where one is named, else the
    model of ``EMBEDDING_MODEL_PATH`` or the packaged one by OpenVINO, and by onnxruntime where OpenVINO
    cannot. Raises ``EmbedderUnavailable`` with a sentence for the operator.
    """
    with _loading:  # threads that ask together wait for one model instead of loading several
        return _embedder_of_process(
            os.getpid(),
            conf.embedding_backend(),
            conf.embedding_model_path(),
            conf.embedding_url(),
            conf.embedding_model(),
            conf.embedding_api_key(),
            conf.embedding_threads(),
        )


@functools.lru_cache(maxsize=1)
def _embedder_of_process(
    _process: int, backend: str, path: str, url: str, model: str, api_key: str, threads: int
) -> Embedder:
    if backend not in BACKENDS:
        raise EmbedderUnavailable(f"EMBEDDING_BACKEND is {backend!r}; it can be {', '.join(BACKENDS)}")
    if backend == "hash":
        return HashEmbedder()
    if backend == "http" or (backend == "auto" and url):
        return _service(url, model, api_key)
    return _local(backend, model_folder(Path(path)) if path else packaged_model(), threads)


def _service(url: str, model: str, api_key: str) -> Embedder:
    if not url or not model:
        raise EmbedderUnavailable("an embedding service needs both EMBEDDING_URL and EMBEDDING_MODEL")
    return HttpEmbedder(url, model, api_key=api_key)


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
