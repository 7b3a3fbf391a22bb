"""A request as django-htmx hands it on."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """`htmx` is true where htmx asked, and wants a fragment."""

    htmx: HtmxDetails
