"""What people do to a document that stands. Each act asks a service, then says what happened."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from documents import conf, services
from documents.forms import DocumentForm, ReplaceForm, TitleForm
from documents.models import Document
from documents.services.managing import AlreadyHeld
from documents.views.access import editable_document, restorable_document
from documents.views.requests import HtmxRequest, post_only
from documents.views.uploading import refuse_if_too_large


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    document = editable_document(request, pk)
    form = DocumentForm(request.POST or None, initial=_as_typed(document), user=request.user)
    if form.is_valid() and _update(request, document, form):
        messages.success(request, _("Saved."))
        return redirect("document", pk=pk)
    status = 400 if form.errors else 200
    return render(request, "documents/edit.html", {"document": document, "form": form}, status=status)


@post_only(button_on="document")
def rename(request: HttpRequest, pk: int) -> HttpResponse:
    """The title alone, from the head of the document's page; what cannot be a title is said on the page of edits."""
    document = editable_document(request, pk)
    form = TitleForm(request.POST)
    if form.is_valid():
        services.update_document(document=document, actor=request.user, title=form.cleaned_data["title"])
        messages.success(request, _("Saved."))
        return redirect(document)
    sent = _as_typed(document) | {"title": request.POST.get("title", "")}
    edits = DocumentForm(sent, user=request.user)
    return render(request, "documents/edit.html", {"document": document, "form": edits}, status=400)


def _as_typed(document: Document) -> dict[str, object]:
    return {
        "title": document.title,
        "collection": document.collection_id,
        "tags": ", ".join(document.tags),
    }


def _update(request: HttpRequest, document: Document, form: DocumentForm) -> bool:
    try:
        services.update_document(document=document, actor=request.user, **form.cleaned_data)
    except AlreadyHeld as held:
        form.add_error("collection", str(held))
        return False
    return True


@csrf_exempt  # the size is judged before anything reads the body; `_replace` checks the token
@require_http_methods(["GET", "HEAD", "POST"])
def replace(request: HtmxRequest, pk: int) -> HttpResponse:
    return refuse_if_too_large(request) or _replace(request, pk)


@csrf_protect
def _replace(request: HttpRequest, pk: int) -> HttpResponse:
    document = editable_document(request, pk)
    form = ReplaceForm(request.POST, request.FILES) if request.method == "POST" else ReplaceForm()
    status = _give_new_file(request, document, form) if form.is_valid() else 400 if form.errors else 200
    if form.is_bound and status == 200:
        return redirect("document", pk=pk)
    return render(request, "documents/replace.html", {"document": document, "form": form}, status=status)


def _give_new_file(request: HttpRequest, document: Document, form: ReplaceForm) -> int:
    """200 when the file was taken; else the status of the refusal, which the form then says in words."""
    file = form.cleaned_data["file"]
    try:
        services.replace_file(document=document, file=file, name=file.name, actor=request.user)
    except services.RefusedUpload as refused:
        form.add_error("file", f"{refused.sentence} {refused.advice}")
        return refused.http_status
    messages.success(
        request, _("The new file was received. The old text stays current until the new one has been read.")
    )
    return 200


@post_only(button_on="document")
def read_again(request: HttpRequest, pk: int) -> HttpResponse:
    document = editable_document(request, pk)
    services.extract_again(document=document, actor=request.user)
    messages.success(request, _("The file is being read again."))
    return redirect("document", pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    document = editable_document(request, pk)
    if request.method != "POST":
        return render(request, "documents/delete.html", {"document": document, "undo_days": conf.undo_period().days})
    services.delete_document(document=document, actor=request.user)
    return redirect(f"{reverse('library')}?deleted={pk}")


@post_only(button_on="document")
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    document = restorable_document(request, pk)
    try:
        services.restore_document(document=document, actor=request.user)
    except AlreadyHeld as held:
        messages.error(request, _("It was not restored: {reason}").format(reason=held))
        return redirect(held.document)
    messages.success(request, _("“{title}” is back.").format(title=document.title))
    return redirect(document)
