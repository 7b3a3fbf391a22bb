"""An index to be compared with the one that is searched."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from tqdm import tqdm

from documents.management.library_command import counted
from documents.models import Collection
from search.generations import NoSuchCandidate, candidate_called, differences, wanted_generation
from search.indexing import stale_documents
from search.models import Generation
from search.rebuilding import Report, activate_candidate, build_candidate, discard_candidate
from search.shell import IndexCommand

NAMELESS = 0
"""An option without an id: the only candidate there is."""


class Command(IndexCommand):
    help = (
        "Build an index with the settings of this process (CHUNK_TOKENS, CHUNK_OVERLAP_TOKENS, EMBEDDING_..., "
        "SEARCH_CONFIG) beside the one that is searched, for `evaluate --candidate`. It is searched by nobody until "
        "it is activated by hand. Goes on where it was interrupted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--collection", metavar="NAME", help="put only the documents of this collection into it")
        instead = parser.add_mutually_exclusive_group()
        instead.add_argument("--list", action="store_true", help="build nothing: show the candidates")
        for name, words in (
            ("--discard", "build nothing: forget the candidate ID"),
            ("--activate", "complete the candidate ID and let it be the one that is searched, in place of the other"),
        ):
            instead.add_argument(
                name, type=int, nargs="?", const=NAMELESS, metavar="ID", help=f"{words} (default: the only one)"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["list"]:
                self._list()
            elif options["discard"] is not None:
                self._discard(candidate_called(options["discard"] or None))
            elif options["activate"] is not None:
                self._activate(candidate_called(options["activate"] or None))
            else:
                self._build(options["collection"])
        except NoSuchCandidate as error:
            raise CommandError(str(error)) from None

    def _list(self) -> None:
        for generation in Generation.objects.order_by("pk"):
            role = "active" if generation.is_active else "candidate" if generation.is_candidate else "being rebuilt"
            stale = stale_documents(generation).count()
            self.stdout.write(
                f"{generation.pk:>4}  {role:<13}  {generation}, overlap of {generation.policy.get('overlap_tokens')}, "
                f"{generation.search_config}: {_held(generation)}"
                + (f"; {counted(stale, 'document')} missing or out of date" if stale else "")
            )

    def _discard(self, candidate: Generation) -> None:
        said = str(candidate)
        discard_candidate(candidate)
        self.stdout.write(f"{said} is discarded.")

    def _activate(self, candidate: Generation) -> None:
        with tqdm(total=0, unit="document", disable=None) as bar:
            activate_candidate(candidate, _reporting(bar))
        self.stdout.write(f"{candidate} is active.")
        if moved := differences(candidate, wanted_generation()):
            self.stdout.write(self.style.WARNING("\n".join(moved)))
            self.stdout.write("Set them so for all processes: the next rebuild follows the settings.")

    def _build(self, name: str | None) -> None:
        collection = None if name is None else Collection.objects.filter(name=name).first()
        if name is not None and collection is None:
            raise CommandError(f"There is no collection “{name}”.")
        with tqdm(total=0, unit="document", disable=None) as bar:
            candidate = build_candidate(_reporting(bar), collection=collection)
        self.stdout.write(f"{candidate} is a candidate: {_held(candidate)}.")


def _held(generation: Generation) -> str:
    return f"{counted(generation.records.count(), 'document')}, {counted(generation.chunks.count(), 'chunk')}"


def _reporting(bar: tqdm[Any]) -> Report:
    def report(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return report
