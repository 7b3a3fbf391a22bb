"""Ask the library from a shell, and get citations."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from search.queries import Hit, SearchPage, search
from search.shell import IndexCommand, person_named


class Command(IndexCommand):
    help = "Search the library and print citations. Without --user, as someone who may read everything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="+", help="what is asked, as in the search box; quote it for the shell")
        parser.add_argument("--user", help="ask as this person, and see what they may read")
        parser.add_argument("--limit", type=int, default=10, help="at most this many documents (default: 10)")
        parser.add_argument("--json", action="store_true", help="print the citation records, one JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        user = person_named(options["user"])
        found = search(user=user, query=" ".join(options["words"]), per_page=options["limit"])
        for problem in found.problems:
            self.stderr.write(problem)
        for one in found.filters:
            self.stderr.write(one.words)
        if found.did_you_mean:
            self.stderr.write(f"Did you mean: {found.did_you_mean}")
        if options["json"]:
            records = [hit.citation.as_dict() for hit in found.hits]
            self.stdout.write(json.dumps(records, ensure_ascii=False, indent=2))
        else:
            self._print(found)

    def _print(self, found: SearchPage) -> None:
        for group in found.groups:
            self.stdout.write(self.style.MIGRATE_HEADING(group.document.title))
            for hit in group.hits:
                self._print_hit(hit)
            if group.more:
                self.stdout.write(f"  and {group.more:,} more in this document")
            self.stdout.write("")
        passages, documents = _counted(found.total_passages, "passage"), _counted(found.total_documents, "document")
        self.stdout.write(f"{passages} in {documents}, {found.took_ms:,} ms")

    def _print_hit(self, hit: Hit) -> None:
        place = hit.evidence_locator or "in the text"
        self.stdout.write(f"  {self.style.SUCCESS(place)}  {snippet(hit)}")
        self.stdout.write(f"    {hit.citation.url}")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def snippet(hit: Hit) -> str:
    """The excerpt on one line, its matched words between ‹ and ›."""
    shown = (f"‹{one.text}›" if one.marked else one.text for one in hit.excerpt.segments)
    before, after = "…" * hit.left_out.before, "…" * hit.left_out.after
    return before + " ".join("".join(shown).split()) + after
