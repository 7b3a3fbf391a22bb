"""Who may open what: the QuerySets decide, this turns their answer into a page."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from documents.models import Document, Revision
from documents.views.requests import whole_number


def readable_document(request: HttpRequest, pk: int) -> Document:
    """The document with its current revision; 404 for one that is deleted or not for this person."""
    return get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)


def editable_document(request: HttpRequest, pk: int) -> Document:
    """404 where the document may not even be seen, 403 where it may only be read."""
    document = readable_document(request, pk)
    if not may_edit(request, document):
        raise PermissionDenied(_("You may read this document, but not change it."))
    return document


def restorable_document(request: HttpRequest, pk: int) -> Document:
    """A deleted document that this person may bring back; else 404."""
    return get_object_or_404(Document.objects.editable_by(request.user).deleted().with_current(), pk=pk)


def may_edit(request: HttpRequest, document: Document) -> bool:
    return Document.objects.editable_by(request.user).filter(pk=document.pk).exists()


def chosen_revision(request: HttpRequest, document: Document) -> Revision:
    """The revision of ``?revision=2``, without its text; else the current one. 404 for an unknown one."""
    number = request.GET.get("revision", "")
    revisions = document.revisions.all()
    if number:
        return get_object_or_404(revisions, number=whole_number(number) or 0)
    return get_object_or_404(revisions, pk=document.current_revision_id)
