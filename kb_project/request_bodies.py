"""How much may be sent to an address, judged before anything reads it: not signed in, anybody may send."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from documents.api.errors import ERRORS

FORM_BYTES = 4 * 1024 * 1024
"""The most that a request may hold where no file is taken."""

TAKES_FILES = frozenset({"upload", "document-replace"})
"""Addresses that judge by themselves: a file may be as large as `MAX_UPLOAD_BYTES`."""

_API = "/api/"

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class BoundedBodies:
    """Middleware: 413 for a body that is too large for its address, 411 for one that does not say how large it is.

    A body that breaks off, or never goes on, is a 400. The API says the same in its own shape, and judges sizes itself.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return _refusal(request) or self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return render(request, "400.html", status=400) if isinstance(exception, UnreadablePostError) else None


def _refusal(request: HttpRequest) -> HttpResponse | None:
    declared = request.META.get("CONTENT_LENGTH") or ""
    if not declared and "HTTP_TRANSFER_ENCODING" in request.META:
        return _without_length(request)
    if declared and not (declared.isascii() and declared.isdecimal()):
        return render(request, "400.html", status=400)
    if int(declared or 0) > FORM_BYTES and not request.path.startswith(_API) and not _takes_files(request):
        return render(request, "413.html", status=413)
    return None


def _without_length(request: HttpRequest) -> HttpResponse:
    if not request.path.startswith(_API):
        return render(request, "411.html", status=411)
    status, sentence = ERRORS["length-required"]
    return JsonResponse({"error": {"code": "length-required", "sentence": _(sentence)}}, status=status)


def _takes_files(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).url_name in TAKES_FILES
    except Resolver404:
        return False
