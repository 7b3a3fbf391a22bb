"""Compare the index with the texts it was made from."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from search.audit import Drift, find_drift, repair
from search.generations import active_generation, differences, wanted_generation
from search.shell import IndexCommand

SHOWN_OF_A_KIND = 10


class Command(IndexCommand):
    help = "Compare chunks and vectors with the stored texts, name every difference; exit status 1 if there is any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--repair", action="store_true", help="index again what differs, then look again")

    def handle(self, *args: Any, **options: Any) -> None:
        generation = active_generation()
        for sentence in differences(generation, wanted_generation()):
            self.stdout.write(self.style.WARNING(f"{sentence} Run `manage.py rebuild_index`."))
        drift = find_drift(generation)
        self._print(drift)
        if options["repair"] and not drift.is_clean:
            self.stdout.write(f"Repaired {repair(drift):,} documents; looking again.")
            drift = find_drift(generation)
            self._print(drift)
        if not drift.is_clean:
            raise CommandError(f"The index differs from the texts in {len(drift.differences):,} places.")

    def _print(self, drift: Drift) -> None:
        self.stdout.write(f"{drift.generation}: {drift.chunks:,} chunks, {drift.vectors:,} vectors.")
        for kind, count in drift.kinds.items():
            self.stdout.write(self.style.ERROR(f"{kind}: {count:,}"))
            same = [one for one in drift.differences if one.kind == kind]
            for one in same[:SHOWN_OF_A_KIND]:
                where = f"document {one.document_id}: " if one.document_id is not None else ""
                self.stdout.write(f"  {where}{one.sentence}")
            if count > SHOWN_OF_A_KIND:
                self.stdout.write(f"  and {count - SHOWN_OF_A_KIND:,} more")
        if drift.is_clean:
            self.stdout.write(self.style.SUCCESS("Everything agrees."))
