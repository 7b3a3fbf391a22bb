"""What is never shown, and what is answered when something is down."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from documents.models import Document
from search.embeddings import EmbedderUnavailable, get_embedder
from search.generations import active_generation
from search.models import Chunk, Generation
from search.neighbours import Neighbours
from search.queries import search
from search.vector_store import VectorRecord, get_store
from search.word_ranking import COLUMNS, ChunkPlace
from tests.factories import (
    index,
    make_admin,
    make_collection,
    make_document,
)

pytestmark = pytest.mark.usefixtures("index_db")


def poison(document: Document, **changes: Any) -> None:
    """Put a vector into the store beside a document's own one, with metadata that are wrong."""
    generation = active_generation()
    chunk = Chunk.objects.filter(document=document).first()
    assert chunk is not None
    metadata = get_store().fetch(generation.collection_name, [chunk.vector_id])[chunk.vector_id]
    vector_id = changes.pop("vector_id", chunk.vector_id)
    vector = get_embedder().embed(["zanzibar"])[0]
    get_store().upsert(generation.collection_name, [VectorRecord(vector_id, vector, metadata | changes)])


@pytest.mark.parametrize(
    "changes",
    [
        {"digest": "0" * 64},
        {"generation": 0},
        {"start": 1},
        {"end": 7},
        {"revision_id": 0},
        {"document_id": 0},
        {"vector_id": "999:0-5"},
        {"digest": None},
    ],
    ids=str,
)
def test_a_hit_that_disagrees_with_postgres_is_dropped_and_counted(changes: dict[str, Any]) -> None:
    document = make_document(text="The bergamot clause.")
    index(document)
    poison(document, **changes)
    page = search(user=make_admin(), query="zanzibar")
    assert page.groups == []
    assert page.dropped == 1


def test_a_vector_of_a_deleted_document_is_dropped() -> None:
    document = make_document(text="The bergamot clause.")
    index(document, make_document(text="Oranges."))
    Document.objects.filter(pk=document.pk).update(deleted_at=timezone.now())
    page = search(user=make_admin(), query="bergamot clause")
    assert page.groups == []
    assert page.dropped == 1


@pytest.mark.long
def test_deleting_half_of_what_matches_still_gives_a_full_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.neighbours.MEANING_CANDIDATES", 12)
    shelf = make_collection()
    documents = [make_document(text=f"The bergamot clause, number {n}.", collection=shelf) for n in range(24)]
    index(*documents)
    gone = [document.pk for document in documents[:12]]
    Document.objects.filter(pk__in=gone).update(deleted_at=timezone.now())
    page = search(user=make_admin(), query="bergamot clause", per_page=10)
    assert len(page.groups) == 10
    assert page.total_documents == 12
    assert sum(hit.meaning_rank is not None for hit in page.hits) == 10
    assert not {group.document.pk for group in page.groups} & set(gone)


def test_orphans_in_front_of_everything_do_not_empty_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search.neighbours.MEANING_CANDIDATES", 5)
    index(*(make_document(text=f"clause renewal {n}") for n in range(8)))
    generation = active_generation()
    vector = get_embedder().embed(["renewed"])[0]
    orphans = [VectorRecord(f"9999:{n}-{n + 1}", vector, {"document_id": 9999}) for n in range(60)]
    get_store().upsert(generation.collection_name, orphans)
    page = search(user=make_admin(), query="renewed")  # as a word "renew" too, so that both lists answer
    assert page.dropped >= 20  # as many as were asked for: of the few chunks there are, each is compared then
    assert sum(hit.meaning_rank is not None for hit in page.hits) == 5


# --- when something is down -----------------------------------------------------------------------------------------


def test_without_the_vector_store_words_still_answer_and_it_is_said(settings: Any) -> None:
    index(make_document(text="The bergamot clause.", title="right"))
    working, settings.CHROMA_URL = settings.CHROMA_URL, "http://127.0.0.1:9"
    page = search(user=make_admin(), query="bergamot")
    settings.CHROMA_URL = working
    assert [group.document.title for group in page.groups] == ["right"]
    assert len(page.problems) == 1
    assert page.problems[0].endswith("by words alone.")


def test_with_a_lost_vector_collection_words_still_answer() -> None:
    index(make_document(text="The bergamot clause.", title="right"))
    get_store().drop(active_generation().collection_name)
    page = search(user=make_admin(), query="bergamot")
    assert [group.document.title for group in page.groups] == ["right"]
    assert page.problems


