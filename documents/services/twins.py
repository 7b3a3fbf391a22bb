"""Other documents that once held the file of a new one: as an older revision, or before they were deleted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F

from documents.models import Document, Revision


@dataclass(frozen=True, slots=True)
class Twin:
    """A document of the same collection, and the latest of its revisions that has the file."""

    document: Document
    revision_number: int

    @property
    def is_deleted(self) -> bool:
        return self.document.deleted_at is not None


def earlier_holders(documents: Iterable[Document]) -> dict[int, Twin]:
    """By the number of each document that has one, in one query: one that stands, else the one deleted last."""
    ids = {(document.collection_id, document.file_sha256): document.pk for document in documents}
    if not ids:
        return {}
    held = Revision.objects.light().filter(
        file_sha256__in={sha256 for _, sha256 in ids}, document__collection__in={collection for collection, _ in ids}
    )
    others = held.exclude(document__in=ids.values()).select_related("document")
    found: dict[int, Twin] = {}
    for revision in others.order_by(F("document__deleted_at").asc(nulls_last=True), "document", "number"):
        pk = ids.get((revision.document.collection_id, revision.file_sha256))
        if pk is not None:
            found[pk] = Twin(revision.document, revision.number)
    return found
