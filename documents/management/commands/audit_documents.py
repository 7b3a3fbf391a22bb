"""`manage.py audit_documents`: does every stored text agree with its digest and its page metadata?"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import CommandError

from documents import services
from documents.management.library_command import LibraryCommand, counted
from documents.models import Collection, Document, DocumentEvent, Revision
from documents.querysets import RevisionQuerySet


class Command(LibraryCommand):
    help = (
        "Check every revision that has been read: digest, page spans, labels, sources. Prints each problem; repairs "
        "nothing. A result that differs from the last one is recorded in the document's history. "
        "Exit status 0 if all are sound, else 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--collection", metavar="NAME", help="Only the documents of this collection.")
        parser.add_argument("--document", type=int, metavar="ID", help="Only this document.")
        parser.add_argument("--fix-nothing", action="store_true", help="Write nothing at all, not even what was found.")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        checked = pages = problems = unsound = 0
        for pk in _chosen(options).values_list("pk", flat=True).iterator():
            revision = Revision.objects.with_text().select_related("document").filter(pk=pk).first()
            if revision is None:  # removed for good a moment ago
                continue
            found = check(revision, record=not options["fix_nothing"])
            self.say(revision, found)
            checked, pages = checked + 1, pages + (revision.page_count or 0)
            problems, unsound = problems + len(found), unsound + bool(found)
        scope = f"{counted(checked, 'revision')}, {counted(pages, 'page')} ({time.monotonic() - began:.1f} s)"
        if problems:
            raise CommandError(f"{counted(problems, 'problem')} in {unsound:,} of {scope}.")
        self.stdout.write(f"All sound: {scope}.")

    def say(self, revision: Revision, problems: list[str]) -> None:
        for problem in problems:
            document = revision.document
            self.stdout.write(f"document {document.pk} “{document.title}”, revision {revision.number}: {problem}")


def check(revision: Revision, *, record: bool) -> list[str]:
    """The problems of one revision. Only news is recorded: a daily audit must not fill the history."""
    problems = services.page_metadata_problems(revision)
    if record and problems != _recorded(revision):
        return services.audit_revision(revision)
    return problems


def _recorded(revision: Revision) -> Any:
    """What the last check found; None if there was none."""
    checks = DocumentEvent.objects.filter(
        document_id=revision.document_id, revision_number=revision.number, kind=DocumentEvent.Kind.AUDITED
    )
    last = checks.order_by("-pk").first()
    return last.detail.get("problems") if last else None


def _chosen(options: dict[str, Any]) -> RevisionQuerySet:
    """The read revisions that were asked for; CommandError where what was named does not exist."""
    rows: RevisionQuerySet = Revision.objects.light().filter(status__in=Revision.READ).order_by("pk")
    if (name := options["collection"]) is not None:
        if not Collection.objects.filter(name=name).exists():
            raise CommandError(f"There is no collection “{name}”.")
        rows = rows.filter(document__collection__name=name)
    if (number := options["document"]) is not None:
        if not Document.objects.filter(pk=number).exists():
            raise CommandError(f"There is no document {number}.")
        rows = rows.filter(document_id=number)
    return rows
