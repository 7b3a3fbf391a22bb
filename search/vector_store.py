"""Vectors in Chroma: ids, vectors and a chunk's small metadata; never text, which stays on Chroma's disk when deleted.

The only importer of chromadb, always as the client of a server, and only when a server is first asked: the import
takes seconds, whatever part of the package is named.
"""

import functools
import os
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from search import conf
from search.chunk_metadata import UnrepresentableMetadata, decode_metadata, encode_metadata
from search.timing import stage

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray


Metadata = Mapping[str, object]
Answer = TypeVar("Answer")

MAX_BATCH = 500
"""Records in one request: far below the server's limits (5,461 records, 40 MB) at any usual dimension."""

ANSWER_SECONDS = 120.0
"""How long a request may take. chromadb itself would wait for ever."""

ALIVE_SECONDS = 2.0


class VectorStoreUnavailable(Exception):  # noqa: N818 - a state, not a mistake
    """Chroma cannot be reached, or cannot answer; the message says what was seen."""


class MissingVectorCollection(VectorStoreUnavailable):
    """Chroma answers, but the collection is not there: it was dropped, or Chroma lost its disk."""


@dataclass(frozen=True, slots=True)
class VectorRecord:
    """What is written for one chunk. ``vector`` has the collection's dimension and only finite numbers."""

    id: str
    vector: "Sequence[float] | NDArray[float32]"
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A neighbour. ``distance`` is 1 - cosine: 0 for the same direction, 2 for the opposite one."""

    id: str
    distance: float
    metadata: dict[str, object]


class VectorStore(Protocol):
    """What search asks of a vector store. ``name`` names a collection of vectors of one dimension.

    Every method that is given a name raises ``MissingVectorCollection`` where there is no such collection (``ensure``
    makes it, ``drop`` is content), and ``VectorStoreUnavailable`` when the store does not answer. Each may be
    repeated without harm. Metadata that this program cannot have written is read as ``{}``, which agrees with
    nothing.
    """

    def ensure(self, name: str, dimension: int) -> None:
        """Make the collection unless it is there; ``ValueError`` if it is there with another dimension."""

    def upsert(self, name: str, records: Sequence[VectorRecord]) -> None:
        """Write the records, each in place of the whole record that had its id.

        ``ValueError`` for an id that comes twice, a vector of another dimension and a number that is not finite,
        ``UnrepresentableMetadata`` for metadata that would be read back changed; nothing is written then.
        """

    def query(
        self,
        name: str,
        vector: "Sequence[float] | NDArray[float32]",
        limit: int,
        *,
        collection_ids: Sequence[int] | None = None,
        document_id: int | None = None,
        with_metadata: bool = True,
    ) -> list[VectorHit]:
        """The nearest records, nearest first, at most ``limit``; approximate, as such indexes are.

        The filters look at the metadata keys ``collection_id`` and ``document_id``; no collection at all is no hit.
        A filter is a scan of the collection and its values are few: collections, not documents. Metadata takes longer
        to get than neighbours do to find: without it each hit has ``{}``.
        """

    def fetch(self, name: str, ids: Sequence[str]) -> dict[str, dict[str, object]]:
        """The metadata of those of the ids that are there."""

    def scan(self, name: str, batch: int = MAX_BATCH) -> Iterator[tuple[str, dict[str, object]]]:
        """Every id with its metadata, read ``batch`` at a time; do not write before it has ended."""

    def delete(self, name: str, ids: Sequence[str]) -> None:
        """Remove the records with these ids; ids that are not there are no error."""

    def delete_documents(self, name: str, document_id: int, keep_revision_id: int | None = None) -> None:
        """Remove every record of a document, except those of one revision where that is given."""

    def count(self, name: str) -> int:
        """How many records the collection holds."""

    def drop(self, name: str) -> None:
        """Remove the collection and all that it holds; content if it is not there."""

    def is_alive(self) -> bool:
        """Whether the store answers within two seconds; never raises."""


def get_store() -> VectorStore:
    """The store of this process. A forked process gets one of its own: connections are not shared."""
    return _store_of_process(os.getpid(), conf.chroma_url())


@functools.lru_cache(maxsize=1)
def _store_of_process(_process: int, url: str) -> "ChromaStore":
    return ChromaStore(url)


class ChromaStore:
    """The vectors of one Chroma server. Makes no connection before it is asked something; safe among threads."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._seen: dict[str, Any] = {}

    def ensure(self, name: str, dimension: int) -> None:
        with _failures_in_words(name):
            collection = self._client.get_or_create_collection(
                name,
                embedding_function=None,
                metadata={"dimension": dimension},
                configuration={"hnsw": {"space": "cosine", "ef_construction": 200, "ef_search": 200}},
            )
        if dimension != (found := _dimension(collection)):
            raise ValueError(f"collection {name} holds vectors of dimension {found}, not {dimension}")

    def upsert(self, name: str, records: Sequence[VectorRecord]) -> None:
        encoded = [encode_metadata(record.metadata) for record in records]
        with _failures_in_words(name):
            collection = self._collection(name)
            check_records(records, _dimension(collection))
            for part in _batches(range(len(records))):
                _replace(collection, [records[i] for i in part], [encoded[i] for i in part])

    def query(
        self,
        name: str,
        vector: "Sequence[float] | NDArray[float32]",
        limit: int,
        *,
        collection_ids: Sequence[int] | None = None,
        document_id: int | None = None,
        with_metadata: bool = True,
    ) -> list[VectorHit]:
        with stage("vector store"), _failures_in_words(name):
            if limit < 1 or (collection_ids is not None and not collection_ids):
                check_vector(vector, _dimension(self._collection(name)))
                return []
            where = _where(collection_ids, document_id)
            return self._as_known(name, lambda collection: _query(collection, vector, limit, where, with_metadata))

    def fetch(self, name: str, ids: Sequence[str]) -> dict[str, dict[str, object]]:
        parts = list(_batches(list(dict.fromkeys(ids))))
        with _failures_in_words(name):
            stored = self._as_known(name, lambda collection: [_stored(collection, part) for part in parts])
        return {id_: _read(values) for part in stored for id_, values in part.items()}

    def scan(self, name: str, batch: int = MAX_BATCH) -> Iterator[tuple[str, dict[str, object]]]:
        with _failures_in_words(name):
            collection = self._collection(name)
        offset = 0
        while True:
            with _failures_in_words(name):
                page = collection.get(limit=batch, offset=offset, include=["metadatas"])
            yield from zip(page["ids"], map(_read, page["metadatas"]), strict=True)
            offset += batch
            if len(page["ids"]) < batch:
                return

    def delete(self, name: str, ids: Sequence[str]) -> None:
        with _failures_in_words(name):
            collection = self._collection(name)
            for part in _batches(list(dict.fromkeys(ids))):
                collection.delete(ids=part)

    def delete_documents(self, name: str, document_id: int, keep_revision_id: int | None = None) -> None:
        where: dict[str, object] = {"document_id": document_id}
        if keep_revision_id is not None:
            where = {"$and": [where, {"revision_id": {"$ne": keep_revision_id}}]}
        with _failures_in_words(name):
            self._collection(name).delete(where=where)

    def count(self, name: str) -> int:
        with _failures_in_words(name):
            return int(self._collection(name).count())

    def drop(self, name: str) -> None:
        try:
            with _failures_in_words(name):
                self._client.delete_collection(name)
        except MissingVectorCollection:
            return

    def is_alive(self) -> bool:
        # Without chromadb, so that a probe of a process that has not searched yet stays cheap.
        try:
            with urllib.request.urlopen(f"{self.url}/api/v2/heartbeat", timeout=ALIVE_SECONDS) as answer:  # noqa: S310 - an operator's setting
                return bool(answer.status == 200)
        except (OSError, ValueError):
            return False

    @functools.cached_property
    def _client(self) -> Any:
        if not self.is_alive():  # the client asks the server as it is made, and would wait for ever
            raise VectorStoreUnavailable(f"Chroma does not answer at {self.url or 'CHROMA_URL, which is empty'}")
        import chromadb
        from chromadb.config import Settings

        try:
            client: Any = chromadb.HttpClient(self.url, settings=Settings(anonymized_telemetry=False))
        except ValueError as error:  # how chromadb says that it could not connect
            raise VectorStoreUnavailable(f"Chroma at {self.url}: {error}") from error
        client._server._session.timeout = ANSWER_SECONDS  # noqa: SLF001 - chromadb has no setting for it
        return client

    def _collection(self, name: str) -> Any:
        return self._client.get_collection(name, embedding_function=None)

    def _as_known(self, name: str, ask: Callable[[Any], Answer]) -> Answer:
        """`ask` of the collection as it was seen last, which saves a request for each question.

        What was seen names it by an id that no other collection ever has: one that is gone answers so, and is looked
        for anew, for it may have been made again under its name.
        """
        if (seen := self._seen.get(name)) is not None:
            from chromadb.errors import NotFoundError

            with suppress(NotFoundError):
                return ask(seen)
        self._seen[name] = collection = self._collection(name)
        return ask(collection)


