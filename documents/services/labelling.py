"""People correct page labels: from a page on, for a range, for one page. What the file declares is never lost.

A revision's `page_labels` are the labels in force, so every reader shows a correction at once; `declared_page_labels`
are the file's. A change is one transaction: the document's row is locked, the labels are still those that the person
saw, and an event says what they were before and after, which is also what undoing needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from documents import signals
from documents.models import Document, DocumentEvent, Revision
from documents.querysets import AnyUser
from documents.services.events import record_event
from documents.services.managing import send_on_commit
from documents.text.page_labels import (
    LabelRule,
    PageLabels,
    apply_rules,
    changed_range,
    labels_digest,
    labels_within,
    read_page_labels,
    settled,
)

Kind = DocumentEvent.Kind
LABEL_EVENTS = (Kind.LABELS_CORRECTED, Kind.LABELS_UNDONE, Kind.LABELS_RESTORED, Kind.LABELS_KEPT)


class LabelsChanged(Exception):  # noqa: N818 - it names an outcome, not a fault
    """Someone else has changed the labels since this person saw them; nothing was changed."""


class WithoutPages(Exception):  # noqa: N818 - it names an outcome, not a fault
    """The revision has no pages to label: it is of another type, or is not read yet."""


def correct_page_labels(
    *, revision: Revision, actor: AnyUser | None, rules: Sequence[LabelRule], seen: str | None = None
) -> bool:
    """Apply `rules` to the labels in force, the later ones winning. False where that changes nothing.

    `seen` is the `labels_digest` of the labels that the person saw. Raises RefusedLabel, LabelsChanged, WithoutPages.
    """
    with transaction.atomic():
        row = _locked(revision, seen)
        after = apply_rules(labels_in_force(row), row.page_count or 0, rules)
        return _change(row, Kind.LABELS_CORRECTED, actor, after, rules=[asdict(rule) for rule in rules])


def restore_page_labels(*, revision: Revision, actor: AnyUser | None, seen: str | None = None) -> bool:
    """Put the labels that the file declares in force again. False where they are. LabelsChanged, WithoutPages."""
    with transaction.atomic():
        row = _locked(revision, seen)
        return _change(row, Kind.LABELS_RESTORED, actor, row.declared_page_labels)


def undo_page_labels(*, revision: Revision, actor: AnyUser | None, seen: str | None = None) -> bool:
    """Take back the latest change that is not taken back yet, restoring included. False where there is none.

    Raises LabelsChanged, also where the labels are no longer what that change made them, and WithoutPages.
    """
    with transaction.atomic():
        row = _locked(revision, seen)
        event = latest_change(row)
        if event is None:
            return False
        return _change(row, Kind.LABELS_UNDONE, actor, _before(event, row), undoes=event.pk)


def labels_in_force(revision: Revision) -> list[str | None] | None:
    """None also where what is stored cannot be labels; then `page_metadata_problems` says so."""
    return read_page_labels(revision.page_labels, revision.page_count)


def declared_labels(revision: Revision) -> list[str | None] | None:
    return read_page_labels(revision.declared_page_labels, revision.page_count)


def latest_change(revision: Revision) -> DocumentEvent | None:
    """The latest change of this revision's labels that is not undone."""
    return next(_standing_changes(revision), None)


def label_events(revision: Revision) -> QuerySet[DocumentEvent]:
    """What was done to the labels of this revision, the latest first."""
    events = DocumentEvent.objects.filter(document_id=revision.document_id, revision_number=revision.number)
    return events.filter(kind__in=LABEL_EVENTS).order_by("-pk")


def keep_corrections(revision: Revision) -> bool:
    """Give a revision that was just read the corrected labels of the latest earlier reading of the same file.

    To be called in the transaction that stored its text. False where nobody corrected them, or the pages differ.
    """
    _lock_document(revision)
    row = Revision.objects.get(pk=revision.pk)
    earlier = _earlier_reading(row)
    labels = labels_in_force(earlier) if earlier is not None else None
    if earlier is None or labels == declared_labels(earlier) or earlier.page_count != row.page_count:
        return False
    return _change(row, Kind.LABELS_KEPT, None, labels, from_revision=earlier.number)


def left_behind(revision: Revision) -> Revision | None:
    """The latest earlier revision, of another file, whose corrected labels this one does not have."""
    earlier = revision.document.revisions.filter(number__lt=revision.number, status__in=Revision.READ)
    others = earlier.exclude(file_sha256=revision.file_sha256).order_by("-number").first()
    is_corrected = others is not None and labels_in_force(others) != declared_labels(others)
    return others if is_corrected else None


def _locked(revision: Revision, seen: str | None) -> Revision:
    """The row as it is now, its document locked, so that changes of labels come one after another."""
    _lock_document(revision)
    row = Revision.objects.select_related("document").get(pk=revision.pk)
    if not (row.is_read and row.page_count):
        raise WithoutPages
    if seen is not None and seen != labels_digest(labels_in_force(row)):
        raise LabelsChanged
    return row


def _lock_document(revision: Revision) -> None:
    Document.objects.select_for_update(of=("self",)).get(pk=revision.document_id)


def _change(row: Revision, kind: Kind, actor: AnyUser | None, after: PageLabels, **detail: Any) -> bool:
    before, after = labels_in_force(row), settled(after)
    changed = changed_range(before, after, row.page_count or 0)
    if changed is None and row.page_labels == after:
        return False
    Revision.objects.filter(pk=row.pk).update(page_labels=after)
    record_event(
        document=row.document, kind=kind, actor=actor, revision=row, detail=detail | _difference(before, after, changed)
    )
    if row.document.current_revision_id == row.pk:
        send_on_commit(signals.index_requested, row.document)
    return True


def _difference(before: PageLabels, after: PageLabels, changed: tuple[int, int] | None) -> dict[str, Any]:
    if changed is None:  # what was stored could not be labels
        return {}
    first, last = changed
    parts = {"before": labels_within(before, first, last), "after": labels_within(after, first, last)}
    return {"first": first, "last": last} | parts


def _standing_changes(revision: Revision) -> Iterator[DocumentEvent]:
    undone: set[object] = set()
    for pk, kind, undoes in label_events(revision).values_list("pk", "kind", "detail__undoes"):
        if kind == Kind.LABELS_UNDONE:
            undone.add(undoes)
        elif pk not in undone:
            yield DocumentEvent.objects.get(pk=pk)


def _before(event: DocumentEvent, row: Revision) -> list[str | None]:
    labels = labels_in_force(row)
    first, last = event.detail.get("first", 1), event.detail.get("last", 0)
    whole = labels_within(labels, 1, row.page_count or 0)
    if whole[first - 1 : last] != event.detail.get("after", []):
        raise LabelsChanged
    whole[first - 1 : last] = event.detail.get("before", [])
    return whole


def _earlier_reading(revision: Revision) -> Revision | None:
    same = Revision.objects.filter(document=revision.document_id, file_sha256=revision.file_sha256)
    return same.filter(number__lt=revision.number, status__in=Revision.READ).order_by("-number").first()
