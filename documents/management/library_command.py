"""A command that says in one sentence when it cannot reach what it needs."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import InterfaceError, OperationalError, ProgrammingError

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