@pytest.mark.long
def test_without_the_model_words_still_answer(settings: Any) -> None:
    index(make_document(text="The bergamot clause.", title="right"))
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_URL, settings.EMBEDDING_MODEL = "http", "http://127.0.0.1:9", "m"
    page = search(user=make_admin(), query="bergamot")
    assert [group.document.title for group in page.groups] == ["right"]
    assert page.problems


def test_a_model_that_cannot_be_had_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text="The bergamot clause.", title="right"))
    tried: list[str] = []

    def embedder_for(generation: Generation) -> Any:
        tried.append(generation.model)
        raise EmbedderUnavailable("down")

    monkeypatch.setattr("search.meaning.embedder_for", embedder_for)
    page = search(user=make_admin(), query="bergamot clause")
    assert [group.document.title for group in page.groups] == ["right"]
    assert page.problems == ["Meanings cannot be compared now: these results were found by words alone."]
    assert len(tried) == 1


def test_an_index_of_another_model_answers_by_words() -> None:
    index(make_document(text="The bergamot clause.", title="right"))
    Generation.objects.update(model="another")
    page = search(user=make_admin(), query="bergamot")
    assert [group.document.title for group in page.groups] == ["right"]
    assert "another model" in page.problems[0]


# --- what is asked of the vector store ------------------------------------------------------------------------------


@pytest.fixture
def asked_limits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many neighbours each question to the vector store asks for."""
    limits: list[int] = []
    real = get_store().query

    def query(name: str, vector: Any, limit: int, **options: Any) -> Any:
        limits.append(limit)
        return real(name, vector, limit, **options)

    monkeypatch.setattr(get_store(), "query", query)
    return limits


def test_a_phrase_that_occurs_nowhere_asks_for_no_neighbours(asked_limits: list[int]) -> None:
    index(*(make_document(text=f"bergamot clause {n}") for n in range(5)))
    page = search(user=make_admin(), query='"clause bergamot"')
    assert (page.groups, asked_limits) == ([], [])


def test_when_all_that_may_be_found_is_found_no_more_is_asked_for(
    asked_limits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search.neighbours.MEANING_CANDIDATES", 3)
    index(make_document(text="bergamot clause final", title="right"))
    index(*(make_document(text=f"bergamot clause draft {n}") for n in range(20)))
    page = search(user=make_admin(), query='bergamot clause "clause final"')
    assert [group.document.title for group in page.groups] == ["right"]
    assert asked_limits == [12]


def test_a_question_beside_phrases_that_stand_nowhere_is_asked_without_the_quotes() -> None:
    index(make_document(text="bergamot clause final", title="right"), make_document(text="oranges"))
    said = "No passage has all that must occur: these were found without the quotes and AND."
    asked = ['bergamot "clause bergamot"', 'bergamot "clause final"', '"clause bergamot" "clause final"']
    pages = [search(user=make_admin(), query=query) for query in asked]
    assert [[group.document.title for group in page.groups] for page in pages] == [["right"], ["right"], []]
    assert [page.problems for page in pages] == [[said], [], []]


def test_excluded_words_do_not_steer_the_search_by_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text="The bergamot clause."))
    embedded: list[str] = []
    real = get_embedder().embed_query

    def embed_query(text: str) -> Any:
        embedded.append(text)
        return real(text)

    monkeypatch.setattr(type(get_embedder()), "embed_query", lambda self, text: embed_query(text))
    search(user=make_admin(), query='bergamot -lemon "the bergamot" -"of lemons"')
    assert embedded == ['bergamot "the bergamot"', "bergamot bergamot"]


# --- what only words find -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("who keeps the pump part TIKA-1226 in order", "Item TIKA-1226: see list."),
        ("what the pump part order says under 10.2(b)", "10.2(b) Void."),
        ("pump part order of Quagmire", "Quagmire signed."),
    ],
)
@pytest.mark.long
def test_what_names_a_thing_comes_first_however_many_are_near_in_meaning(
    query: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    index(*(make_document(text=f"The pump part order {n}, who keeps the pump in order.") for n in range(40)))
    index(make_document(text=text, title="right"))

    def only_the_others(asked: Any, chunks: Any, *_rest: Any) -> Any:
        others = chunks.exclude(document__title="right").order_by("pk").values_list("pk", *COLUMNS)
        return Neighbours({pk: ChunkPlace(*place) for pk, *place in others})

    monkeypatch.setattr("search.candidates._by_meaning", only_the_others)
    best = search(user=make_admin(), query=query).groups[0]
    assert best.document.title == "right"
    assert best.hits[0].word_rank is not None
    assert best.hits[0].meaning_rank is None
