"""Each text is embedded once for a model, with its parts where the model tells them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from search.embedding_cache import vectors_of
from search.embeddings import HashEmbedder, Vectors
from search.models import Embedding
from search.parts import Parts, decode_parts

pytestmark = pytest.mark.django_db

LONG = "The lessee pays the rent in advance and gives notice of three months. " * 12


class Counting(HashEmbedder):
    """Says which texts it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        self.given += texts
        return super().embed_parts(texts)


class WithoutParts(Counting):
    tells_parts = False

    def embed_parts(self, texts: Sequence[str]) -> tuple[Vectors, list[Parts | None]]:
        rows, _ = super().embed_parts(texts)
        return rows, [None] * len(texts)


def test_a_text_is_embedded_once_and_kept_with_its_parts() -> None:
    embedder = Counting()
    first = vectors_of([LONG, "Rent.", LONG], embedder)
    assert embedder.given == [LONG, "Rent."]
    assert np.array_equal(first, vectors_of([LONG, "Rent.", LONG], embedder))
    assert embedder.given == [LONG, "Rent."]
    (_, (parts, _)) = HashEmbedder().embed_parts([LONG, "Rent."])
    stored = [decode_parts(windows) for windows in Embedding.objects.order_by("pk").values_list("windows", flat=True)]
    assert parts is not None
    assert stored[0].spans == parts.spans
    assert stored[0].first_words[-1] == len(LONG.split())
    assert stored[1].spans == ((0, 5),)


def test_a_row_of_an_earlier_release_is_made_anew_in_its_place() -> None:
    embedder = Counting()
    vectors_of([LONG, "Rent."], embedder)
    before = dict(Embedding.objects.values_list("digest", "pk"))
    Embedding.objects.update(windows=None, vector=b"")
    assert np.array_equal(vectors_of(["Rent.", LONG], embedder), embedder.embed(["Rent.", LONG]))
    assert embedder.given == [LONG, "Rent.", "Rent.", LONG]
    assert dict(Embedding.objects.values_list("digest", "pk")) == before
    assert not Embedding.objects.filter(windows__isnull=True).exists()


def test_of_a_model_that_tells_no_parts_none_are_kept_or_missed() -> None:
    embedder = WithoutParts()
    vectors_of(["Rent."], embedder)
    vectors_of(["Rent."], embedder)
    assert embedder.given == ["Rent."]
    assert list(Embedding.objects.values_list("windows", flat=True)) == [None]


def test_of_what_is_too_long_to_be_read_the_beginning_has_to_do() -> None:
    embedder = HashEmbedder(max_tokens=10)
    (vector,) = vectors_of(["rent " * 10 + "notice " * 5], embedder)
    assert np.array_equal(vector, embedder.embed(["rent " * 10])[0])
    assert decode_parts(Embedding.objects.get().windows).spans == ((0, 49),)
