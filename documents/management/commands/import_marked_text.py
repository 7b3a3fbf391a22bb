"""`manage.py import_marked_text PATH...`: texts of an older system, with their pages, into a collection."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from documents.management.ingesting import find_files
from documents.management.library_command import LibraryCommand, add_where, counted, person_called
from documents.management.marked_texts import Importer, Outcome, Reported, title_as_uploaded, title_from_name
from documents.models import Collection
from documents.services import IfAmbiguous

STANDARD_INPUT = "-"


class Command(LibraryCommand):
    help = (
        "Import texts that carry a marker line before each page (“## Page 7” or “--- Page 7 ---”) as documents with "
        "pages. A text whose pages are not certain is named with the reason, and nothing of it is imported. "
        "Exit status 0 if all files are in, else 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="A file, a folder, or - for standard input.")
        parser.add_argument("--recursive", action="store_true", help="Also every file in folders; hidden ones are not.")
        add_where(parser)
        parser.add_argument(
            "--name", default="standard-input.txt", help="What standard input is called (default: %(default)s)."
        )
        parser.add_argument(
            "--title-from-name",
            action="store_true",
            help="Titles in words: without suffixes such as .pdf.txt, “_” and “%%20” as spaces.",
        )
        parser.add_argument("--dry-run", action="store_true", help="Say what would become of each; store nothing.")
        parser.add_argument("--json", action="store_true", help="The report as JSON.")
        ambiguous = parser.add_mutually_exclusive_group()
        ambiguous.add_argument(
            "--accept-ambiguous",
            action="store_true",
            help="Where pages are not certain: only the longest series of ascending numbers in the style of the first "
            "marker counts, all else is text. What is still not certain stays out.",
        )
        ambiguous.add_argument(
            "--as-unpaginated",
            action="store_true",
            help="Where pages are not certain: as plain text without pages, markers and all.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        is_dry_run = options["dry_run"]
        importer = Importer(
            collection=_collection(options["collection"], may_make=not is_dry_run),
            owner=person_called(options["owner"]),
            if_ambiguous=_if_ambiguous(options),
            is_dry_run=is_dry_run,
            title_of=title_from_name if options["title_from_name"] else title_as_uploaded,
        )
        reported = []
        for one in _import_all(importer, options):
            reported.append(one)
            if not options["json"]:
                self.stdout.write(str(one))
        if not reported:
            raise CommandError("There are no files in what was named.")
        self.say_counts(reported, is_dry_run=is_dry_run, as_json=options["json"])
        if missing := sum(not one.outcome.is_in for one in reported):
            raise CommandError(f"{missing:,} of {counted(len(reported), 'file')} did not make it.")

    def say_counts(self, reported: Sequence[Reported], *, is_dry_run: bool, as_json: bool) -> None:
        counts = Counter(one.outcome for one in reported)
        if as_json:
            files = [one.as_json() for one in reported]
            numbers = {outcome.value: counts[outcome] for outcome in Outcome}
            self.stdout.write(json.dumps({"dry_run": is_dry_run, "counts": numbers, "files": files}, indent=1))
            return
        parts = ", ".join(f"{counts[outcome]:,} {outcome.value}" for outcome in Outcome)
        self.stdout.write(f"{counted(len(reported), 'file')}: {parts}" + (" (nothing was stored)" * is_dry_run))


def _import_all(importer: Importer, options: dict[str, Any]) -> Iterator[Reported]:
    for given in options["paths"]:
        if given == STANDARD_INPUT:
            yield importer.import_bytes(sys.stdin.buffer.read(), options["name"])
        elif options["recursive"]:
            yield from map(importer.import_path, find_files([Path(given)]))
        else:
            yield importer.import_path(Path(given))


def _collection(name: str, *, may_make: bool) -> Collection | None:
    if may_make:
        return Collection.objects.get_or_create(name=name)[0]
    return Collection.objects.filter(name=name).first()


def _if_ambiguous(options: dict[str, Any]) -> IfAmbiguous:
    if options["accept_ambiguous"]:
        return IfAmbiguous.ACCEPT
    return IfAmbiguous.UNPAGINATED if options["as_unpaginated"] else IfAmbiguous.REFUSE
