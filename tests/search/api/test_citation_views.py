"""Bringing a citation back through the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from documents.models import Document
from documents.text.citation_formats import format_citation
from search import queries
from search.citing import citation_details
from tests.documents import library
from tests.factories import add_revision, make_admin

VERIFY = "/api/v1/citations/verify/"


@pytest.fixture
def report(db: None) -> Document:
    return library.paged(library.collection("Contracts", readers=["readers"]))


@pytest.fixture
def client(db: None) -> APIClient:
    client = APIClient()
    client.force_authenticate(library.person("rea", "readers"))
    return client


def form(document: Document, code: str = "json") -> Any:
    view = queries.passage(user=make_admin(), document_id=document.pk, start=10, end=27)
    assert view is not None
    return json.loads(format_citation(code, view.citation, citation_details(view)))


def answer(client: APIClient, body: Any, status: int = 200) -> Any:
    response = client.post(VERIFY, body, format="json")
    assert response.status_code == status, response.content
    return response.json()


def refusal(client: APIClient, body: Any, content_type: str = "application/json") -> tuple[int, str]:
    response = client.generic("POST", VERIFY, body, content_type)
    return response.status_code, response.json()["error"]["code"]


@pytest.mark.parametrize("code", ["json", "csl-json", "web-annotation"])
def test_each_json_form_is_taken_back_as_exact(client: APIClient, report: Document, code: str) -> None:
    found = answer(client, form(report, code))
    assert (found["verdict"], found["reason"]) == ("exact", "stands-there")
    assert (found["is_current"], found["score"]) == (True, 1.0)
    assert found["citation"] == form(report)
    assert (found["newer"], found["disagreements"], found["agrees"]) == (None, [], True)
    assert found["sentence"] == "The words stand exactly where the citation says."


def test_an_answer_of_the_search_and_a_verdict_are_taken_back_as_they_are(client: APIClient, report: Document) -> None:
    found = answer(client, {"citation": form(report), "excerpt": {}, "score": 0.5})
    assert answer(client, found) == found


def test_a_moved_citation_says_where_it_stands_and_what_it_has_wrong(client: APIClient, report: Document) -> None:
    claim = form(report) | {"start": 0, "end": 17, "locator": "p. 1"}
    found = answer(client, claim)
    assert (found["verdict"], found["citation"]["start"]) == ("moved", 10)
    assert found["disagreements"] == [
        {
            "about": "locator",
            "claimed": "p. 1",
            "actual": "p. 3 of 3",
            "is_outdated": False,
            "sentence": "The citation says “p. 1”; the words stand at “p. 3 of 3”.",
        }
    ]


def test_a_replaced_text_is_answered_with_both_places(client: APIClient, report: Document) -> None:
    claim = form(report)
    add_revision(report, pages=["Another cover.", *library.PAGES])
    found = answer(client, claim)
    assert (found["verdict"], found["is_current"]) == ("exact", False)
    assert found["newer"]["citation"]["revision"]["number"] == 2
    assert (found["newer"]["kind"], found["newer"]["score"], found["newer"]["changes"]) == ("exact", 1.0, [])


def test_words_that_were_edited_since_are_answered_as_edited_word_by_word(client: APIClient, report: Document) -> None:
    claim = form(report)
    add_revision(report, pages=[page.replace("notice", "warning") for page in library.PAGES])
    newer = answer(client, claim)["newer"]
    assert newer["kind"] == "edited"
    assert {"kind": "added", "text": "warning"} in newer["changes"]


@pytest.mark.parametrize("page", [{"number": 6}, {"label": "99"}], ids=str)
def test_exact_words_with_a_false_page_do_not_agree(client: APIClient, report: Document, page: dict[str, Any]) -> None:
    claim = form(report)
    claim["pages"] = [claim["pages"][0] | page]
    found = answer(client, claim)
    assert (found["verdict"], found["reason"], found["agrees"]) == ("exact", "stands-there", False)
    assert "exactly where" not in found["sentence"]


def test_an_altered_quote_is_not_found(client: APIClient, report: Document) -> None:
    found = answer(client, form(report) | {"quote": "The notice periot"})
    assert (found["verdict"], found["reason"], found["citation"]) == ("not-found", "altered", None)


def test_what_one_may_not_see_is_as_if_it_were_not_there(client: APIClient, report: Document) -> None:
    secret = library.paged(
        library.collection("Secrets", readers=["others"]), pages=["Nobody but them may read of this."]
    )
    claim = form(secret)
    deleted = form(report)
    Document.objects.filter(pk=report.pk).update(deleted_at=timezone.now())
    unknown = answer(client, form(secret) | {"document": {"id": 10**9, "title": "x"}})
    assert [answer(client, one)["reason"] for one in (claim, deleted)] == ["unknown-document"] * 2
    assert unknown["verdict"] == "not-found"


def test_only_who_is_signed_in_may_ask(report: Document) -> None:
    response = APIClient().post(VERIFY, form(report), format="json")
    assert (response.status_code, response.json()["error"]["code"]) == (401, "not-signed-in")
    assert APIClient().get(VERIFY).status_code == 401


@pytest.mark.parametrize(
    ("body", "code"),
    [("{}", "not-a-citation"), ("7", "not-a-citation"), ("null", "not-a-citation"), ("[{}, {}]", "several-citations"),
     ('{"document": 1, "revision": 1, "quote": 1}', "damaged-citation"), ("{", "malformed-body"),
     ('{"a": NaN}', "malformed-body"), ("9" * 5000, "malformed-body"), ("[" * 100_000, "malformed-body"),
     (b"\xff\xfe", "malformed-body"), ('"\\ud800"', "not-a-citation"), ("", "not-a-citation")],
    ids=lambda value: str(value)[:24],
)  # fmt: skip
def test_hostile_bodies_are_refused_with_a_code(client: APIClient, body: Any, code: str) -> None:
    assert refusal(client, body) == (400, code)


def test_a_body_of_another_type_or_beyond_bounds_is_refused(client: APIClient) -> None:
    assert refusal(client, "text=x", "application/x-www-form-urlencoded") == (415, "unsupported-content-type")
    assert refusal(client, " " * (1024 * 1024 + 1)) == (413, "too-large")


def test_a_damaged_part_is_named(client: APIClient, report: Document) -> None:
    error = answer(client, form(report) | {"start": "10"}, 400)["error"]
    assert (error["code"], error["detail"]) == ("damaged-citation", "start")


def test_the_schema_tells_of_it(client: APIClient) -> None:
    schema = client.get("/api/v1/schema/", {"format": "json"}).json()
    operation = schema["paths"]["/api/v1/citations/verify/"]["post"]
    assert operation["operationId"] == "verify_citation"
    assert "Verdict" in json.dumps(operation["responses"]["200"])
