"""A refusal is ``{"error": {"code", "sentence", "detail"?}}`` with a stable code and a 4xx status; a fault is a 500."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.log import log_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from documents.request_names import is_name_too_long
from documents.services import RefusedUpload, StillLocked
from documents.services.managing import AlreadyHeld
from documents.text.citation_reading import READING_PROBLEMS

ERRORS: dict[str, tuple[HTTPStatus, str]] = {
    "invalid-request": (HTTPStatus.BAD_REQUEST, gettext_noop("Some of the values given cannot be used.")),
    "malformed-body": (HTTPStatus.BAD_REQUEST, gettext_noop("The body of the request cannot be read.")),
    **{
        code: (HTTPStatus.BAD_REQUEST, READING_PROBLEMS[code])
        for code in ("not-a-citation", "several-citations", "damaged-citation")
    },
    "not-signed-in": (HTTPStatus.UNAUTHORIZED, gettext_noop("Sign in, or send a token.")),
    "sign-in-failed": (HTTPStatus.UNAUTHORIZED, gettext_noop("The name and password, or the token, are not right.")),
    "not-allowed": (HTTPStatus.FORBIDDEN, gettext_noop("You may not do this.")),
    "not-found": (HTTPStatus.NOT_FOUND, gettext_noop("There is nothing here, or nothing that you may see.")),
    "no-such-text": (HTTPStatus.NOT_FOUND, gettext_noop("No revision of this document has a text with this digest.")),
    "no-such-passage": (HTTPStatus.NOT_FOUND, gettext_noop("There is no such passage, or none that you may see.")),
    "method-not-allowed": (HTTPStatus.METHOD_NOT_ALLOWED, gettext_noop("This cannot be done with what is here.")),
    "not-acceptable": (HTTPStatus.NOT_ACCEPTABLE, gettext_noop("Only JSON is answered.")),
    "already-held": (HTTPStatus.CONFLICT, gettext_noop("Another document of the collection holds the same file.")),
    "not-read-yet": (
        HTTPStatus.CONFLICT,
        gettext_noop("This document has no text: it is not read yet, or could not be."),
    ),
    "labels-changed": (
        HTTPStatus.CONFLICT,
        gettext_noop("Someone else has changed the page labels since you saw them."),
    ),
    "without-pages": (HTTPStatus.CONFLICT, gettext_noop("This text has no pages, and so no page labels.")),
    "page-metadata-damaged": (
        HTTPStatus.CONFLICT,
        gettext_noop("What is stored about the pages of this text is damaged."),
    ),
    "being-read": (
        HTTPStatus.CONFLICT,
        gettext_noop("The file is being read right now. Try again when that is done."),
    ),
    "nothing-to-recognize": (
        HTTPStatus.CONFLICT,
        gettext_noop("There is nothing to recognize: every page of this document has text or is blank."),
    ),
    "password-not-kept": (
        HTTPStatus.CONFLICT,
        gettext_noop("The file opens only with its password, which is not kept: text recognition cannot open it."),
    ),
    "ocr-engine-missing": (
        HTTPStatus.CONFLICT,
        gettext_noop("Text recognition is not installed here."),
    ),
    "ocr-languages-missing": (
        HTTPStatus.CONFLICT,
        gettext_noop("Text recognition here cannot read all of the languages that the settings ask for."),
    ),
    "length-required": (
        HTTPStatus.LENGTH_REQUIRED,
        gettext_noop("Say how long the body is: Content-Length is needed here."),
    ),
    "too-large": (
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        gettext_noop("The request is larger than this library accepts."),
    ),
    "unsupported-content-type": (
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        gettext_noop("A body of this type is not read here."),
    ),
    "too-many-attempts": (
        HTTPStatus.TOO_MANY_REQUESTS,
        gettext_noop("Too many failed sign-ins; try again later."),
    ),
    "internal": (
        HTTPStatus.INTERNAL_SERVER_ERROR,
        gettext_noop("Something went wrong here. It is in the server's log."),
    ),
}
"""Every code of the API itself; a refused file has one of `documents.extractors.failures` instead."""

_CODE_OF: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.ValidationError, "invalid-request"),
    (exceptions.ParseError, "malformed-body"),
    (exceptions.NotAuthenticated, "not-signed-in"),
    (exceptions.AuthenticationFailed, "sign-in-failed"),
    (exceptions.PermissionDenied, "not-allowed"),
    (exceptions.NotFound, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported-content-type"),
    (exceptions.Throttled, "too-many-attempts"),
    (Http404, "not-found"),
    (PermissionDenied, "not-allowed"),
    (RequestDataTooBig, "too-large"),
    (SuspiciousOperation, "malformed-body"),
    (MultiPartParserError, "malformed-body"),
    (UnreadablePostError, "malformed-body"),
    (AlreadyHeld, "already-held"),
)


class ApiError(Exception):
    """A refusal by a code of `ERRORS`; `detail` says what exactly, in words or in lists by field."""

    def __init__(self, code: str, detail: Any = None) -> None:
        self.code = code
        self.detail = detail
        super().__init__(ERRORS[code][1])


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response:
    """The answer to an exception in a view; 500 only for what is nobody's input."""
    answer = _answer(exc)
    if answer is None:
        answer = _fault(exc, context["request"])
    set_rollback()
    return answer


def _fault(exc: Exception, request: Any) -> Response:
    """Logged with its traceback, and announced as Django does it: the test client raises what it hears of."""
    status, sentence = ERRORS["internal"]
    answer = _refusal("internal", sentence, None, status)
    got_request_exception.send(sender=None, request=request)
    log_response("%s: %s", status.phrase, request.path, response=answer, request=request, exception=exc)
    return answer


def _answer(exc: Exception) -> Response | None:
    if isinstance(exc, RefusedUpload | StillLocked):
        return _refusal(exc.code, f"{exc.sentence} {exc.advice}".strip(), getattr(exc, "detail", ""), exc.http_status)
    if isinstance(exc, ApiError):
        status, sentence = ERRORS[exc.code]
        return _refusal(exc.code, sentence, exc.detail, status)
    if is_name_too_long(exc):
        return _answer(RefusedUpload("unreadable-name"))
    for kind, code in _CODE_OF:
        if isinstance(exc, kind):
            status, sentence = ERRORS[code]
            return _refusal(code, sentence, _detail(exc), status)
    return None


def _refusal(code: str, sentence: str, detail: Any, status: int) -> Response:
    error = {"code": code, "sentence": _(sentence)}
    if detail and detail != sentence:
        error["detail"] = detail
    headers = {"WWW-Authenticate": "Token"} if status == HTTPStatus.UNAUTHORIZED else None
    return Response({"error": error}, status=status, headers=headers)


def _detail(exc: Exception) -> Any:
    """What the exception adds for people; nothing of Django's own, which is written for a log."""
    if isinstance(exc, exceptions.APIException):
        return None if isinstance(exc.__context__, MultiPartParserError) else exc.detail
    return str(exc) if isinstance(exc, AlreadyHeld) else None
