"""Say of citations in files whether they hold."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from documents.querysets import AnyUser
from documents.services.verdicts import Verdict
from documents.text import Citation
from documents.text.citation_reading import MOST_CHARACTERS, UnreadableCitation, read_citation
from search.citing import verify
from search.shell import IndexCommand, person_named

# Distinct from 1, for what could not be done, and 2, for a command line that is wrong.
NOT_AS_IT_SAYS, NOT_FOUND = 3, 4


class Command(IndexCommand):
    help = (
        "Verify citations: the citation record, CSL-JSON or Web Annotation JSON. Exit status 0 if all are exact and "
        "say nothing else that is not so, 3 if any has moved or says what is not so, 4 if any is not found, 1 if any "
        "could not be read. Without --user, as someone who may read everything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file with one citation; - for standard input")
        parser.add_argument("--user", help="verify as this person, by what they may read")

    def handle(self, *args: Any, **options: Any) -> None:
        user = person_named(options["user"])
        verdicts = [self._verify(name, user) for name in options["files"]]
        kinds = {verdict.kind if verdict else "unread" for verdict in verdicts}
        if "unread" in kinds:
            raise CommandError(f"{_counted(verdicts.count(None), len(verdicts))} could not be read.")
        if "not-found" in kinds:
            raise CommandError("Not every citation was found.", returncode=NOT_FOUND)
        if "moved" in kinds:
            raise CommandError("Not every citation stands where it says.", returncode=NOT_AS_IT_SAYS)
        if not all(verdict.agrees for verdict in verdicts if verdict):
            raise CommandError("Not everything that the citations say is so.", returncode=NOT_AS_IT_SAYS)

    def _verify(self, name: str, user: AnyUser) -> Verdict | None:
        try:
            verdict = verify(user, read_citation(_text_of(name)))
        except UnreadableCitation as error:
            self.stderr.write(f"{name}: {error}")
            return None
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror}")
            return None
        self._print(name, verdict)
        return verdict

    def _print(self, name: str, verdict: Verdict) -> None:
        style = self.style.SUCCESS if verdict.is_proved else self.style.WARNING
        self.stdout.write(f"{name}: {style(_in_short(verdict))}. {verdict.sentence}")
        for one in verdict.disagreements:
            self.stdout.write(f"  {'since' if one.is_outdated else self.style.WARNING('but')}: {one.sentence}")
        if verdict.citation is not None:
            self._print_place("", verdict.citation)
            self._print_newer(verdict)

    def _print_newer(self, verdict: Verdict) -> None:
        if verdict.newer is not None:
            self._print_place("edited, now " if verdict.newer.kind == "edited" else "now ", verdict.newer.citation)
        elif not verdict.is_current:
            self.stdout.write("  That text has been replaced, and the words are not in the current one.")

    def _print_place(self, label: str, citation: Citation) -> None:
        place = citation.locator or "in the text"
        self.stdout.write(f"  {label}{citation.title}, {place} (revision {citation.revision_number})")
        self.stdout.write(f"    {citation.url}")


def _in_short(verdict: Verdict) -> str:
    if verdict.kind == "exact" and not verdict.agrees:
        return "exact words, but not all else"
    return verdict.kind.replace("-", " ")


def _text_of(name: str) -> str:
    try:
        if name == "-":
            return sys.stdin.read(MOST_CHARACTERS + 1)
        with Path(name).open(encoding="utf-8") as file:
            return file.read(MOST_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise UnreadableCitation("not-json") from None


def _counted(unread: int, given: int) -> str:
    return "The citation" if given == 1 else f"{unread} of {given} citations"
