"""A command of search: when something that it needs is not there, it says so in one sentence, with exit status 1."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from documents.management.library_command import LibraryCommand
from search.embeddings import EmbedderUnavailable
from search.rebuilding import RebuildRefused
from search.vector_store import VectorStoreUnavailable


class IndexCommand(LibraryCommand):
    """Says what `LibraryCommand` says of the database, and the same of the model and the vector store."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (VectorStoreUnavailable, EmbedderUnavailable, RebuildRefused) as error:
            raise CommandError(str(error)) from None
