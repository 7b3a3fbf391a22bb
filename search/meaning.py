"""What a question means, as a vector: that of the whole question, and that of its words that say something.

"Is there a requirement for insurance that must be maintained by one party?" is near to whatever asks or demands. The
words alone, "requirement insurance maintained one party", are near to what speaks of insurance. Both together find
better than either.
"""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from search.embeddings import Vectors
from search.generations import embedder_for
from search.lexical import words_that_say
from search.models import Generation
from search.vector_store import VectorHit, get_store


@dataclass(frozen=True, slots=True)
class Meaning:
    """Vectors of length 1: of the `question` as it was asked, and `both`, that and its words that say something."""

    question: Vectors
    both: Vectors


@dataclass(frozen=True, slots=True)
class Ahead:
    """What another thread works out of a question: what `text` means, and what is nearest to it in the vector store.

    Each raises, when its result is asked for, what went wrong.
    """

    text: str
    meaning: Future[Meaning]
    hits: Future[list[VectorHit]]


def ask_ahead(text: str, generation: Generation, limit: int) -> Ahead:
    """Begin with what a search needs of the model and of the vector store, so that Postgres is asked meanwhile.

    Nothing of it asks the database, whose connections belong to their threads.
    """
    meaning = meaning_ahead(text, generation)
    return Ahead(text, meaning, _pool(os.getpid()).submit(_nearest, meaning, generation.collection_name, limit))


def meaning_ahead(text: str, generation: Generation) -> Future[Meaning]:
    """Begin with what `text` means to the embedding model of a generation.

    The result raises EmbedderUnavailable, and WrongModel where the model is not at hand.
    """
    return _pool(os.getpid()).submit(_meaning, text, _saying(text, generation), generation)


@cache
def _pool(_process: int) -> ThreadPoolExecutor:
    """That of this process: of a forked one the threads are gone."""
    return ThreadPoolExecutor(max_workers=8, thread_name_prefix="meaning")


def _nearest(meaning: Future[Meaning], name: str, limit: int) -> list[VectorHit]:
    return get_store().query(name, meaning.result().question, limit, with_metadata=False)


def _saying(text: str, generation: Generation) -> str:
    return " ".join(text[word.start : word.end] for word in words_that_say(text, generation))


def _meaning(text: str, saying: str, generation: Generation) -> Meaning:
    import numpy as np

    embedder = embedder_for(generation)
    question = embedder.embed_query(text)
    if not saying or saying == text:
        return Meaning(question, question)
    both = question + embedder.embed_query(saying)
    length = float(np.linalg.norm(both))
    return Meaning(question, both / length if length else question)
