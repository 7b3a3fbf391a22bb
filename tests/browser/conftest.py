"""A real Chromium on a live server. Work that belongs to a worker is done by the test itself, when the test says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AbstractUser
from django.test import Client

from tests.browser.house import Furnished, House, furnish, make_house
from tests.browser.looks import print_table
from tests.browser.screens import Screen, every_screen
from tests.factories import make_admin

PATIENCE = 15_000  # milliseconds, on a busy machine
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """With ``-v``: what was measured, screen by screen."""
    if config.get_verbosity() > 0:
        print_table(terminalreporter)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import expect, sync_playwright

    # Playwright's own event loop runs in this thread; Django would refuse the database to a test because of it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def house(transactional_db: Any, settings: Any) -> House:
    settings.EMBEDDING_BACKEND = "hash"
    return make_house()


@pytest.fixture
def open_page(chromium: Any, live_server: Any, house: House, settings: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(path, **options of the context)`: a page of someone who has signed in; problems fail the test."""
    settings.PUBLIC_URL = live_server.url
    contexts, problems = [], []

    def open_page(path: str = "/", *, signed_in: bool = True, user: AbstractUser | None = None, **options: Any) -> Any:
        context = chromium.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        if signed_in:
            context.add_cookies([session_of(user or house.editor, live_server.url)])
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A refused upload, or an error page, is an answer with its status, which the browser also writes to its console.
    assert [problem for problem in problems if "the server responded with a status of" not in problem] == []


def session_of(user: AbstractUser, url: str) -> dict[str, str]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


@pytest.fixture
def furnished(house: House) -> Furnished:
    return furnish(house)


@pytest.fixture
def screens(house: House, furnished: Furnished, settings: Any) -> dict[str, Screen]:
    settings.ROOT_URLCONF = "tests.browser.error_urls"
    return every_screen(house, furnished)


@pytest.fixture
def walk(open_page: Any, screens: dict[str, Screen]) -> Callable[..., Iterator[tuple[str, Any]]]:
    """`walk(**options of the context)`: each screen's name with a page that shows it, to those who may see it."""

    def walk(**options: Any) -> Iterator[tuple[str, Any]]:
        pages = {
            "editor": open_page("/", **options),
            "administrator": open_page("/", user=make_admin("root"), **options),
            "nobody": open_page("/", signed_in=False, **options),
        }
        sizes = {by: page.viewport_size for by, page in pages.items()}
        for name, screen in screens.items():
            page = pages[screen.by]
            page.set_viewport_size(sizes[screen.by])
            page.goto(screen.path, wait_until="load")
            if screen.act is not None:
                screen.act(page)
                page.wait_for_load_state("load")
            yield name, page

    return walk
