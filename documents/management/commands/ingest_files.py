"""`manage.py ingest_files PATH...`: files and folders into a collection."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.core.management import CommandError
from tqdm import tqdm

from documents.management.ingesting import Ingested, Outcome, find_files, ingest
from documents.management.library_command import LibraryCommand, add_where, counted, person_called
from documents.management.waiting import NothingMoves, Settled, wait_until_settled
from documents.models import Collection, Revision
from documents.querysets import AnyUser


class Command(LibraryCommand):
    help = (
        "Put files, and every file in folders, into a collection. Files that it already holds are left as they are; "
        "hidden files in folders are skipped. Exit status 0 if all files are in, else 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="A file or a folder.")
        add_where(parser)
        parser.add_argument("--wait", action="store_true", help="Until they can be found; then count pages and chunks.")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        owner = person_called(options["owner"])
        files = list(find_files(options["paths"]))
        if not files:
            raise CommandError("There are no files in what was named.")
        results = self.ingest_all(files, self.collection(options["collection"]), owner)
        self.say_summary(results, began)
        unread = self.wait(results, began) if options["wait"] else 0
        if missing := sum(not result.is_in for result in results) + unread:
            raise CommandError(f"{missing:,} of {counted(len(results), 'file')} did not make it.")

    def collection(self, name: str) -> Collection:
        collection, made = Collection.objects.get_or_create(name=name)
        if made:
            self.stdout.write(f"Made the collection “{name}”. Only superusers see it until it is given groups.")
        return collection

    def ingest_all(self, files: Sequence[Path], collection: Collection, owner: AnyUser | None) -> list[Ingested]:
        results = []
        with self.bar(len(files), "Putting in") as bar:
            for path in files:
                results.append(ingest(path, collection, owner))
                self.advance(bar, str(results[-1]), is_notable=not results[-1].is_in)
        return results

    def say_summary(self, results: Sequence[Ingested], began: float) -> None:
        counts = Counter(result.outcome for result in results)
        parts = ", ".join(f"{counts[outcome]:,} {outcome.value}" for outcome in Outcome)
        self.stdout.write(f"{counted(len(results), 'file')}: {parts} ({time.monotonic() - began:.1f} s)")

    def wait(self, results: Iterable[Ingested], began: float) -> int:
        """Until every file is read and indexed; returns how many could not be read."""
        ids = {result.revision_id for result in results if result.revision_id is not None}
        settled: list[Settled] = []
        try:
            with self.bar(len(ids), "Indexing") as bar:
                for one in wait_until_settled(ids):
                    settled.append(one)
                    self.advance(bar, _line(one), is_notable=bool(one.reason))
        except NothingMoves:
            left = len(ids) - len(settled)
            raise CommandError(f"{counted(left, 'file')} still waiting: is a worker running?") from None
        self.say_settled(settled, began)
        return sum(one.status == Revision.Status.FAILED for one in settled)

    def say_settled(self, settled: Sequence[Settled], began: float) -> None:
        counts = Counter(one.status for one in settled)
        self.stdout.write(
            f"{counts[Revision.Status.EXTRACTED]:,} indexed, {counts[Revision.Status.NO_TEXT]:,} without text, "
            f"{counts[Revision.Status.FAILED]:,} failed: "
            f"{counted(sum(one.pages for one in settled), 'page')}, "
            f"{counted(sum(one.chunks for one in settled), 'chunk')} in {time.monotonic() - began:.1f} s"
        )

    def bar(self, total: int, what: str) -> tqdm[Any]:
        """A bar on a terminal; nothing elsewhere, where each file is a line."""
        return tqdm(total=total, desc=what, unit="file", file=sys.stderr, disable=not sys.stderr.isatty())

    def advance(self, bar: tqdm[Any], line: str, *, is_notable: bool) -> None:
        if bar.disable or is_notable:
            bar.clear()
            self.stdout.write(line)
        bar.update()


def _line(settled: Settled) -> str:
    if settled.reason:
        return f"{settled.status}: {settled.uploaded_name}: {settled.reason}"
    return f"indexed: {settled.uploaded_name}: {counted(settled.chunks, 'chunk')}"
