"""The password of a file that needs one: given on the document's page, used once, and kept nowhere."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from documents import services
from documents.forms import FilePasswordForm
from documents.models import Document
from documents.views.access import editable_document
from documents.views.requests import post_only


@sensitive_post_parameters("password")
@post_only(button_on="document")
def unlock(request: HttpRequest, pk: int) -> HttpResponse:
    document = editable_document(request, pk)
    form = FilePasswordForm(request.POST)
    if form.is_valid():
        _unlock(request, document, form.cleaned_data["password"])
    else:
        messages.error(request, " ".join(map(str, form.errors["password"])))
    return redirect(document)


def _unlock(request: HttpRequest, document: Document, password: str) -> None:
    try:
        revision = services.unlock_document(document=document, password=password, actor=request.user)
    except services.StillLocked as locked:
        messages.error(request, f"{locked.sentence} {locked.advice}".strip())
        return
    if revision.is_read:
        messages.success(request, _("The file was opened with its password and read. The password was not stored."))
    else:
        messages.success(request, _("The file opens without a password. It is being read again."))
