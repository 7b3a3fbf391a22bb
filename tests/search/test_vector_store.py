"""One contract for every vector store: the fake of the tests and the real Chroma."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kb_project.local_stack.chroma import LocalChroma
from search import conf, vector_store
from search.chunk_metadata import UnrepresentableMetadata
from search.vector_store import (
    ChromaStore,
    MissingVectorCollection,
    VectorRecord,
    VectorStore,
    VectorStoreUnavailable,
    get_store,
)
from tests.fakes import FakeVectorStore

NORTH, EAST, SOUTH = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]


@pytest.fixture(params=["fake", "chroma"])
def store(request: pytest.FixtureRequest) -> VectorStore:
    return FakeVectorStore() if request.param == "fake" else get_store()


@pytest.fixture
def name(store: VectorStore) -> Iterator[str]:
    name = f"contract-{uuid.uuid4().hex}"
    store.ensure(name, 3)
    yield name
    store.drop(name)


def record(id_: str, vector: list[float] = NORTH, **metadata: object) -> VectorRecord:
    return VectorRecord(id_, vector, metadata)


def ids_of(hits: list[Any]) -> list[str]:
    return [hit.id for hit in hits]


def test_neighbours_come_nearest_first_with_their_cosine_distance(store: VectorStore, name: str) -> None:
    store.upsert(name, [record("south", SOUTH), record("east", EAST), record("north", [5.0, 0.0, 0.0])])
    hits = store.query(name, NORTH, 10)
    assert ids_of(hits) == ["north", "east", "south"]
    assert [hit.distance for hit in hits] == pytest.approx([0, 1, 2], abs=1e-5)
    assert ids_of(store.query(name, np.asarray(NORTH, dtype=np.float32), 2)) == ["north", "east"]
    assert store.query(name, NORTH, 0) == []


def test_neighbours_come_without_their_metadata_where_it_is_not_asked_for(store: VectorStore, name: str) -> None:
    store.upsert(name, [record("north", collection_id=7), record("east", EAST, collection_id=8)])
    hits = store.query(name, NORTH, 10, collection_ids=[7, 8], with_metadata=False)
    assert [(hit.id, hit.metadata) for hit in hits] == [("north", {}), ("east", {})]
    assert [hit.distance for hit in hits] == pytest.approx([0, 1], abs=1e-5)


def test_an_empty_collection_has_no_neighbours(store: VectorStore, name: str) -> None:
    assert store.query(name, NORTH, 5) == []
    assert store.count(name) == 0
    assert list(store.scan(name)) == []


def test_metadata_is_read_back_equal_everywhere(store: VectorStore, name: str) -> None:
    values: dict[str, Any] = {
        "page_spans": [{"page": 7, "start": 0, "end": 5}],
        "page_labels": ["iv", None],
        "score": 0.1,
        "n": "7",
    }
    store.upsert(name, [record("a", **values)])
    assert store.fetch(name, ["a"]) == {"a": values}
    assert list(store.scan(name)) == [("a", values)]
    assert store.query(name, NORTH, 1)[0].metadata == values


def test_metadata_may_be_empty(store: VectorStore, name: str) -> None:
    store.upsert(name, [record("a"), record("b", x=1)])
    assert store.fetch(name, ["a", "b"]) == {"a": {}, "b": {"x": 1}}


def test_writing_twice_changes_nothing(store: VectorStore, name: str) -> None:
    for _ in range(2):
        store.upsert(name, [record("a", NORTH, x=1), record("b", EAST, x=2)])
    assert store.count(name) == 2
    assert dict(store.scan(name)) == {"a": {"x": 1}, "b": {"x": 2}}


@pytest.mark.parametrize("after", [{}, {"x": 1}, {"page_numbers": 7}, {"page_numbers": ["7"]}, {"x": [1, 2]}])
def test_a_record_replaces_the_whole_record_before_it(store: VectorStore, name: str, after: dict[str, object]) -> None:
    store.upsert(name, [record("a", NORTH, page_numbers=[7, 8], page_labels=["iv", None], x="s")])
    store.upsert(name, [record("a", SOUTH, **after)])
    assert store.fetch(name, ["a"]) == {"a": after}
    assert store.query(name, NORTH, 1)[0].distance == pytest.approx(2, abs=1e-5)


def test_filters_narrow_by_collection_and_by_document(store: VectorStore, name: str) -> None:
    places = [(c, d) for c in (1, 2, 3) for d in (10, 11)]
    store.upsert(name, [record(f"{c}-{d}", collection_id=c, document_id=d) for c, d in places])

    def found(**filters: Any) -> set[str]:
        return set(ids_of(store.query(name, NORTH, 100, **filters)))

    assert found(collection_ids=[1, 3]) == {"1-10", "1-11", "3-10", "3-11"}
    assert found(document_id=11) == {"1-11", "2-11", "3-11"}
    assert found(collection_ids=[2], document_id=10) == {"2-10"}
    assert found(collection_ids=[]) == set()
    assert found(collection_ids=[99]) == set()
    assert len(found()) == 6


def test_a_document_is_removed_but_for_the_revision_that_is_kept(store: VectorStore, name: str) -> None:
    places = [(d, r) for d in (1, 2) for r in (5, 6)]
    store.upsert(name, [record(f"{d}-{r}", document_id=d, revision_id=r) for d, r in places])
    store.delete_documents(name, 1, keep_revision_id=6)
    assert set(dict(store.scan(name))) == {"1-6", "2-5", "2-6"}
    store.delete_documents(name, 1)
    store.delete_documents(name, 99)
    assert set(dict(store.scan(name))) == {"2-5", "2-6"}


def test_deleting_ids_that_are_not_there_is_no_error(store: VectorStore, name: str) -> None:
    store.upsert(name, [record("a"), record("b")])
    store.delete(name, ["a", "a", "never"])
    store.delete(name, [])
    assert store.count(name) == 1
    assert store.fetch(name, ["a", "b"]) == {"b": {}}
    assert store.fetch(name, []) == {}


def test_more_records_than_one_request_takes(store: VectorStore, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "MAX_BATCH", 7)
    ids = [f"id{n}" for n in range(23)]
    store.upsert(name, [record(id_, n=n) for n, id_ in enumerate(ids)])
    assert store.count(name) == 23
    assert sorted(store.scan(name, batch=5)) == sorted((id_, {"n": n}) for n, id_ in enumerate(ids))
    assert len(list(store.scan(name, batch=23))) == 23
    assert store.fetch(name, ids).keys() == set(ids)
    store.delete(name, ids[:20])
    assert store.count(name) == 3


@pytest.mark.parametrize(
    "records",
    [
        [record("ok"), record("a", [1.0, 0.0])],
        [record("ok"), record("a", [1.0, 0.0, float("nan")])],
        [record("ok"), record("ok")],
        [record("ok"), record("")],
        [record("ok"), record("a", tags={"a", "b"})],
    ],
    ids=["dimension", "not a number", "id twice", "empty id", "metadata"],
)
def test_what_cannot_be_stored_is_refused_whole(store: VectorStore, name: str, records: list[VectorRecord]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each says something else
        store.upsert(name, records)
    assert store.count(name) == 0


def test_a_question_of_another_dimension_is_refused(store: VectorStore, name: str) -> None:
    with pytest.raises(ValueError, match="dimension 2 where 3"):
        store.query(name, [1.0, 0.0], 5)


def test_a_collection_keeps_its_dimension(store: VectorStore, name: str) -> None:
    store.upsert(name, [record("a")])
    store.ensure(name, 3)
    assert store.count(name) == 1
    with pytest.raises(ValueError, match="dimension 3, not 4"):
        store.ensure(name, 4)


def test_a_missing_collection_is_named_as_missing(store: VectorStore) -> None:
    name = f"absent-{uuid.uuid4().hex}"
    store.drop(name)
    for ask in (
        lambda: store.count(name),
        lambda: store.query(name, NORTH, 1),
        lambda: store.upsert(name, [record("a")]),
        lambda: store.fetch(name, ["a"]),
        lambda: list(store.scan(name)),
        lambda: store.delete(name, ["a"]),
        lambda: store.delete_documents(name, 1),
    ):
        with pytest.raises(MissingVectorCollection):
            ask()


def test_a_collection_that_another_process_made_anew_is_found_under_its_name() -> None:
    store, other = ChromaStore(conf.chroma_url()), ChromaStore(conf.chroma_url())
    name = f"anew-{uuid.uuid4().hex}"
    store.ensure(name, 3)
    store.upsert(name, [record("old")])
    assert ids_of(store.query(name, NORTH, 5)) == ["old"]
    other.drop(name)
    with pytest.raises(MissingVectorCollection):
        store.query(name, NORTH, 5)
    other.ensure(name, 3)
    other.upsert(name, [record("new")])
    assert ids_of(store.query(name, NORTH, 5)) == ["new"]
    other.drop(name)


def test_a_question_after_the_first_is_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    store = ChromaStore(conf.chroma_url())
    name = f"known-{uuid.uuid4().hex}"
    store.ensure(name, 3)
    store.upsert(name, [record("a")])
    store.query(name, NORTH, 5)
    asked: list[str] = []
    send = type(store._client._server)._make_request
    monkeypatch.setattr(
        type(store._client._server),
        "_make_request",
        lambda self, *of, **more: (asked.append(of[1]), send(self, *of, **more))[1],
    )
    assert ids_of(store.query(name, NORTH, 5)) == ["a"]
    assert [path.rsplit("/", 1)[1] for path in asked] == ["query"]
    store.drop(name)


def test_a_store_that_answers_is_alive(store: VectorStore) -> None:
    assert store.is_alive()


def test_metadata_of_a_stranger_is_read_as_nothing() -> None:
    store = ChromaStore(conf.chroma_url())
    name = f"stranger-{uuid.uuid4().hex}"
    store.ensure(name, 3)
    store._collection(name).upsert(ids=["a"], embeddings=[NORTH], metadatas=[{"x": "json:{oops"}])
    assert list(store.scan(name)) == [("a", {})]
    store.drop(name)


def test_no_text_is_stored_and_no_request_waits_for_ever() -> None:
    store = ChromaStore(conf.chroma_url())
    name = f"textless-{uuid.uuid4().hex}"
    store.ensure(name, 3)
    store.upsert(name, [record("a")])
    assert store._collection(name).get(include=["documents"])["documents"] == [None]
    assert store._client._server._session.timeout.read == vector_store.ANSWER_SECONDS
    store.drop(name)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "", "nonsense"])
def test_a_server_that_cannot_be_reached_is_said_to_be_unavailable(url: str) -> None:
    store = ChromaStore(url)
    assert not store.is_alive()
    with pytest.raises(VectorStoreUnavailable):
        store.count("any")
    with pytest.raises(VectorStoreUnavailable):
        store.ensure("any", 3)


def test_a_server_that_dies_is_unavailable_and_its_return_is_noticed(tmp_path: Path) -> None:
    server = LocalChroma(tmp_path)
    server.start()
    try:
        store = ChromaStore(server.url)
        store.ensure("kept", 3)
        store.upsert("kept", [record("a", x=1)])
        server.stop()
        with pytest.raises(VectorStoreUnavailable):
            store.count("kept")
        server.start()
        assert store.fetch("kept", ["a"]) == {"a": {"x": 1}}
    finally:
        server.stop()


def test_a_process_keeps_its_store_and_a_forked_one_gets_another(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = get_store()
    assert get_store() is mine
    monkeypatch.setattr("os.getpid", lambda: -1)
    assert get_store() is not mine


def test_metadata_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(UnrepresentableMetadata):
        ChromaStore("http://127.0.0.1:9").upsert("any", [record("a", tags=("a",))])


def test_a_record_inherits_nothing_from_a_dropped_collection(store: VectorStore) -> None:
    names = [f"heir-{uuid.uuid4().hex}" for _ in range(2)]
    store.ensure(names[0], 3)
    store.upsert(names[0], [record(f"a{n}", page_numbers=[7, 8]) for n in range(50)])
    store.drop(names[0])
    store.ensure(names[1], 3)
    store.upsert(names[1], [record(f"b{n}", x=n) for n in range(50)])
    assert dict(store.scan(names[1])) == {f"b{n}": {"x": n} for n in range(50)}
    store.drop(names[1])
