"""What Django cannot bear before its first middleware is refused in front of it.

The application is imported in the tests: it reads its middleware, and so the folder of static files, at import.
"""

from __future__ import annotations

import pytest
from django.test import RequestFactory

pytestmark = pytest.mark.django_db


def answer(content_type: str) -> str:
    from kb_project.wsgi import application

    statuses: list[str] = []
    environ = RequestFactory().get("/healthz?q=1").environ | {"CONTENT_TYPE": content_type}
    body = application(environ, lambda status, *rest: statuses.append(status))
    getattr(body, "close", lambda: None)()
    return statuses[0]


@pytest.mark.parametrize("charset", ["rot13", "zlib", "base64", "undefined", "x\x00y", "rot13; a=b"])
def test_a_charset_that_is_none_of_text_is_a_400(charset: str) -> None:
    assert answer(f"text/plain; charset={charset}") == "400 Bad Request"


READABLE = [
    "",
    "text/plain",
    "text/plain; charset=utf-8",
    'text/plain; charset="latin-1"',
    "a/b; charset=nonsense",
    ";=",
]


@pytest.mark.parametrize("content_type", READABLE)
def test_what_can_be_read_is_answered(content_type: str) -> None:
    assert answer(content_type) == "200 OK"
