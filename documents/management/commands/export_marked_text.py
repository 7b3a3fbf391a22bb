"""`manage.py export_marked_text DOCUMENT`: the text of a document, with a marker line before each page."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.db.models import F, Q

from documents.management.library_command import LibraryCommand, counted
from documents.models import Revision
from documents.services.exporting import WithoutPages, marked_text_of, problems_reading_back


class Command(LibraryCommand):
    help = (
        "Write the text of a document with a line “## Page 7” before each page, in UTF-8. import_marked_text reads it "
        "back to the same pages; where a page says such a line itself, a warning says that it cannot."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("document", type=int, metavar="DOCUMENT", help="The number of the document.")
        parser.add_argument("--revision", type=int, metavar="N", help="An older revision (default: the current one).")
        parser.add_argument("--output", type=Path, metavar="FILE", help="Where to (default: standard output).")

    def handle(self, *args: Any, **options: Any) -> None:
        revision = _revision(options["document"], options["revision"])
        try:
            marked = marked_text_of(revision)
        except WithoutPages:
            raise CommandError(f"Revision {revision.number} of document {options['document']} has no pages.") from None
        except ValueError as damaged:
            raise CommandError(f"The page metadata is damaged: {damaged}") from damaged
        if options["output"] is None:
            self.stdout.write(marked, ending="")
        else:
            _write(marked, options["output"])
            self.stdout.write(f"{counted(revision.page_count or 0, 'page')} to {options['output']}")
        for problem in problems_reading_back(marked, revision.page_count or 0):
            self.stderr.write(f"It cannot be read back to these pages: {problem}")


def _write(marked: str, output: Path) -> None:
    """In UTF-8 everywhere, and no line end is changed on the way."""
    try:
        output.write_bytes(marked.encode())
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror}") from error


def _revision(document: int, number: int | None) -> Revision:
    chosen = Q(pk=F("document__current_revision")) if number is None else Q(number=number)
    standing = Q(document_id=document, document__deleted_at__isnull=True, status__in=Revision.READ)
    found = Revision.objects.with_text().filter(chosen & standing).first()
    if found is None:
        named = f"document {document}" + ("" if number is None else f", revision {number}")
        raise CommandError(f"There is no text of {named}.")
    return found
