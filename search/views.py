"""Search, the passage that a citation leads to, and how far a document is on its way."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from documents.models import Collection, Document
from documents.views.requests import HtmxRequest
from search import queries
from search.forms import SEARCHABLE_TYPES, SearchForm
from search.stages import stage_of


@require_safe
def search_page(request: HtmxRequest) -> HttpResponse:
    """The home page: the question, and the passages that answer it. htmx gets the passages alone."""
    form = SearchForm(request.GET, user=request.user)
    found = queries.search(user=request.user, **form.as_search()) if form.query else None
    context: dict[str, Any] = {
        "form": form,
        "found": found,
        "collections": Collection.objects.readable_by(request.user),
        "types": SEARCHABLE_TYPES,
        "trail": _trail(request),
    }
    if found is None:
        context |= _library_state(request)
    response = render(request, _search_template(request), context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def passage_page(request: HttpRequest, pk: int, start: int, end: int) -> HttpResponse:
    """What a citation points to, highlighted in its context; 404 in words where nothing stands there."""
    document = get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)
    trail = QueryDict(request.GET.get("from", ""))
    view = queries.passage(
        user=request.user,
        document_id=pk,
        start=start,
        end=end,
        digest=request.GET.get("v", ""),
        query=trail.get("q", ""),
    )
    context = {"document": document, "view": view, "trail": trail.urlencode()}
    if view is None:
        return render(request, "search/passage_gone.html", context, status=404)
    return render(request, "search/passage.html", context)


@require_safe
@never_cache
def document_stage(request: HtmxRequest, pk: int) -> HttpResponse:
    """One line on how far a document is; it asks again by itself until there is nothing to wait for."""
    document = get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)
    stage = stage_of(document)
    response = render(request, "search/_stage.html", {"document": document, "stage": stage})
    asked_from = request.htmx.current_url_abs_path or ""
    if stage.is_final and asked_from.startswith(document.get_absolute_url()):
        response["HX-Refresh"] = "true"  # the document's own page has more to show now
    return response


def _search_template(request: HtmxRequest) -> str:
    is_swap = request.htmx and not request.htmx.history_restore_request
    return "search/_results.html" if is_swap else "search/search.html"


def _library_state(request: HttpRequest) -> dict[str, bool]:
    return {
        "is_empty": not Document.objects.visible_to(request.user).exists(),
        "may_upload": Collection.objects.writable_by(request.user).exists(),
    }


def _trail(request: HttpRequest) -> str:
    """The question and its filters as a passage's page carries them, to lead back to the results."""
    return request.GET.urlencode()
