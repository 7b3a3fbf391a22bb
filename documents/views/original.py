"""The files as they came."""

from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from documents.extractors.media_types import PDF
from documents.models import Revision
from documents.views.access import chosen_revision, readable_document

_SHOWN_BY_BROWSERS = (PDF,)  # by a viewer in a sandbox of its own, which runs nothing of the file in this site


@require_safe
def document_file(request: HttpRequest, pk: int) -> FileResponse:
    """The original as an attachment: a browser saves it and runs nothing that it holds."""
    return _original(chosen_revision(request, readable_document(request, pk)), as_attachment=True)


@require_safe
def document_original(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A PDF in the browser's own viewer, which turns to the page of ``#page=12``; any other file as an attachment."""
    revision = chosen_revision(request, readable_document(request, pk))
    if revision.media_type in _SHOWN_BY_BROWSERS:
        return _original(revision, as_attachment=False)
    return redirect(reverse("document-file", args=[pk], query={"revision": revision.number}))


def _original(revision: Revision, *, as_attachment: bool) -> FileResponse:
    try:
        stream = revision.file.open("rb")
    except FileNotFoundError as error:
        raise Http404(_("The original file is missing from storage. Tell an administrator.")) from error
    response = FileResponse(
        stream, as_attachment=as_attachment, filename=revision.uploaded_name, content_type=revision.media_type
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
