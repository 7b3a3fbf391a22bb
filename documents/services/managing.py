"""What people do to a document that stands: change it, delete it, bring it back."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from documents import signals
from documents.models import Collection, Document, DocumentEvent
from documents.querysets import AnyUser
from documents.services.committing import once_durable
from documents.services.events import record_event


class AlreadyHeld(Exception):  # noqa: N818 - it names an outcome, not a fault
    """Another undeleted document of the collection holds the same file."""

    def __init__(self, document: Document) -> None:
        self.document = document
        super().__init__(_("“{title}” already holds this file.").format(title=document.title))


@transaction.atomic
def delete_document(*, document: Document, actor: AnyUser | None) -> bool:
    """Hide it from everyone at once; it can be restored until it is purged. False if it was deleted already."""
    changed = Document.objects.undeleted().filter(pk=document.pk).update(deleted_at=timezone.now())
    if changed:
        record_event(document=document, kind=DocumentEvent.Kind.DELETED, actor=actor)
        send_on_commit(signals.document_deleted, document)
    return bool(changed)


@transaction.atomic
def restore_document(*, document: Document, actor: AnyUser | None) -> bool:
    """Undo the deletion. False if it was not deleted; AlreadyHeld if the same file has been uploaded since."""
    row = Document.objects.deleted().select_for_update(of=("self",)).filter(pk=document.pk).first()
    if row is None:
        return False
    _refuse_if_held(row, row.collection)
    row.deleted_at = None
    _save_unless_held(row, "deleted_at")
    record_event(document=row, kind=DocumentEvent.Kind.RESTORED, actor=actor)
    send_on_commit(signals.index_requested, row)
    for revision in row.revisions.light().filter(status__in=["RECEIVED", "EXTRACTING"]):
        once_durable(signals.file_received.send, Document, revision_id=revision.pk)
    return True


@transaction.atomic
def update_document(
    *,
    document: Document,
    actor: AnyUser | None,
    title: str | None = None,
    collection: Collection | None = None,
    tags: Sequence[str] | None = None,
) -> Document:
    """Change what is given and record what changed. AlreadyHeld if the target collection has the same file."""
    row = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
    before = {"title": row.title, "tags": row.tags, "collection": row.collection.name}
    if title is not None and title.strip():
        row.title = unicodedata.normalize("NFC", title.strip())[:300]
    if tags is not None:
        row.tags = list(dict.fromkeys(tag.strip()[:60] for tag in tags if tag.strip()))
    moved = collection is not None and collection.pk != row.collection_id
    if moved and collection is not None:
        _refuse_if_held(row, collection)
        row.collection = collection
    _save_unless_held(row, "title", "tags", "collection")
    after = {"title": row.title, "tags": row.tags, "collection": row.collection.name}
    changes = {name: [before[name], after[name]] for name in after if before[name] != after[name]}
    if changes:
        kind = DocumentEvent.Kind.MOVED if moved else DocumentEvent.Kind.UPDATED
        record_event(document=row, kind=kind, actor=actor, detail={"changes": changes})
    if moved:
        send_on_commit(signals.document_moved, row)
    if "title" in changes:
        send_on_commit(signals.document_renamed, row)
    return row


def send_on_commit(signal: Signal, document: Document, **named: Any) -> None:
    """Send with the document's id once the transaction is durable; a receiver that fails does not undo it."""
    once_durable(signal.send, Document, document_id=document.pk, **named)


def _save_unless_held(row: Document, *fields: str) -> None:
    """AlreadyHeld also if another document got the file between the look at the collection and now."""
    try:
        with transaction.atomic():
            row.save(update_fields=[*fields, "updated_at"])
    except IntegrityError:
        _refuse_if_held(row, row.collection)
        raise


def _refuse_if_held(row: Document, collection: Collection) -> None:
    twins = Document.objects.undeleted().filter(collection=collection, file_sha256=row.file_sha256)
    if (twin := twins.exclude(pk=row.pk).first()) is not None:
        raise AlreadyHeld(twin)
