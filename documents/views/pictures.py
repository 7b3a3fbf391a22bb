"""Pictures of pages, and the rectangles that lie over them. Who may read the document is asked before anything else."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from documents.models import Revision
from documents.pictures.drawing import SvgMarks
from documents.services.pictures import (
    PictureUnavailable,
    has_pictures,
    page_marks,
    page_picture,
    picture_etag,
)
from documents.text import TextSpan
from documents.views.access import readable_document
from documents.views.requests import whole_number

DEFAULT_WIDTH = 960  # device pixels
RETRY_SECONDS = 2

_STATUS = {"too-busy": 503, "renderer-missing": 503, "file-missing": 404}
_POLICY = "sandbox; default-src 'none'"


@require_safe
def document_picture(request: HttpRequest, pk: int, number: int, page: int) -> HttpResponseBase:
    """The picture of a page, or 304 for one that the reader has; 404 without such a page; 422 or 503 with a code."""
    revision = _drawn_revision(request, pk, number, page)
    width = _whole(request, "w", DEFAULT_WIDTH)
    etag = picture_etag(revision, page, width)
    response = get_conditional_response(request, etag=etag) or _picture(revision, page, width)
    return _guarded(response, etag)


def _picture(revision: Revision, page: int, width: int) -> HttpResponse:
    try:
        picture = page_picture(revision, page, width)
    except PictureUnavailable as unavailable:
        return _refusal(unavailable)
    return HttpResponse(picture.content, content_type=picture.media_type)


def _refusal(unavailable: PictureUnavailable) -> HttpResponse:
    status = _STATUS.get(unavailable.code, 422)
    headers = {"Retry-After": str(RETRY_SECONDS)} if status == 503 else {}
    error = {"code": unavailable.code, "sentence": unavailable.sentence}
    return JsonResponse({"error": error}, status=status, headers=headers)


@require_safe
def document_marks(request: HttpRequest, pk: int, number: int, page: int) -> HttpResponseBase:
    """Rectangles of one span as an SVG of the page's shape; without any where its place is not known."""
    revision = _drawn_revision(request, pk, number, page)
    start, end = _whole(request, "start", 0), _whole(request, "end", 0)
    marks = page_marks(revision, page, [TextSpan(start, end)] if start < end else [])
    response = render(request, "documents/_page_marks.svg", {"marks": SvgMarks.of(marks.size, marks.rects)})
    response["Content-Type"] = "image/svg+xml"
    return _guarded(response)


def _drawn_revision(request: HttpRequest, pk: int, number: int, page: int) -> Revision:
    """The revision without its text; 404 unless this person may read it and it has a picture of that page."""
    document = readable_document(request, pk)
    revision = get_object_or_404(document.revisions.light(), number=number)
    if not has_pictures(revision) or not 1 <= page <= (revision.page_count or 0):
        raise Http404(_("There is no picture of this page."))
    return revision


def _whole(request: HttpRequest, name: str, default: int) -> int:
    """A number from the query; `default` for what is none."""
    given = whole_number(request.GET.get(name, ""))
    return default if given is None else given


def _guarded(response: HttpResponseBase, etag: str = "") -> HttpResponseBase:
    """Kept by this reader's browser only, and asked for again each time: rights may have changed."""
    response["Cache-Control"] = "private, no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = _POLICY
    if etag and response.status_code in (200, 304):
        response["ETag"] = etag
    return response
