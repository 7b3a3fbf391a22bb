"""Whose documents and collections are reached through the API: what may not be seen is not found."""

from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from documents.api.errors import ApiError
from documents.models import Collection, Document, Revision


def readable_document(request: Request, pk: int) -> Document:
    """With its current revision, less what grows with it; 404 for one that is deleted or not theirs."""
    return get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)


def editable_document(request: Request, pk: int) -> Document:
    """404 for one that they may not see, 403 for one that they may only read."""
    document = readable_document(request, pk)
    if not may_edit(request, document):
        raise PermissionDenied("You may read this document, but not change it.")
    return document


def restorable_document(request: Request, pk: int) -> Document:
    """One that they may change, deleted or not."""
    return get_object_or_404(Document.objects.editable_by(request.user).with_current(), pk=pk)


def may_edit(request: Request, document: Document) -> bool:
    return Document.objects.editable_by(request.user).filter(pk=document.pk).exists()


def writable_collection(request: Request, pk: int) -> Collection:
    """404 for one that they may not see, 403 for one that they may only read."""
    collection = get_object_or_404(Collection.objects.readable_by(request.user), pk=pk)
    if not Collection.objects.writable_by(request.user).filter(pk=pk).exists():
        raise PermissionDenied("You may read this collection, but not put documents into it.")
    return collection


def revision_with_text(document: Document, digest: str) -> Revision:
    """The newest revision of that digest, the current one without a digest; without its text.

    Raises ApiError "no-such-text" where no text has it, "not-read-yet" while nothing has been read.
    """
    revisions = document.revisions.filter(status__in=Revision.READ).order_by("-number")
    if digest:
        found = revisions.filter(text_sha256=digest).first()
        if found is None:
            raise ApiError("no-such-text")
        return found
    current = revisions.filter(pk=document.current_revision_id or 0).first()
    if current is None:
        raise ApiError("not-read-yet")
    return current
