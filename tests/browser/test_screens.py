"""The walk through every screen leaves none out."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.urls import URLPattern, resolve

from documents import urls as documents_urls
from kb_project import urls as project_urls
from search import urls as search_urls
from tests.browser.screens import Screen

NO_SCREENS = {
    "healthz",
    "readyz",
    "document-file",
    "document-original",
    "document-picture",
    "document-marks",
    "document-stage",
    "document-read-unit",
    "step",  # leads on to a passage
}
BUTTONS = {
    "logout",
    "theme",
    "set_language",
    "library-act",
    "library-restore",
    "document-rename",
    "document-read-again",
    "document-recognize",
    "document-restore",
    "document-unlock",
    "document-labels-restore",
    "document-labels-undo",
    "search-rename",
    "search-delete",
    "searches-forget",
}


def names(patterns: Iterable[object]) -> set[str]:
    return {one.name for one in patterns if isinstance(one, URLPattern) and one.name}


def test_every_address_that_people_open_is_among_the_screens(screens: dict[str, Screen]) -> None:
    every = set().union(*(names(urls.urlpatterns) for urls in (project_urls, documents_urls, search_urls)))
    shown = {resolve(urlsplit(screen.path).path).url_name for screen in screens.values()}
    assert every - NO_SCREENS - BUTTONS == {name for name in shown if name}
