"""A command that says in one sentence when it cannot reach what it needs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, ProgrammingError

from documents.querysets import AnyUser

DEFAULT_COLLECTION = "Library"
STOPPED_BY_HAND = 130


class LibraryCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (OperationalError, InterfaceError) as error:
            raise CommandError(f"The database cannot be reached: {first_line(error)}") from error
        except ProgrammingError as error:
            raise CommandError(f"The database is not ready (run migrate): {first_line(error)}") from error
        except KeyboardInterrupt as stop:
            message = "Stopped. What was done stays done; run it again for the rest."
            raise CommandError(message, returncode=STOPPED_BY_HAND) from stop


def first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def add_where(parser: ArgumentParser) -> None:
    """The options that say into which collection files go, and whose they are."""
    parser.add_argument(
        "--collection",
        default=DEFAULT_COLLECTION,
        metavar="NAME",
        help="Where they go; made if it does not exist (default: %(default)s).",
    )
    parser.add_argument("--owner", metavar="NAME", help="The sign-in name of the person they belong to.")


def person_called(name: str | None) -> AnyUser | None:
    """Who signs in by that name; None without one. CommandError where nobody does."""
    if name is None:
        return None
    people = get_user_model()
    try:
        return people.objects.get_by_natural_key(name)
    except people.DoesNotExist:
        raise CommandError(f"Nobody is called “{name}”.") from None
