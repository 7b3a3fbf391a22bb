"""What a question means, as a vector: that of the whole question, and that of its words that say something.

"Is there a requirement for insurance that must be maintained by one party?" is near to whatever asks or demands. The
words alone, "requirement insurance maintained one party", are near to what speaks of insurance. Both together find
better than either.
"""

from __future__ import annotations

from dataclasses import dataclass

from search.embeddings import Vectors
from search.generations import embedder_for
from search.lexical import words_that_say
from search.models import Generation


@dataclass(frozen=True, slots=True)
class Meaning:
    """Vectors of length 1: of the `question` as it was asked, and `both`, that and its words that say something."""

    question: Vectors
    both: Vectors


def meaning_of(text: str, generation: Generation) -> Meaning:
    """By the embedding model of a generation. Raises EmbedderUnavailable, and WrongModel where it is not at hand."""
    import numpy as np

    embedder = embedder_for(generation)
    question = embedder.embed_query(text)
    saying = " ".join(text[word.start : word.end] for word in words_that_say(text, generation))
    if not saying or saying == text:
        return Meaning(question, question)
    both = question + embedder.embed_query(saying)
    length = float(np.linalg.norm(both))
    return Meaning(question, both / length if length else question)
