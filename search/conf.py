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


def chunk_tokens() -> int:
    """The most tokens of the embedding model in one chunk, special tokens not counted."""
    return int(settings.CHUNK_TOKENS)


def chunk_overlap_tokens() -> int:
    return int(settings.CHUNK_OVERLAP_TOKENS)


def search_config() -> str:
    """The Postgres text search configuration that words are stemmed with."""
    return str(settings.SEARCH_CONFIG)


def public_url() -> str:
    """Where people reach this site, without a slash at the end."""
    return str(settings.PUBLIC_URL)
