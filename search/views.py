"""Search, the passage that a citation leads to, and how far a document is on its way."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from documents.models import Collection, Document
from documents.text import TextSpan
from documents.views.requests import HtmxRequest
from search import queries, saved, stepping
from search.evidence_pages import evidence_pages, strip_page
from search.forms import SearchForm
from search.stages import pause_before_asking_again, stage_of
from search.trails import Trail

MOST_ON_HOME = 8
"""Of the searches that a person keeps, and of those that they asked last."""

_PLACE = re.compile(r"(\d{1,18})/(\d{1,18})-(\d{1,18})", re.ASCII)


@require_safe
def search_page(request: HtmxRequest) -> HttpResponse:
    """The home page: the question, and the passages that answer it. htmx gets the passages alone."""
    form = SearchForm(request.GET, user=request.user)
    found = queries.search(user=request.user, **form.as_search()) if form.is_asked else None
    question = form.as_address()
    context: dict[str, Any] = {
        "form": form,
        "found": found,
        "address": question,
        "question": Trail.read(request.GET.urlencode()),
    }
    if found is None:
        context |= _library_state(request) | _kept_searches(request)
    elif form.query and _is_asked_by_a_person(request):
        saved.remember(request.user, question)
    response = render(request, _search_template(request), context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def passage_page(request: HttpRequest, pk: int, start: int, end: int) -> HttpResponse:
    """What a citation points to, marked in the text and on its pages; 404 in words where nothing stands there."""
    document = get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)
    trail = Trail.read(request.GET.get("from", ""))
    view = queries.passage(
        user=request.user, document_id=pk, start=start, end=end, digest=request.GET.get("v", ""), query=trail.query
    )
    context: dict[str, Any] = {"document": document, "view": view, "trail": trail}
    if view is None:
        return render(request, "search/passage_gone.html", context, status=404)
    pages = evidence_pages(view)
    context |= {"pages": pages, "strip": strip_page(pages), **_steps(trail, f"{pk}/{start}-{end}")}
    return render(request, "search/passage.html", context)


@require_safe
@never_cache
def step(request: HttpRequest) -> HttpResponse:
    """On to the result after the passage ``at``, or before it; from either end back to the results, which say so."""
    trail = Trail.read(request.GET.get("from", ""))
    by = -1 if request.GET.get("to") == "previous" else 1
    question = SearchForm(trail.asked, user=request.user).as_question()
    place = _place(request.GET.get("at", ""))
    found = stepping.step(
        user=request.user, at=place, position=trail.position, by=by, per_page=queries.PER_PAGE, **question
    )
    if found is None:
        messages.info(request, _("That was the first result.") if by < 0 else _("That was the last result."))
        return redirect(f"{reverse('search')}?{trail.question}")
    return redirect(trail.at(found.position, found.total, page=found.page).link(found.path))


@require_safe
@never_cache
def document_stage(request: HtmxRequest, pk: int) -> HttpResponse:
    """One line on how far a document is; it asks again by itself until there is nothing to wait for."""
    document = get_object_or_404(Document.objects.visible_to(request.user).with_current(), pk=pk)
    stage = stage_of(document)
    context = {
        "document": document,
        "stage": stage,
        "brief": "brief" in request.GET,
        "pause": pause_before_asking_again(),
    }
    response = render(request, "search/_stage.html", context)
    asked_from = request.htmx.current_url_abs_path or ""
    if stage.is_final and asked_from.startswith(document.get_absolute_url()):
        response["HX-Refresh"] = "true"  # the document's own page has more to show now
    return response


def _search_template(request: HtmxRequest) -> str:
    is_swap = request.htmx and not _is_restored(request)
    return "search/_results.html" if is_swap else "search/search.html"


def _is_asked_by_a_person(request: HtmxRequest) -> bool:
    """Not the next page of what was asked before, not what a browser fetches ahead or restores by itself."""
    is_ahead = "prefetch" in request.headers.get("Sec-Purpose", "")
    return request.method == "GET" and "page" not in request.GET and not is_ahead and not _is_restored(request)


def _is_restored(request: HtmxRequest) -> bool:
    return bool(request.htmx and request.htmx.history_restore_request)


def _kept_searches(request: HttpRequest) -> dict[str, Any]:
    """The beginning of each of this person's two lists."""
    user = request.user
    return {
        "saved": saved.shown(saved.saved_by(user)[:MOST_ON_HOME], user),
        "recent": saved.shown(saved.recent_of(user)[:MOST_ON_HOME], user),
    }


def _library_state(request: HttpRequest) -> dict[str, bool]:
    return {
        "is_empty": not Document.objects.visible_to(request.user).exists(),
        "may_upload": Collection.objects.writable_by(request.user).exists(),
    }


def _steps(trail: Trail, at: str) -> dict[str, str]:
    """Where the keys to the previous and the next result lead; empty at an end, and without a question."""

    def address(to: str) -> str:
        return f"{reverse('step')}?{urlencode({'from': trail.write(), 'at': at, 'to': to})}"

    return {
        "previous_url": address("previous") if trail.is_asked and trail.has_previous else "",
        "next_url": address("next") if trail.is_asked and trail.has_next else "",
    }


def _place(written: str) -> stepping.Place | None:
    match = _PLACE.fullmatch(written)
    if match is None:
        return None
    document_id, start, end = map(int, match.groups())
    return stepping.Place(document_id, TextSpan(start, end))
