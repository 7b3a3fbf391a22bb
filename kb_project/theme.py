"""Light or dark: what a person chose, kept in a cookie, so that a page arrives in the right one."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = ("light", "dark")
"""What can be chosen beside following the system, which is the absence of a choice."""

COOKIE = "theme"
COOKIE_SECONDS = 365 * 24 * 3600


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: `theme` is one of `THEMES`, or empty where the system decides."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in THEMES else ""}


@login_not_required
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the choice of ``theme``, or forget it for any other word, and go back to the page ``next``."""
    response = HttpResponseRedirect(_page_to_return_to(request))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            COOKIE, chosen, max_age=COOKIE_SECONDS, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _page_to_return_to(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return page if is_ours else resolve_url("search")
