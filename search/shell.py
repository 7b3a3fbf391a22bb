"""A command of search: when something that it needs is not there, it says so in one sentence, with exit status 1."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import CommandError

from documents.management.library_command import LibraryCommand
from documents.querysets import AnyUser
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


class Operator(AnonymousUser):
    """Whoever has a shell on this machine can read the database anyway."""

    is_active = True  # type: ignore[assignment]  # the stubs fix what AnonymousUser has
    is_superuser = True  # type: ignore[assignment]


def person_named(name: str | None) -> AnyUser:
    """Whom a command works for: an operator, who may read everything, unless somebody is named."""
    if name is None:
        return Operator()
    people = get_user_model()
    try:
        return people.objects.get_by_natural_key(name)
    except people.DoesNotExist:
        raise CommandError(f"There is nobody with the name {name}.") from None
