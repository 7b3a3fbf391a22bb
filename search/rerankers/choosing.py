"""Which reranker the settings ask for, and what is wrong with them."""

import functools
import os
import threading
from pathlib import Path

from search import conf
from search.rerankers.contract import Reranker, RerankerUnavailable
from search.rerankers.cross_encoder import CrossEncoder
from search.rerankers.http_service import HttpReranker, is_address

_loading = threading.Lock()


def get_reranker() -> Reranker | None:
    """The reranker of this process, loaded once; a forked process loads its own. None where no setting names one.

    ``RERANKER_URL`` comes before ``RERANKER_PATH``. Raises ``RerankerUnavailable`` with a sentence for the operator.
    """
    path, url = conf.reranker_path(), conf.reranker_url()
    if not path and not url:
        return None
    with _loading:  # threads that ask together wait for one model instead of loading several
        return _reranker_of_process(
            os.getpid(),
            path,
            url,
            conf.reranker_model(),
            conf.reranker_api_key(),
            conf.reranker_seconds(),
            conf.embedding_threads(),
        )


def settings_problems() -> list[str]:
    """What is wrong with the settings, in sentences; nothing is loaded or asked."""
    path, url = conf.reranker_path(), conf.reranker_url()
    found = []
    if path and url:
        found.append("RERANKER_PATH and RERANKER_URL both name a reranker: the service is used and the folder is not.")
    if url and not is_address(url):
        found.append(f"RERANKER_URL is {url!r}, which is not an http or https address.")
    if path and not url and (missing := _missing_file(Path(path))):
        found.append(f"RERANKER_PATH: there is no {missing}.")
    if conf.reranker_model() and not url:
        found.append("RERANKER_MODEL names the model of a service, but RERANKER_URL names no service.")
    if conf.rerank_top() < 1:
        found.append(f"RERANK_TOP is {conf.rerank_top()}: fewer than one passage cannot be put in order.")
    if conf.reranker_seconds() <= 0:
        found.append(f"RERANKER_SECONDS is {conf.reranker_seconds():g}: no service answers in no time.")
    return found


def _missing_file(folder: Path) -> Path | None:
    models, tokenizer = (folder / "model.onnx", folder / "onnx" / "model.onnx"), folder / "tokenizer.json"
    if not any(model.is_file() for model in models):
        return models[0]
    return None if tokenizer.is_file() else tokenizer


@functools.lru_cache(maxsize=1)
def _reranker_of_process(
    _process: int, path: str, url: str, model: str, api_key: str, seconds: float, threads: int
) -> Reranker:
    if url:
        return HttpReranker(url, model, api_key=api_key, seconds=seconds)
    try:
        return CrossEncoder(Path(path), threads)
    except OSError as error:
        raise RerankerUnavailable(f"RERANKER_PATH cannot be read: {error}") from error
