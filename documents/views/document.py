"""One document: its text, its pages, its revisions and what happened to it."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from documents import services
from documents.forms import FilePasswordForm
from documents.models import Document, Revision
from documents.page_words import page_problems_in_words
from documents.text import has_ink
from documents.views.access import chosen_revision, may_edit, readable_document
from documents.views.page_rows import page_rows
from documents.views.portions import page_blocks, portions
from documents.views.requests import whole_number

ROWS = 100


@require_safe
def document_text(request: HttpRequest, pk: int) -> HttpResponse:
    """The canonical text, a portion at a time; to an editor of a deleted document, the way to restore it."""
    deleted = Document.objects.editable_by(request.user).deleted().filter(pk=pk).first()
    if deleted is not None:
        return render(request, "documents/deleted.html", {"document": deleted})
    document = readable_document(request, pk)
    revision = document.revisions.with_text().get(pk=chosen_revision(request, document).pk)
    text = revision.text or ""
    page = Paginator(portions(text, revision.spans), 1).get_page(_portion_asked_for(request, text, revision))
    spans = list(page.object_list)
    blocks = page_blocks(text, spans[0], revision.spans, revision.page_labels) if spans and has_ink(text) else []
    problems = page_problems_in_words(revision.page_problems)
    explained = {number for problem in problems for number in problem.pages}
    context = {
        "page": page,
        "blocks": blocks,
        "page_problems": problems,
        "blank_pages": [number for number in revision.pages_without_text if number not in explained],
    }
    return document_tab(request, document, "text", {"revision": revision} | context)


@require_safe
def document_pages(request: HttpRequest, pk: int) -> HttpResponse:
    """Each physical page: number, label, where it stands in the text, and its first words."""
    document = readable_document(request, pk)
    chosen = chosen_revision(request, document)
    if not chosen.is_paginated:
        return document_tab(request, document, "pages", {"revision": chosen, "page": None})
    revision = document.revisions.with_text().get(pk=chosen.pk)
    page = Paginator(page_rows(revision), ROWS).get_page(request.GET.get("page"))
    return document_tab(request, document, "pages", {"revision": revision, "page": page})


@require_safe
def document_revisions(request: HttpRequest, pk: int) -> HttpResponse:
    document = readable_document(request, pk)
    revisions = document.revisions.light().select_related("created_by").order_by("-number")
    page = Paginator(revisions, ROWS).get_page(request.GET.get("page"))
    return document_tab(request, document, "revisions", {"page": page})


@require_safe
def document_history(request: HttpRequest, pk: int) -> HttpResponse:
    document = readable_document(request, pk)
    page = Paginator(document.events.all(), ROWS).get_page(request.GET.get("page"))
    return document_tab(request, document, "history", {"page": page})


def document_tab(request: HttpRequest, document: Document, tab: str, context: dict[str, Any]) -> HttpResponse:
    """`documents/<tab>.html` under the document's head."""
    newest = document.revisions.light().order_by("-number").first()
    if newest is None:
        raise Http404
    head = {
        "document": document,
        "current": document.current_revision,
        "newest": newest,
        "revision": document.current_revision,
        "may_edit": may_edit(request, document),
        "password_form": FilePasswordForm() if services.awaits_password(newest) else None,
        "tab": tab,
    }
    return render(request, f"documents/{tab}.html", head | context)


def _portion_asked_for(request: HttpRequest, text: str, revision: Revision) -> str | int | None:
    """``?part=3``, or the part that holds the physical page of ``?at=12``."""
    asked = whole_number(request.GET.get("at", ""))
    if asked is None:
        return request.GET.get("part")
    start = next((span.start for span in revision.spans if span.number >= asked), 0)
    parts = portions(text, revision.spans)
    return next((number for number, part in enumerate(parts, start=1) if start < part.end), 1)