def check_records(records: Sequence[VectorRecord], dimension: int) -> None:
    """``ValueError`` for what no store takes: an empty or repeated id, a vector that ``check_vector`` refuses."""
    ids = {record.id for record in records}
    if "" in ids or len(ids) != len(records):
        raise ValueError("every record needs an id of its own")
    for record in records:
        check_vector(record.vector, dimension)


def check_vector(vector: "Sequence[float] | NDArray[float32]", dimension: int) -> None:
    """``ValueError`` for a vector of another dimension and for a number that is not finite."""
    import numpy as np

    if len(vector) != dimension:
        raise ValueError(f"a vector of dimension {len(vector)} where {dimension} is meant")
    if not np.isfinite(vector).all():
        raise ValueError("a vector with a number that is not finite")


@contextmanager
def _failures_in_words(name: str) -> Iterator[None]:
    try:
        yield
    except (VectorStoreUnavailable, UnrepresentableMetadata, ImportError, MemoryError):
        raise
    except Exception as error:
        failure = _failure_of(name, error)
        if failure is None:
            raise
        raise failure from error


def _failure_of(name: str, error: Exception) -> Exception | None:
    import httpx
    from chromadb.errors import ChromaError, InvalidArgumentError, NotFoundError

    if isinstance(error, NotFoundError):
        return MissingVectorCollection(f"Chroma has no collection {name}")
    if isinstance(error, InvalidArgumentError):
        return ValueError(str(error))
    # chromadb raises a bare Exception for an answer that it cannot read, such as that of a proxy in front of it.
    if isinstance(error, ChromaError | httpx.HTTPError) or type(error) is Exception:
        return VectorStoreUnavailable(f"Chroma failed: {type(error).__name__}: {str(error) or 'no details'}")
    return None


