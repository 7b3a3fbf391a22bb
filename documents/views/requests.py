"""A request as django-htmx hands it on, and the addresses of buttons, which no one can open."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

ViewT = TypeVar("ViewT", bound=Callable[..., object])

MOST_DIGITS = 9  # fits the database's integers, and no document has as many pages, parts or revisions


class HtmxRequest(HttpRequest):
    """`htmx` is true where htmx asked, and wants a fragment."""

    htmx: HtmxDetails


def whole_number(typed: str) -> int | None:
    """The number in an address or a form; None for what is none. One that is too large for anything is cut."""
    return int(typed[:MOST_DIGITS]) if typed.isdecimal() and typed.isascii() else None


def post_only(*, button_on: str) -> Callable[[ViewT], ViewT]:
    """`require_POST` for a view whose button stands on the page of that name and with the same arguments.

    Whoever has to sign in first is led back to that page.
    """

    def decorate(view: ViewT) -> ViewT:
        decorated = require_POST(view)
        decorated.button_on = button_on  # type: ignore[attr-defined]  # a mark on the function, as Django's own are
        return decorated

    return decorate
