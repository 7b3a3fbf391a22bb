"""The audit trail."""

from typing import Any

from documents.models import Document, DocumentEvent, Revision
from documents.querysets import AnyUser


def record_event(
    *,
    document: Document,
    kind: DocumentEvent.Kind,
    actor: AnyUser | None = None,
    revision: Revision | None = None,
    detail: dict[str, Any] | None = None,
) -> DocumentEvent:
    """Add one event. Names are copied in, so that it stays legible after the document and the person are gone."""
    known = actor if actor is not None and actor.pk is not None else None
    return DocumentEvent.objects.create(
        document_id=document.pk,
        document_title=document.title,
        revision_number=revision.number if revision else None,
        actor_id=known.pk if known else None,
        actor_name=known.get_username() if known else "",
        kind=kind,
        detail=detail or {},
    )
