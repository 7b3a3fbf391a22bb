"""The files as they came."""

from django.http import FileResponse, Http404, HttpRequest
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from documents.views.access import chosen_revision, readable_document


@require_safe
def document_file(request: HttpRequest, pk: int) -> FileResponse:
    """The original as an attachment: a browser saves it and runs nothing that it holds."""
    revision = chosen_revision(request, readable_document(request, pk))
    try:
        stream = revision.file.open("rb")
    except FileNotFoundError as error:
        raise Http404(_("The original file is missing from storage. Tell an administrator.")) from error
    response = FileResponse(
        stream, as_attachment=True, filename=revision.uploaded_name, content_type=revision.media_type
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response
