"""The library: every document that a person may read, as a table."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from documents.forms import MEDIA_TYPES, STATUSES, LibraryForm
from documents.models import Collection, Document
from documents.querysets import TEXT_SOURCES
from documents.views.several import document_ids

ROWS = 50
COLUMNS = ("title", "type", "pages", "collection", "updated", "owner")


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    form = LibraryForm(request.GET, user=request.user)
    documents = Document.objects.visible_to(request.user)
    page = Paginator(form.apply(documents), ROWS).get_page(request.GET.get("page"))
    writable = list(Collection.objects.writable_by(request.user))
    context = {
        "form": form,
        "page": page,
        "sort": form.cleaned_data.get("sort", ""),
        "filters": form.chosen,
        "collections": Collection.objects.readable_by(request.user),
        "writable": writable,
        "statuses": list(STATUSES),
        "text_sources": TEXT_SOURCES,
        "types": MEDIA_TYPES,
        "may_upload": bool(writable),
        "columns": COLUMNS,
        "shown": ",".join(str(document.pk) for document in page.object_list),
        "back": _address_of_list(request),
        "just_deleted": _just_deleted(request),
    }
    return render(request, "documents/library.html", context | _editable(page, writable))


def _editable(page: Page[Document], writable: list[Collection]) -> dict[str, Any]:
    """Which rows this person may change: the collection decides, so that no further query is needed."""
    collections = {collection.pk for collection in writable}
    return {"editable": {one.pk for one in page.object_list if one.collection_id in collections}}


def _address_of_list(request: HttpRequest) -> str:
    """Filters, order and page, for the way back from an act on some of its rows."""
    asked = request.GET.copy()
    asked.pop("deleted", None)
    return asked.urlencode()


def _just_deleted(request: HttpRequest) -> list[Document]:
    """The documents that ``?deleted=7,9`` names, if this person may bring them back: the undo message."""
    chosen = document_ids(request.GET.getlist("deleted"))
    return list(Document.objects.editable_by(request.user).deleted().filter(pk__in=chosen)) if chosen else []
