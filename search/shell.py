"""How the commands of search say that something they need is not there: one sentence and exit status 1."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError

from search.embeddings import EmbedderUnavailable
from search.rebuilding import RebuildRefused
from search.vector_store import VectorStoreUnavailable

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def one_sentence_errors(handle: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Turn what is not reachable, or not allowed now, into a CommandError with a sentence."""

    @functools.wraps(handle)
    def handled(*args: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            return handle(*args, **options)
        except (VectorStoreUnavailable, EmbedderUnavailable, RebuildRefused) as error:
            raise CommandError(str(error)) from None
        except ProgrammingError as error:
            raise CommandError(f"The database is not as this release needs it ({_line(error)}).") from None
        except OperationalError as error:
            raise CommandError(f"Postgres cannot be reached: {_line(error)}. Is `manage.py up` running?") from None

    return handled


def _line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no details"])[0].rstrip(".")
