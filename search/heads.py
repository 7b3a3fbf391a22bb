"""How a document begins, as it is looked up: its title and its first lines, which is where its names stand."""

from __future__ import annotations

from django.contrib.postgres.search import SearchVector
from django.db.models import TextField, Value
from django.db.models.expressions import Combinable

from search.languages import spelt
from search.models import DocumentHead, Generation
from search.words import words

HEAD = 1500
"""Code points of the beginning of a text: a title page, or the head of a letter."""

LEAST_CHUNKS = 5
"""A shorter document is its own passage: which one is meant, and where it says so, is one question."""

_GAP = " /0 "
"""Between the title and the text, so that no two words are neighbours that do not stand so."""


def head_vector_of(title: str, text: str, config: str) -> Combinable:
    """The words of a head in order, stemmed as the document is."""
    keys = (" ".join(word.key for word in words(part)) for part in (title, text[:HEAD]))
    return SearchVector(Value(spelt(_GAP.join(keys), config), output_field=TextField()), config=config)


def write_head(document_id: int, revision_id: int, title: str, text: str, config: str, generation: Generation) -> None:
    """Write the head of a document, in place of the one that was there."""
    DocumentHead.objects.update_or_create(
        generation=generation,
        document_id=document_id,
        defaults={"revision_id": revision_id, "search_vector": head_vector_of(title, text, config)},
    )
