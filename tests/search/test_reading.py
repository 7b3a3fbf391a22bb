"""What Postgres keeps of chunks, read back as what ranking needs."""

from __future__ import annotations

from typing import Any

import pytest

from search.embeddings import get_embedder
from search.generations import active_generation
from search.lexical import word_places
from search.models import Chunk, Embedding
from search.reading import UNPAGED, Saying, cosines_of, read_chunks, vectors_of
from search.word_ranking import COLUMNS, ChunkPlace
from tests.factories import index, make_document

pytestmark = pytest.mark.usefixtures("index_db")

PAGES = [
    "The lessee pays the rent in advance. " * 6,
    "Every bergamot tree needs water and a bergamot tree needs light. " * 6,
    "The courts of the canton decide. " * 6,
]
SAYING = Saying((("bergamot",), ("court", "canton")), (3.0, 1.0))


def chunks() -> dict[int, ChunkPlace]:
    return {pk: ChunkPlace(*place) for pk, *place in Chunk.objects.order_by("ordinal").values_list("pk", *COLUMNS)}


def test_a_chunk_is_read_in_parts_with_their_words_cosines_and_pages() -> None:
    index(document := make_document(pages=PAGES))
    generation = active_generation()
    vector = get_embedder().embed(["bergamot tree"])[0]
    read = read_chunks(chunks(), vector, SAYING, generation.model)
    assert [one.key for one in read] == list(chunks())
    text = document.current_revision.text
    seen: set[int] = set()
    for one in read:
        chunk = Chunk.objects.get(pk=one.key)
        for (start, end), cosine, words, places in zip(
            one.parts.spans, one.cosines, one.words, one.surroundings, strict=True
        ):
            part = text[chunk.start : chunk.end][start:end]
            assert words.get(0, 0) == pytest.approx(part.count("bergamot"), abs=1)
            assert bool(words.get(1, 0)) == ("court" in part or "canton" in part)
            assert cosine == pytest.approx(float(get_embedder().embed([part])[0] @ vector), abs=1e-2)
            pages = [number for number, page in enumerate(PAGES, 1) if page[:20] in part]
            assert all(revision == chunk.revision_id for revision, _ in places)
            assert {page for _, page in places} >= set(pages)
            seen |= {page for _, page in places}
    assert seen == {1, 2, 3}


def test_without_a_vector_nothing_is_near_and_without_parts_the_chunk_is_its_only_one() -> None:
    index(make_document(text="The bergamot clause. " * 40))
    model = active_generation().model
    first, place = next(iter(chunks().items()))
    (read,) = read_chunks({first: place}, None, SAYING, model)
    assert len(read.parts.spans) > 1
    assert set(read.cosines) == {0.0}
    assert sum(words.get(0, 0) for words in read.words) == 40 == len(word_places([first], ["bergamot"])[0][2])
    vector = get_embedder().embed(["bergamot"])[0]
    chunk = Chunk.objects.get(pk=first)

    Embedding.objects.update(windows=None)
    (read,) = read_chunks({first: place}, vector, SAYING, model)
    assert read.parts.spans == ((0, chunk.end - chunk.start),)
    assert read.cosines == pytest.approx([cosines_of({first: place}, vector, model)[first]])
    assert read.words[0][0] == 40
    Embedding.objects.all().delete()
    (read,) = read_chunks({first: place}, vector, Saying(), model)
    assert (read.cosines, read.words) == ([0.0], [{}])
    assert cosines_of({first: place}, vector, model) == {}
    assert cosines_of({}, vector, model) == {}


def test_cosines_are_those_of_the_chunks_and_of_one_model() -> None:
    index(*(make_document(text=text) for text in ("The bergamot clause.", "Oranges.")))
    vector = get_embedder().embed(["The bergamot clause."])[0]
    near = cosines_of(chunks(), vector, active_generation().model)
    texts = dict(Chunk.objects.values_list("pk", "revision__text"))
    assert {texts[pk]: round(cosine, 4) for pk, cosine in near.items()} == {
        text: round(float(get_embedder().embed([text])[0] @ vector), 4) for text in texts.values()
    }
    assert cosines_of(chunks(), vector, "another") == {}
    rows = vectors_of(chunks(), len(vector), active_generation().model)
    assert (rows @ vector).tolist() == pytest.approx(list(near.values()))
    assert not vectors_of(chunks(), len(vector), "another").any()


def test_of_a_text_without_pages_what_stands_near_is_its_surroundings(monkeypatch: Any) -> None:
    monkeypatch.setattr("search.reading.UNPAGED", UNPAGED // 10)
    index(document := make_document(text="A clause about nothing at all. " * 60))
    read = read_chunks(chunks(), None, Saying(), active_generation().model)
    starts = dict(Chunk.objects.values_list("pk", "start"))
    for one in read:
        middles = [starts[one.key] + (start + end) // 2 for start, end in one.parts.spans]
        assert one.surroundings == [[(document.current_revision_id, middle // 300)] for middle in middles]
    assert len({place for one in read for (place,) in one.surroundings}) > 3
