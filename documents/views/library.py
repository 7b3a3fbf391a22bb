"""The library: every document that a person may read, as a table."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from documents.forms import MEDIA_TYPES, STATUSES, LibraryForm
from documents.models import Collection, Document

ROWS = 50
COLUMNS = ("title", "type", "pages", "collection", "updated", "owner")


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    form = LibraryForm(request.GET, user=request.user)
    documents = Document.objects.visible_to(request.user)
    page = Paginator(form.apply(documents), ROWS).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "sort": form.cleaned_data.get("sort", ""),
        "filters": form.chosen,
        "collections": Collection.objects.readable_by(request.user),
        "statuses": list(STATUSES),
        "types": MEDIA_TYPES,
        "may_upload": Collection.objects.writable_by(request.user).exists(),
        "columns": COLUMNS,
        "just_deleted": _just_deleted(request),
    }
    return render(request, "documents/library.html", context)


def _just_deleted(request: HttpRequest) -> Any:
    """The document that ``?deleted=7`` names, if this person may bring it back: the undo message."""
    pk = request.GET.get("deleted", "")
    if not pk.isdecimal():
        return None
    return Document.objects.editable_by(request.user).deleted().filter(pk=int(pk)).first()
