"""The settings that search reads. Functions, so that a test that changes a setting is heard."""

from django.conf import settings


def chroma_url() -> str:
    return str(settings.CHROMA_URL)


def embedding_backend() -> str:
    """``auto``, ``openvino``, ``onnx``, ``http`` or ``hash``."""
    return str(settings.EMBEDDING_BACKEND)


def embedding_model_path() -> str:
    """A folder with ``model.onnx`` and ``tokenizer.json``; empty for the packaged model."""
    return str(settings.EMBEDDING_MODEL_PATH)


def embedding_url() -> str:
    """Where an OpenAI-compatible service answers, without ``/embeddings`` at the end; empty for none."""
    return str(settings.EMBEDDING_URL)


def embedding_model() -> str:
    """The model's name at that service."""
    return str(settings.EMBEDDING_MODEL)


def embedding_api_key() -> str:
    return str(settings.EMBEDDING_API_KEY)


def embedding_threads() -> int:
    """Threads of one process that embeds; 0 for as many as it may use cores."""
    return int(settings.EMBEDDING_THREADS)


def embedding_max_tokens() -> int:
    """The most tokens of one text that the service reads, as they are counted here."""
    return int(settings.EMBEDDING_MAX_TOKENS)


def embedding_query_prefix() -> str:
    """What the model wants written before a question, the space at its end included."""
    return str(settings.EMBEDDING_QUERY_PREFIX)


def embedding_passage_prefix() -> str:
    return str(settings.EMBEDDING_PASSAGE_PREFIX)


def reranker_path() -> str:
    """A folder with ``model.onnx`` and ``tokenizer.json`` of a cross-encoder; empty for none."""
    return str(settings.RERANKER_PATH)


def reranker_url() -> str:
    """Where a service answers, without ``/rerank`` at the end; empty for none."""
    return str(settings.RERANKER_URL)


def reranker_model() -> str:
    """The model's name at that service; empty for one that serves a single model."""
    return str(settings.RERANKER_MODEL)


def reranker_api_key() -> str:
    return str(settings.RERANKER_API_KEY)


def reranker_seconds() -> float:
    """The longest that the service may take for one question."""
    return float(settings.RERANKER_SECONDS)


def rerank_top() -> int:
    """How many of the best passages are put into another order."""
    return int(settings.RERANK_TOP)


def chunk_tokens() -> int:
    """The most tokens of the embedding model in one chunk, special tokens not counted."""
    return int(settings.CHUNK_TOKENS)


def chunk_overlap_tokens() -> int:
    return int(settings.CHUNK_OVERLAP_TOKENS)


def search_config() -> str:
    """The Postgres text search configuration that words are stemmed with; ``auto`` for each document's own."""
    return str(settings.SEARCH_CONFIG)


def public_url() -> str:
    """Where people reach this site, without a slash at the end."""
    return str(settings.PUBLIC_URL)
