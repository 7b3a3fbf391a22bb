"""What staff do to many rows at once. Each leaves an event a row and a message with counts."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib import admin, messages
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from documents import services
from documents.models import Document, Revision
from documents.services.managing import AlreadyHeld

ROWS_AT_ONCE = 200


@admin.action(description=_("Check page metadata"), permissions=["view"])
def check_documents(_admin: Any, request: HttpRequest, documents: QuerySet[Document]) -> None:
    """Check the current revision of each."""
    _check(request, list(documents.order_by().values_list("current_revision_id", flat=True)))


@admin.action(description=_("Check page metadata"), permissions=["view"])
def check_revisions(_admin: Any, request: HttpRequest, revisions: QuerySet[Revision]) -> None:
    _check(request, list(revisions.order_by().values_list("pk", flat=True)))


@admin.action(description=_("Extract the text again"), permissions=["change"])
def extract_again(_admin: Any, request: HttpRequest, documents: QuerySet[Document]) -> None:
    """Read the newest file of each once more, as a new revision."""

    def extract(document: Document) -> bool:
        if not document.revisions.exists():
            return False
        services.extract_again(document=document, actor=request.user)
        return True

    on_each(request, documents, extract, _will_be_read)


@admin.action(description=_("Delete (can be restored)"), permissions=["remove"])
def delete_documents(_admin: Any, request: HttpRequest, documents: QuerySet[Document]) -> None:
    on_each(
        request,
        documents,
        lambda document: services.delete_document(document=document, actor=request.user),
        _were_deleted,
    )


@admin.action(description=_("Restore deleted"), permissions=["remove"])
def restore_documents(_admin: Any, request: HttpRequest, documents: QuerySet[Document]) -> None:
    def restore(document: Document) -> bool:
        try:
            return services.restore_document(document=document, actor=request.user)
        except AlreadyHeld:
            return False

    on_each(request, documents.deleted(), restore, _were_restored, standing=False)  # type: ignore[attr-defined]


def on_each(
    request: HttpRequest,
    documents: QuerySet[Document],
    act: Callable[[Document], bool],
    done: Callable[[int], str],
    *,
    standing: bool = True,
) -> None:
    """Act on each document that this person may change, and say on how many, and how many were left out.

    `act` says whether it did anything; `done` is the sentence for so many, with ``{n}`` for the number.
    Deleted documents are left out unless `standing` is False.
    """
    chosen = list(documents.order_by().values_list("pk", flat=True))
    editable = Document.objects.editable_by(request.user)
    rows = editable.undeleted() if standing else editable
    acted = sum(act(document) for document in in_batches(rows, chosen))
    messages.success(request, done(acted).format(n=intcomma(acted)))
    if left := len(chosen) - acted:
        messages.warning(request, _left_as_before(left).format(n=intcomma(left)))


def in_batches(rows: QuerySet[Any], ids: list[int]) -> Iterator[Any]:
    """The rows of those ids, a bounded number in memory."""
    for first in range(0, len(ids), ROWS_AT_ONCE):
        yield from rows.filter(pk__in=ids[first : first + ROWS_AT_ONCE])


def _will_be_read(n: int) -> str:
    return ngettext("{n} document will be read again.", "{n} documents will be read again.", n)


def _were_deleted(n: int) -> str:
    return ngettext("{n} document deleted; it can be restored.", "{n} documents deleted; they can be restored.", n)


def _were_restored(n: int) -> str:
    return ngettext("{n} document restored.", "{n} documents restored.", n)


def _left_as_before(n: int) -> str:
    return ngettext(
        "{n} document left as before: deleted, not yours to change, or nothing to do.",
        "{n} documents left as before: deleted, not yours to change, or nothing to do.",
        n,
    )


def _check(request: HttpRequest, revision_ids: Iterable[int | None]) -> None:
    """One whole text in memory at a time."""
    found = [_problems_of(request, pk) for pk in revision_ids if pk is not None]
    checked = [problems for problems in found if problems is not None]
    bad = sum(1 for problems in checked if problems)
    level = messages.WARNING if bad else messages.SUCCESS
    unread = len(found) - len(checked)
    messages.add_message(
        request,
        level,
        _checked_in_words(len(checked), bad, unread),
    )


def _checked_in_words(checked: int, bad: int, unread: int) -> str:
    numbers = {"n": intcomma(checked), "sound": intcomma(checked - bad), "bad": intcomma(bad)}
    told = ngettext(
        "{n} revision checked: {sound} sound, {bad} with problems.",
        "{n} revisions checked: {sound} sound, {bad} with problems.",
        checked,
    ).format(**numbers)
    return f"{told} {_not_read_yet(unread).format(n=intcomma(unread))}" if unread else told


def _not_read_yet(n: int) -> str:
    return ngettext("{n} revision is not read yet.", "{n} revisions are not read yet.", n)


def _problems_of(request: HttpRequest, revision_id: int) -> int | None:
    """How many problems one revision has; None for one that has not been read."""
    revision = Revision.objects.with_text().select_related("document").get(pk=revision_id)
    if not revision.is_read:
        return None
    return len(services.audit_revision(revision, actor=request.user))
