"""Signing in for programs."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.documents.api.conftest import Ours
from tests.documents.api.test_views import API, code_of

TOKEN = f"{API}/auth/token/"
RIGHT = {"username": "rea", "password": "a long password"}


@pytest.fixture(autouse=True)
def password(ours: Ours, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick
    ours.reader.set_password(RIGHT["password"])
    ours.reader.save()


def test_a_token_gives_the_rights_of_its_person(nobody: APIClient, ours: Ours) -> None:
    token = nobody.post(TOKEN, RIGHT, format="json").json()["token"]
    assert nobody.post(TOKEN, RIGHT, format="json").json()["token"] == token, "it stays the same"
    nobody.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert nobody.get(f"{API}/documents/{ours.document.pk}/").status_code == 200
    assert nobody.get(f"{API}/documents/{ours.theirs.pk}/").status_code == 404
    assert nobody.delete(f"{API}/documents/{ours.document.pk}/").status_code == 403


def test_a_deleted_token_opens_nothing(nobody: APIClient, ours: Ours) -> None:
    token = nobody.post(TOKEN, RIGHT, format="json").json()["token"]
    nobody.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert nobody.delete(TOKEN).status_code == 204
    answer = nobody.get(f"{API}/documents/")
    assert (answer.status_code, code_of(answer)) == (401, "sign-in-failed")


def test_a_person_who_was_locked_out_of_the_site_has_no_use_of_a_token(nobody: APIClient, ours: Ours) -> None:
    token = nobody.post(TOKEN, RIGHT, format="json").json()["token"]
    ours.reader.is_active = False
    ours.reader.save()
    nobody.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert nobody.get(f"{API}/documents/").status_code == 401
    assert nobody.post(TOKEN, RIGHT, format="json").status_code == 401


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"username": "rea", "password": "wrong"}, 401, "sign-in-failed"),
        ({"username": "nobody", "password": "wrong"}, 401, "sign-in-failed"),
        ({"username": "rea"}, 400, "invalid-request"),
        ({"username": "re\x00a", "password": "x"}, 400, "invalid-request"),
        ({"username": "rea", "password": "x\x00"}, 400, "invalid-request"),
        ({"username": ["rea"], "password": {}}, 400, "invalid-request"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    nobody: APIClient, ours: Ours, body: Any, status: int, code: str
) -> None:
    answer = nobody.post(TOKEN, body, format="json")
    assert (answer.status_code, code_of(answer)) == (status, code)


def test_guessing_is_throttled_even_when_the_last_guess_is_right(nobody: APIClient, ours: Ours, settings: Any) -> None:
    settings.AXES_FAILURE_LIMIT = 3
    wrong = RIGHT | {"password": "guess"}
    statuses = [nobody.post(TOKEN, wrong, format="json").status_code for _ in range(4)]
    assert statuses[:2] == [401, 401]
    assert statuses[3] == 429
    answer = nobody.post(TOKEN, RIGHT, format="json")
    assert (answer.status_code, code_of(answer)) == (429, "too-many-attempts")


FORM = "application/x-www-form-urlencoded"


def test_a_form_signs_in_as_json_does(nobody: APIClient, ours: Ours) -> None:
    token = nobody.post(TOKEN, RIGHT, format="json").json()["token"]
    typed = "username=rea&password=a+long+password"
    assert nobody.post(TOKEN, typed, content_type=FORM).json()["token"] == token
    assert nobody.post(TOKEN, RIGHT, format="multipart").json()["token"] == token


@pytest.mark.parametrize(
    "body", ["", "username=rea", "username=%00&password=x", "&" * 2000, "username=\xff&password=x"]
)
def test_a_form_that_does_not_fit_is_refused_in_words(nobody: APIClient, ours: Ours, body: str) -> None:
    answer = nobody.post(TOKEN, body.encode("latin-1"), content_type=FORM)
    assert answer.status_code in (400, 401)
    code_of(answer)


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x"])
@pytest.mark.parametrize("encoding", ["rot13", "utf-16", "latin-1"])
def test_a_form_is_utf8(nobody: APIClient, ours: Ours, kind: str, encoding: str) -> None:
    answer = nobody.post(TOKEN, b"username=rea&password=x", content_type=f"{kind}; charset={encoding}")
    assert (answer.status_code, code_of(answer)) == (400, "malformed-body")
