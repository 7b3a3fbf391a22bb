"""What may be searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from django.db.models import QuerySet

from documents.querysets import DocumentQuerySet
from documents.text import TextSpan
from search.filters import PagesAsked
from search.models import Chunk, Generation

MOST_COLLECTIONS = 200
"""A filter of more values is slower than dropping what may not be seen."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What may be searched: the documents, the collections that they are in (None for all), the pages asked for."""

    documents: DocumentQuerySet
    collection_ids: Sequence[int] | None = None
    document_id: int | None = None
    pages: Sequence[PagesAsked] = ()

    def chunks(self, generation: Generation) -> QuerySet[Chunk]:
        """The chunks of the current texts in this scope."""
        chunks = generation.chunks.filter(revision__in=self.documents.order_by().values("current_revision"))
        return reduce(lambda found, pages: pages.chunks(found), self.pages, chunks)

    def evidence(self, revision_id: int, span: TextSpan) -> TextSpan:
        """The part of a passage in which its best sentence is looked for: what stands on the pages asked for."""
        return reduce(lambda part, pages: pages.within(revision_id, part), self.pages, span)
