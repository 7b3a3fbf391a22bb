"""Correcting page labels: a look at what would change, the correction, and the ways back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from documents.label_forms import LabelForm, NumberingForm, OnePageForm
from documents.models import Document, Revision
from documents.services import labelling
from documents.services.labelling import LabelsChanged, WithoutPages
from documents.text.page_labels import labels_digest
from documents.views.access import chosen_revision, editable_document
from documents.views.page_rows import label_rows
from documents.views.requests import post_only

ROWS = 100
FORMS: dict[str, type[LabelForm]] = {"numbering": NumberingForm, "one_page": OnePageForm}


@require_http_methods(["GET", "HEAD", "POST"])
def labels(request: HttpRequest, pk: int) -> HttpResponse:
    """The labels of a revision, and the forms to correct them; a POST without `save` is a look at what it would do."""
    document = editable_document(request, pk)
    revision = chosen_revision(request, document)
    asked = request.POST.get("form", "") if request.method == "POST" and revision.page_count else ""
    forms = {name: _form(name, revision, request.POST if name == asked else None) for name in FORMS}
    form = forms.get(asked)
    if form is None or not form.is_valid():
        return _page(request, document, revision, forms, status=400 if request.method == "POST" else 200)
    if "save" not in request.POST:
        return _page(request, document, revision, forms, previewed=form)
    return _save(request, document, revision, forms, form)


@post_only(button_on="document-labels")
def restore_labels(request: HttpRequest, pk: int) -> HttpResponse:
    return _go_back(request, pk, labelling.restore_page_labels, _("The labels are again those that the file declares."))


@post_only(button_on="document-labels")
def undo_labels(request: HttpRequest, pk: int) -> HttpResponse:
    return _go_back(request, pk, labelling.undo_page_labels, _("The last change of the labels was undone."))


def _form(name: str, revision: Revision, data: Any) -> LabelForm:
    in_force = labelling.labels_in_force(revision)
    return FORMS[name](data, labels=in_force, page_count=revision.page_count or 0, auto_id=f"{name}_%s")


def _save(
    request: HttpRequest, document: Document, revision: Revision, forms: dict[str, LabelForm], form: LabelForm
) -> HttpResponse:
    try:
        changed = labelling.correct_page_labels(
            revision=revision, actor=request.user, rules=[form.rule], seen=form.cleaned_data["seen"]
        )
    except LabelsChanged:
        form.add_error(None, _changed_meanwhile())
        return _page(request, document, revision, forms, status=409)
    messages.success(request, _("The labels were corrected.") if changed else _("These labels are in force already."))
    return _to_labels(document, revision)


def _go_back(request: HttpRequest, pk: int, act: Callable[..., bool], done: str) -> HttpResponse:
    document = editable_document(request, pk)
    revision = chosen_revision(request, document)
    try:
        changed = act(revision=revision, actor=request.user, seen=request.POST.get("seen", ""))
    except LabelsChanged:
        messages.error(request, _changed_meanwhile())
    except WithoutPages:
        messages.error(request, _("There are no pages to label."))
    else:
        messages.success(request, done if changed else _("There was nothing to change."))
    return _to_labels(document, revision)


def _page(
    request: HttpRequest,
    document: Document,
    revision: Revision,
    forms: dict[str, LabelForm],
    previewed: LabelForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"document": document, "revision": revision, "forms": forms, "previewed": previewed}
    if revision.is_read and revision.page_count:
        context |= _state(request, revision, previewed)
    return render(request, "documents/labels.html", context, status=status)


def _state(request: HttpRequest, revision: Revision, previewed: LabelForm | None) -> dict[str, Any]:
    in_force, declared = labelling.labels_in_force(revision), labelling.declared_labels(revision)
    rows = label_rows(revision.page_count or 0, declared, in_force, previewed.after if previewed else in_force)
    changing = [row for row in rows if row.changes]
    is_corrected = in_force != declared or revision.page_labels != revision.declared_page_labels
    return {
        "seen": labels_digest(in_force),
        "is_corrected": is_corrected,
        "latest_change": labelling.latest_change(revision),
        "left_behind": None if is_corrected else labelling.left_behind(revision),
        "changing": changing[:ROWS],
        "more_changing": max(0, len(changing) - ROWS),
        "page": Paginator(rows, ROWS).get_page(request.GET.get("page")),
    }


def _to_labels(document: Document, revision: Revision) -> HttpResponseRedirect:
    address = reverse("document-labels", args=[document.pk])
    is_current = revision.pk == document.current_revision_id
    return redirect(address if is_current else f"{address}?revision={revision.number}")


def _changed_meanwhile() -> str:
    return _("Someone else has changed the labels meanwhile. Look at them as they are now, and try again.")
