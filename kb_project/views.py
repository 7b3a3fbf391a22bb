"""What belongs to no app: signing in, the answers for machines, the page for too large a request."""

import sys
from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.core.exceptions import RequestDataTooBig
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import bad_request as default_bad_request
from django.views.defaults import server_error as default_server_error

from documents.request_names import is_name_too_long
from documents.services import RefusedUpload

BROKER_SECONDS = 2
LOST_CONNECTION = ("08", "57P")  # classes of SQLSTATE: the connection, and a server that is being stopped or started


class SignInView(LoginView):
    redirect_authenticated_user = True

    def get_redirect_url(self) -> str:  # type: ignore[override]  # the stubs know an argument that Django has not
        """Where to go on: for the address of a button, the page that it stands on."""
        return _page_of(super().get_redirect_url())


@login_not_required
@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "alive"})


@login_not_required
@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Each service in words; 503 while one of them does not answer."""
    answers = {name: _try(probe) for name, probe in PROBES.items()}
    ready = all(answers.values())
    words = {name: "answers" if up else "does not answer" for name, up in answers.items()}
    return JsonResponse({"status": "ready" if ready else "not ready", **words}, status=200 if ready else 503)


@login_not_required
@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to ask, what a locator says, and the keys; scripts show the same in a dialog."""
    return render(request, "help.html")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 where the request was refused for its size; a name that is too long is called so."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "413.html", status=413)
    if is_name_too_long(exception):
        return render(request, "400.html", {"refusal": RefusedUpload("unreadable-name")}, status=400)
    return default_bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database is what does not answer. Neither page asks it for anything."""
    if _is_without_database(sys.exc_info()[1]):
        page = loader.get_template("503.html").render()
        return HttpResponse(page, status=503, headers={"Retry-After": "30"})
    return default_server_error(request)


def _is_without_database(error: BaseException | None) -> bool:
    """Whether `error` is about the connection, and not about what was asked through it."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(LOST_CONNECTION)


def _page_of(address: str) -> str:
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return address
    page = getattr(found.func, "button_on", "")
    return reverse(page, args=found.args, kwargs=found.kwargs) if page else address


def _try(probe: Callable[[], bool]) -> bool:
    try:
        return probe()
    except (DatabaseError, OSError, ConnectionError, ValueError):
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone() == (1,)


def _broker_answers() -> bool:
    from kombu.exceptions import OperationalError

    from kb_project.celery import app

    try:
        with app.connection_for_write(connect_timeout=BROKER_SECONDS) as link:
            link.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_SECONDS)
    except OperationalError:
        return False
    return True


def _vectors_answer() -> bool:
    from search.vector_store import get_store

    return get_store().is_alive()


PROBES: dict[str, Callable[[], bool]] = {
    "database": _database_answers,
    "broker": _broker_answers,
    "vectors": _vectors_answer,
}
