"""Stand-ins that pass the same contract suites as the real thing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from search.chunk_metadata import decode_metadata, encode_metadata
from search.vector_store import (
    MAX_BATCH,
    MissingVectorCollection,
    VectorHit,
    VectorRecord,
    check_records,
    check_vector,
)

Vector = Sequence[float] | NDArray[np.float32]


@dataclass
class FakeCollection:
    dimension: int
    vectors: dict[str, NDArray[np.float32]] = field(default_factory=dict)
    metadata: dict[str, dict[str, Any]] = field(default_factory=dict)

    def matching(self, collection_ids: Sequence[int] | None, document_id: int | None) -> list[str]:
        return [
            id_
            for id_, values in self.metadata.items()
            if (collection_ids is None or values.get("collection_id") in collection_ids)
            and (document_id is None or values.get("document_id") == document_id)
        ]


class FakeVectorStore:
    """A vector store in memory, exact where Chroma is approximate. Metadata crosses the same seam."""

    def __init__(self) -> None:
        self.collections: dict[str, FakeCollection] = {}

    def ensure(self, name: str, dimension: int) -> None:
        found = self.collections.setdefault(name, FakeCollection(dimension)).dimension
        if found != dimension:
            raise ValueError(f"collection {name} holds vectors of dimension {found}, not {dimension}")

    def upsert(self, name: str, records: Sequence[VectorRecord]) -> None:
        encoded = {record.id: encode_metadata(record.metadata) for record in records}
        collection = self._collection(name)
        check_records(records, collection.dimension)
        collection.metadata |= encoded
        collection.vectors |= {one.id: np.asarray(one.vector, dtype=np.float32) for one in records}

    def query(
        self,
        name: str,
        vector: Vector,
        limit: int,
        *,
        collection_ids: Sequence[int] | None = None,
        document_id: int | None = None,
        with_metadata: bool = True,
    ) -> list[VectorHit]:
        collection = self._collection(name)
        check_vector(vector, collection.dimension)
        asked = np.asarray(vector, dtype=np.float32)
        hits = [
            VectorHit(
                id_,
                _distance(asked, collection.vectors[id_]),
                decode_metadata(collection.metadata[id_]) if with_metadata else {},
            )
            for id_ in collection.matching(collection_ids, document_id)
        ]
        return sorted(hits, key=lambda hit: hit.distance)[: max(limit, 0)]

    def fetch(self, name: str, ids: Sequence[str]) -> dict[str, dict[str, object]]:
        stored = self._collection(name).metadata
        return {id_: decode_metadata(stored[id_]) for id_ in ids if id_ in stored}

    def scan(self, name: str, batch: int = MAX_BATCH) -> Iterator[tuple[str, dict[str, object]]]:
        for id_, values in self._collection(name).metadata.items():
            yield id_, decode_metadata(values)

    def delete(self, name: str, ids: Sequence[str]) -> None:
        collection = self._collection(name)
        for id_ in ids:
            collection.metadata.pop(id_, None)
            collection.vectors.pop(id_, None)

    def delete_documents(self, name: str, document_id: int, keep_revision_id: int | None = None) -> None:
        collection = self._collection(name)
        doomed = [
            id_
            for id_ in collection.matching(None, document_id)
            if keep_revision_id is None or collection.metadata[id_].get("revision_id") != keep_revision_id
        ]
        self.delete(name, doomed)

    def count(self, name: str) -> int:
        return len(self._collection(name).vectors)

    def drop(self, name: str) -> None:
        self.collections.pop(name, None)

    def is_alive(self) -> bool:
        return True

    def _collection(self, name: str) -> FakeCollection:
        if name not in self.collections:
            raise MissingVectorCollection(f"no collection {name}")
        return self.collections[name]


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return 1.0 - float(one @ other) / lengths if lengths else 1.0
