"""A real Chromium on a live server. Work that belongs to a worker is done by the test itself, when the test says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AbstractUser
from django.test import Client

from documents.models import Collection, Document, Revision
from documents.services import extract_revision
from search.indexing import index_revision
from tests.factories import index, make_collection, make_document, make_group, make_user

PASSWORD = "a long and quiet secret"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PAGES = [
    "Front matter of the agreement between the parties.",
    "",
    """Unless either party gives written notice to terminate this Agreement at least six
months before its end, this Agreement shall continue from year to year.""",
    "A notice that is sent after five in the evening is given on the next working day.",
]


def chromium_path() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test, and is left out with a reason where there is no browser."""
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            if chromium_path() is None:
                item.add_marker(pytest.mark.skip(reason="Chromium was not found: install it, or name it in CHROMIUM"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    # Playwright's own event loop runs in this thread; Django would refuse the database to a test because of it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class House:
    """One editor, one collection, one document that is read and indexed."""

    editor: AbstractUser
    collection: Collection
    document: Document


@pytest.fixture
def house(transactional_db: Any, settings: Any) -> House:
    settings.EMBEDDING_BACKEND = "hash"
    editors = make_group("editors")
    editor = make_user("ada", groups=[editors], password=PASSWORD)
    collection = make_collection("Contracts", editors=[editors])
    title = "Outsourcing agreement — BNL Financial"
    document = make_document(pages=PAGES, labels=["i", "ii", "1", "2"], title=title, collection=collection)
    index(document)
    return House(editor, collection, document)


@pytest.fixture
def open_page(chromium: Any, live_server: Any, house: House, settings: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(path, **options of the context)`: a page of an editor who has signed in; problems fail the test."""
    settings.PUBLIC_URL = live_server.url
    contexts, problems = [], []

    def open_page(path: str = "/", *, signed_in: bool = True, **options: Any) -> Any:
        context = chromium.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        if signed_in:
            context.add_cookies([session_of(house.editor, live_server.url)])
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A refused upload is an answer with a 4xx status, which the browser also writes to its console.
    assert [problem for problem in problems if "the server responded with a status of 4" not in problem] == []


def session_of(user: AbstractUser, url: str) -> dict[str, str]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


def work_through() -> None:
    """What a worker would do with the files that have arrived."""
    for pk in Revision.objects.filter(status="RECEIVED").values_list("pk", flat=True):
        extract_revision(pk)
        index_revision(pk)


@pytest.fixture
def screens(house: House) -> dict[str, str]:
    """Every screen by name, with its address."""
    document = house.document.get_absolute_url()
    return {
        "search": "/",
        "results": "/?q=written+notice",
        "no result": "/?q=zebra",
        "passage": f"{document}passages/52-140/?v={house.document.current_revision.text_sha256}&from=q%3Dnotice",
        "no passage": f"{document}passages/52-140/?v=0",
        "library": "/library/",
        "upload": "/upload/",
        "text": document,
        "pages": f"{document}pages/",
        "revisions": f"{document}revisions/",
        "history": f"{document}history/",
        "edit": f"{document}edit/",
        "replace": f"{document}replace/",
        "delete": f"{document}delete/",
        "nothing here": "/nowhere/",
    }
