"""Light and dark: chosen with one press, kept in a cookie, and in the page from its first byte."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from kb_project.theme import theme
from tests.factories import make_user

pytestmark = pytest.mark.django_db
CHOOSE = reverse("theme")


@pytest.fixture
def reader() -> Client:
    client = Client()
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_choice_is_kept_and_every_page_comes_in_it(reader: Client, chosen: str) -> None:
    answer = reader.post(CHOOSE, {"theme": chosen, "next": "/library/?q=a"})
    assert answer["Location"] == "/library/?q=a"
    cookie = answer.cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (chosen, True, "Lax")
    for address in (reverse("library"), "/nowhere/"):
        page = reader.get(address).content.decode()
        assert f'data-theme="{chosen}"' in page
        assert f'<meta name="color-scheme" content="{chosen}">' in page


def test_the_system_decides_until_something_is_chosen_and_again_after_it(reader: Client) -> None:
    assert "data-theme=" not in reader.get(reverse("search")).content.decode()
    reader.post(CHOOSE, {"theme": "dark"})
    answer = reader.post(CHOOSE, {"theme": "system"})
    assert answer["Location"] == reverse("search")
    page = reader.get(reverse("search")).content.decode()
    assert "data-theme=" not in page
    assert '<meta name="color-scheme" content="light dark">' in page


def test_only_a_theme_that_there_is_reaches_the_page() -> None:
    request = RequestFactory().get("/")
    request.COOKIES["theme"] = '"><script>'
    assert theme(request) == {"theme": ""}


@pytest.mark.parametrize("address", ["//evil.example/", "https://evil.example/", "javascript:alert(1)", ""])
def test_choosing_never_leads_off_the_site(reader: Client, address: str) -> None:
    assert reader.post(CHOOSE, {"theme": "dark", "next": address})["Location"] == reverse("search")


def test_a_choice_is_made_by_a_form_of_ours(reader: Client, settings: Any) -> None:
    assert reader.get(CHOOSE).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(CHOOSE, {"theme": "dark"}).status_code == 403