def _replace(collection: Any, records: list[VectorRecord], encoded: list[dict[str, Any]]) -> None:
    ids = [record.id for record in records]
    collection.upsert(
        ids=ids,
        embeddings=_matrix([record.vector for record in records]),
        metadatas=[values or None for values in encoded],
    )
    _forget_keys_of_others(collection, dict(zip(ids, encoded, strict=True)))


def _forget_keys_of_others(collection: Any, written: dict[str, dict[str, Any]]) -> None:
    # Chroma merges: a key that a record had before stays. It also lets a new record inherit the lists of a record of
    # a dropped collection (chroma-core/chroma issue 7594). A key that is set to None is gone.
    stored = _stored(collection, list(written))
    gone = {id_: dict.fromkeys(values.keys() - written[id_].keys()) for id_, values in stored.items()}
    if gone := {id_: keys for id_, keys in gone.items() if keys}:
        collection.update(ids=list(gone), metadatas=list(gone.values()))


def _stored(collection: Any, ids: list[str]) -> dict[str, dict[str, object]]:
    answer = collection.get(ids=ids, include=["metadatas"])
    return {id_: values or {} for id_, values in zip(answer["ids"], answer["metadatas"], strict=True)}


def _read(stored: Mapping[str, object] | None) -> dict[str, object]:
    if not stored:
        return {}
    try:
        return decode_metadata(stored)
    except UnrepresentableMetadata:
        return {}


def _query(
    collection: Any,
    vector: "Sequence[float] | NDArray[float32]",
    limit: int,
    where: dict[str, object] | None,
    with_metadata: bool,  # noqa: FBT001 - as it was asked for
) -> list[VectorHit]:
    check_vector(vector, _dimension(collection))
    include = ["metadatas", "distances"] if with_metadata else ["distances"]
    answer = collection.query(query_embeddings=_matrix([vector]), n_results=limit, where=where, include=include)
    ids, distances = answer["ids"][0], answer["distances"][0]
    stored = answer["metadatas"][0] if with_metadata else [None] * len(ids)
    return [VectorHit(id_, distance, _read(of_it)) for id_, distance, of_it in zip(ids, distances, stored, strict=True)]


def _where(collection_ids: Sequence[int] | None, document_id: int | None) -> dict[str, object] | None:
    conditions: list[dict[str, object]] = []
    if collection_ids is not None:
        conditions.append({"collection_id": {"$in": list(collection_ids)}})
    if document_id is not None:
        conditions.append({"document_id": document_id})
    if len(conditions) > 1:
        return {"$and": conditions}
    return conditions[0] if conditions else None


def _dimension(collection: Any) -> int:
    return int((collection.metadata or {}).get("dimension", 0))


Item = TypeVar("Item")


def _batches(items: Sequence[Item]) -> Iterator[list[Item]]:
    for start in range(0, len(items), MAX_BATCH):
        yield list(items[start : start + MAX_BATCH])


def _matrix(vectors: Sequence["Sequence[float] | NDArray[float32]"]) -> "NDArray[float32]":
    import numpy as np

    return np.asarray(vectors, dtype=np.float32)
