"""Whatever is asked, by whichever parameter, of whichever address: an answer, and never a fault of the server."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from documents.models import Document
from tests.factories import make_admin, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")

PARAMETERS = (
    "q", "page", "tab", "collection", "type", "tag", "tags", "status", "sort", "start", "end", "v", "revision", "width",
    "document", "documents", "pages", "limit", "offset", "cursor", "next", "passage", "quote", "title", "label", "mode",
    "style", "form", "step", "from", "to", "part", "n", "language", "owner", "ordering", "search", "at", "find", "hit",
)  # fmt: skip
HOSTILE = {
    "NUL": "%00",
    "NUL inside": "a%00b",
    "not UTF-8": "%ff%fe%fa",
    "half a surrogate": "%ED%A0%80",
    "noncharacter": "%EF%BF%BE",
    "half a percent": "%",
    "not hexadecimal": "%zz",
    "direction override": "%E2%80%AE%E2%80%A6",
    "huge number": "9" * 400,
    "negative": "-1",
    "float": "1e309",
    "other digits": "%D9%A3",
    "path": "../../../../etc/passwd",
    "quotes": "'\";--%5C",
    "template": "{{7*7}}{% load %}",
    "query language": "((a%20%7C%20!*:*)%20&%20'",
    "brackets": "%22" * 2000 + "(" * 2000,
    "blank": "%20%0A%09",
    "astral": "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9" * 60,
}
QUICK = ("NUL", "query language", "%00", "..")
"""What the short suite asks too; each is a request to every address."""
PARTS = ("%00", "a%00b", "%ff", "%ED%A0%80", "..", "9" * 400, "-1", "%E2%80%AE", "%0A")

NUMBERS = {"pk": "1", "start": "0", "end": "4", "number": "1", "page": "1", "first": "0", "last": "1"}
UNBOUND = {"admin/", "accounts/logout/"}


@pytest.fixture
def document() -> Document:
    return make_document(
        pages=["Some words of the first page.", "More words."], collection=make_collection("Contracts")
    )


@pytest.fixture
def client() -> Client:
    """Of somebody who sees everything; what fails is answered, not raised."""
    client = Client(raise_request_exception=False)
    client.force_login(make_admin("root"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def addresses() -> Iterator[str]:
    """Every address of the site but the admin's own, with a document that exists."""
    yield from _below(get_resolver().url_patterns, "")


def _below(patterns: list[Any], before: str) -> Iterator[str]:
    for one in patterns:
        route = before + str(one.pattern)
        if route.startswith(tuple(UNBOUND)) or "^" in route:
            continue
        if isinstance(one, URLResolver):
            yield from _below(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield _filled(route)


def _filled(route: str) -> str:
    parts = [part for part in route.replace("<", "|<").replace(">", ">|").split("|") if part]
    names = [part.strip("<>").rpartition(":")[2] if part.startswith("<") else None for part in parts]
    return "/" + "".join(
        part if name is None else NUMBERS.get(name, "1") for part, name in zip(parts, names, strict=True)
    )


def of_document(address: str, document: Document) -> str:
    return address.replace("documents/1/", f"documents/{document.pk}/")


def status(client: Client, address: str, method: str = "GET", **sent: Any) -> int:
    """What is an open file is read: closing the answer would also close the connection that the test is in."""
    response = client.generic(method, address, **sent)
    if response.streaming:
        assert b"".join(response.streaming_content)  # type: ignore[attr-defined]
    return int(response.status_code)


def faults(client: Client, asked: list[str]) -> list[str]:
    return [address for address in asked if status(client, address) >= 500]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(value, id=name, marks=[] if name in QUICK else [pytest.mark.long])
        for name, value in HOSTILE.items()
    ],
)
def test_no_parameter_of_any_address_makes_a_fault(client: Client, document: Document, value: str) -> None:
    """All parameters at once; one at a time takes longer and comes below."""
    every = "&".join(f"{name}={value}" for name in PARAMETERS)
    asked = [f"{of_document(address, document)}?{every}" for address in addresses()]
    assert len(asked) > 30
    assert faults(client, asked) == []


@pytest.mark.long
@pytest.mark.parametrize("turn", range(len(PARAMETERS) // 2))
def test_no_two_parameters_without_the_others_make_a_fault(client: Client, document: Document, turn: int) -> None:
    """What the others are refused for does not hide them; every address gets each name, with one of the values."""
    names = (PARAMETERS[turn], PARAMETERS[turn - len(PARAMETERS) // 2])
    values = ("%00", "%ED%A0%80", "9" * 400, "-1", "x")
    asked = [
        f"{of_document(address, document)}?" + "&".join(f"{name}={values[(place + turn) % 5]}" for name in names)
        for place, address in enumerate(addresses())
    ]
    assert faults(client, asked) == []


@pytest.mark.parametrize(
    "value", [pytest.param(value, marks=[] if value in QUICK else [pytest.mark.long]) for value in PARTS]
)
def test_no_part_of_an_address_makes_a_fault(client: Client, value: str) -> None:
    asked = [address.replace("/1/", f"/{value}/") for address in addresses()] + [f"/{value}/", f"/static/{value}"]
    assert faults(client, asked) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "body",
    [b"", b"\0", b"\xff\xfe", b"{", b"[" * 100_000, b'{"q": "\\u0000"}', b'{"q": "\\ud800"}', b"q=%00&title=%00",
     b'{"title": "a\\u0000b", "tags": ["\\ud800"], "collection": 1e400, "pages": [null]}', b"null", b'"words"'],
    ids=lambda body: repr(body[:20]),
)  # fmt: skip
def test_no_body_makes_a_fault(client: Client, document: Document, body: bytes) -> None:
    """In each method at every address, said to be of one type after another."""
    types = ("application/json", "application/x-www-form-urlencoded", "text/plain", "x")
    faulty = [
        f"{method} {address}"
        for place, address in enumerate(addresses())
        for turn, method in enumerate(("POST", "PATCH", "PUT"))
        if status(client, of_document(address, document), method, data=body, content_type=types[(place + turn) % 4])
        >= 500
    ]
    assert faulty == []


def test_a_question_of_a_megabyte_is_answered(client: Client, document: Document) -> None:
    asked = [f"/?q={'ferry ' * 170_000}", f"/library/?q={'x' * 1_000_000}", f"/api/v1/search/?q={'x' * 1_000_000}"]
    assert faults(client, asked) == []


@pytest.mark.long
def test_a_header_that_is_odd_makes_no_fault(client: Client, document: Document) -> None:
    odd = {
        "HTTP_ACCEPT_LANGUAGE": "\0,,;q=9e999",
        "HTTP_IF_NONE_MATCH": '"' * 500,
        "HTTP_IF_MODIFIED_SINCE": "never",
        "HTTP_RANGE": "bytes=9-1,-,--5",
        "HTTP_AUTHORIZATION": "Token \xff\0",
        "HTTP_COOKIE": "sessionid=\0; theme=\xff; csrftoken=%00",
        "HTTP_HX_CURRENT_URL": "http://[",
        "HTTP_X_FORWARDED_FOR": "\0, 999.999.999.999",
        "HTTP_REFERER": "http://[::",
    }
    for turn, (name, value) in enumerate(odd.items()):
        codes = {status(client, of_document(address, document), **{name: value}) for address in every_third(turn)}
        assert max(codes) < 500, name


def every_third(turn: int) -> list[str]:
    return list(addresses())[turn % 3 :: 3]
