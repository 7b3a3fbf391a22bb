"""What tests of search share: an embedder without a model, and a vector store left as it was found."""

from collections.abc import Iterator
from typing import Any

import pytest

from search.models import Generation
from search.vector_store import get_store


@pytest.fixture
def hash_embedder(settings: Any) -> None:
    """Texts that share words are near each other; nothing is loaded."""
    settings.EMBEDDING_BACKEND = "hash"


@pytest.fixture
def index_db(db: None, hash_embedder: None) -> Iterator[None]:
    """The database and the real Chroma, whose collections are dropped afterwards."""
    yield
    for generation in Generation.objects.all():
        get_store().drop(generation.collection_name)
