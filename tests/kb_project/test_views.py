"""Signing in and out, and what machines ask."""

import re
from typing import Any

import pytest
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, OperationalError
from django.http.multipartparser import MultiPartParserError
from django.template import loader
from django.test import Client, RequestFactory
from django.urls import reverse
from kombu import Connection

from kb_project import views
from kb_project.celery import app
from search.vector_store import ChromaStore
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_alive_needs_no_login_and_no_service(monkeypatch: Any) -> None:
    monkeypatch.setattr(views, "PROBES", {})
    assert Client().get("/healthz").json() == {"status": "alive"}


def test_ready_names_each_service() -> None:
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ready",
        "database": "answers",
        "broker": "answers",
        "vectors": "answers",
    }


@pytest.mark.parametrize("error", [DatabaseError(), OSError(), ConnectionError(), ValueError()])
@pytest.mark.parametrize("name", ["database", "broker", "vectors"])
def test_one_service_that_is_down_makes_it_not_ready_and_is_named(
    monkeypatch: Any, name: str, error: Exception
) -> None:
    def fails() -> bool:
        raise error

    monkeypatch.setattr(views, "PROBES", dict.fromkeys(("database", "broker", "vectors"), lambda: True) | {name: fails})
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json()[name] == "does not answer"
    assert list(response.json().values()).count("answers") == 2


def test_a_broker_and_a_vector_store_that_are_not_there_do_not_answer(monkeypatch: Any) -> None:
    assert not ChromaStore("http://127.0.0.1:9").is_alive()
    monkeypatch.setattr(app, "connection_for_write", lambda **named: Connection("redis://127.0.0.1:9/0", **named))
    assert not views._try(views.PROBES["broker"])


def test_signing_in_leads_on_and_signing_out_is_a_post(client: Client) -> None:
    make_user("ada", password="a long secret")
    response = client.post("/accounts/login/", {"username": "ada", "password": "a long secret", "next": "/library/"})
    assert response["Location"] == "/library/"
    assert client.get("/accounts/logout/").status_code == 405
    assert client.post("/accounts/logout/").status_code == 302
    assert client.get("/library/").status_code == 302


def test_signing_in_never_leads_off_the_site(client: Client) -> None:
    make_user("ada", password="a long secret")
    sent = {"username": "ada", "password": "a long secret", "next": "//evil.example/"}
    assert client.post("/accounts/login/", sent)["Location"] == "/"


@pytest.mark.parametrize("button", ["document-read-again", "document-restore"])
def test_signing_in_after_a_button_leads_to_the_page_that_it_stands_on(client: Client, button: str) -> None:
    make_user("ada", password="a long secret")
    asked = client.post(reverse(button, args=[7]))
    assert 'name="next" value="/documents/7/"' in client.get(asked["Location"]).content.decode()
    sent = {"username": "ada", "password": "a long secret", "next": reverse(button, args=[7])}
    assert client.post("/accounts/login/", sent)["Location"] == "/documents/7/"


def test_signing_out_without_a_session_leads_to_sign_in_and_nowhere_after_it(client: Client) -> None:
    assert client.post("/accounts/logout/")["Location"] == "/accounts/login/"


def test_a_wrong_method_is_answered_with_a_page_in_words(client: Client) -> None:
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    response = client.get(reverse("document-read-again", args=[7]))
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "It belongs to a button" in response.content.decode()
    response = client.put(reverse("library"))
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert "This page can only be read" in response.content.decode()


@pytest.mark.parametrize(
    ("method", "sent", "words"),
    [
        ("post", {"csrfmiddlewaretoken": "x" * 32}, "This page was open for too long"),
        ("post", {}, "This request was refused"),
        ("put", {}, "This request was refused"),
    ],
)
def test_only_a_form_with_an_old_token_was_open_for_too_long(method: str, sent: dict[str, str], words: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    response = getattr(client, method)(reverse("library"), sent)
    assert response.status_code == 403
    page = response.content.decode()
    assert f"<h1>{words}</h1>" in page
    assert page.count("open for too long") == (2 if sent else 0)


def test_administration_is_called_by_our_name(client: Client) -> None:
    client.force_login(make_user(is_superuser=True), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("admin:index")).content.decode()
    assert "Pincite administration" in page
    assert "Django" not in page


def test_a_wrong_password_is_said_in_words(client: Client) -> None:
    page = client.post("/accounts/login/", {"username": "ada", "password": "x"}).content.decode()
    assert "do not belong together" in page


def test_guessing_passwords_is_stopped_with_a_page(client: Client, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    make_user("ada", password="a long secret")
    for _ in range(3):
        response = client.post("/accounts/login/", {"username": "ada", "password": "wrong"})
    assert response.status_code == 429
    assert "Too many attempts" in response.content.decode()
    sent = {"username": "ada", "password": "a long secret"}
    assert client.post("/accounts/login/", sent).status_code == 429


def test_a_request_that_is_too_large_is_413_and_other_bad_ones_400() -> None:
    request = RequestFactory().get("/")
    request.user = make_user()  # type: ignore[assignment]
    assert views.bad_request(request, RequestDataTooBig()).status_code == 413
    assert views.bad_request(request, ValueError()).status_code == 400


def test_a_name_that_is_too_long_for_a_form_is_called_so() -> None:
    request = RequestFactory().get("/")
    request.user = make_user()  # type: ignore[assignment]
    page = views.bad_request(request, MultiPartParserError("Request max total header size exceeded."))
    assert page.status_code == 400
    assert "name cannot be used" in page.content.decode()
    other = views.bad_request(request, MultiPartParserError("Invalid boundary"))
    assert "could not be understood" in other.content.decode()


def test_a_page_that_is_not_there_has_one_way_on(client: Client) -> None:
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert reverse("search") in response.content.decode()


def test_help_names_every_key_and_needs_no_account(client: Client) -> None:
    page = client.get(reverse("help")).content.decode()
    assert 'id="help"' in page
    keys = re.findall(r"<kbd>(.+?)</kbd>", page)
    assert keys == ["/", "j", "k", "Enter", "c", "u", "n", "p", "x", "Esc", "?"]


def test_every_page_leads_to_help_and_those_of_a_reader_to_verifying(client: Client) -> None:
    assert f'href="{reverse("help")}"' in client.get(reverse("login")).content.decode()
    assert reverse("verify") not in client.get(reverse("login")).content.decode()
    client.force_login(make_user(), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("search")).content.decode()
    assert f'href="{reverse("help")}"' in page
    assert f'href="{reverse("verify")}"' in page


@pytest.mark.parametrize(("state", "status"), [(None, 503), ("08006", 503), ("57P01", 503), ("40P01", 500)])
def test_only_a_database_that_cannot_be_reached_is_503(state: str | None, status: int) -> None:
    cause = Exception()
    cause.sqlstate = state  # type: ignore[attr-defined]
    try:
        raise OperationalError from cause
    except OperationalError:
        assert views.server_error(RequestFactory().get("/")).status_code == status


def test_a_failure_of_ours_has_a_page_that_asks_nothing_of_the_database() -> None:
    page = loader.get_template("500.html").render()
    assert "Something failed on our side" in page
