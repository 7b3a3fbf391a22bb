"""Search and cite through the API, on the real index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from rest_framework.test import APIClient

from tests import factories
from tests.documents import library
from tests.strategies import ANYTHING_TYPED

API = "/api/v1"


@pytest.fixture
def shelf(index_db: None) -> Any:
    mine = library.collection("Contracts", readers=["readers"])
    others = library.collection("Secrets", readers=["others"])
    shelf = {
        "report": library.paged(mine),
        "notes": library.unpaged(mine, text="Ferries leave at noon. A notice period does not apply."),
        "secret": library.paged(others, title="Secret report"),
    }
    factories.index(*shelf.values())
    return shelf


@pytest.fixture
def client(shelf: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(library.person("rea", "readers"))
    return client


def ask(client: APIClient, **asked: Any) -> Any:
    answer = client.get(f"{API}/search/", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_an_answer_cites_the_exact_place_and_nothing_of_another_group(client: APIClient, shelf: Any) -> None:
    found = ask(client, q="notice period of six months")
    assert {group["document"]["title"] for group in found["results"]} == {"Annual report", "Notes"}
    assert found["total_documents"] == 2
    best = found["results"][0]
    assert best["document"]["title"] == "Annual report"
    citation = best["hits"][0]["citation"]
    assert citation["document"] == {"id": shelf["report"].pk, "title": "Annual report"}
    assert citation["pages"][-1]["number"] == 3
    excerpt = best["hits"][0]["excerpt"]
    evidence = best["hits"][0]["evidence"]
    assert evidence == {
        "start": min(one["start"] for one in excerpt["segments"] if one["in_passage"]),
        "end": max(one["end"] for one in excerpt["segments"] if one["in_passage"]),
        "locator": "p. 3 of 3",
    }
    assert "".join(segment["text"] for segment in excerpt["segments"])


@pytest.mark.parametrize("filters", [{"document": "secret"}, {"collection": "secret"}])
def test_a_filter_never_widens_what_one_may_see(client: APIClient, shelf: Any, filters: dict[str, str]) -> None:
    chosen = {
        name: shelf[which].pk if name == "document" else shelf[which].collection_id for name, which in filters.items()
    }
    assert ask(client, q="notice period", **chosen)["results"] == []


def test_filters_narrow(client: APIClient, shelf: Any) -> None:
    only_text = ask(client, q="notice period", type="text")
    assert [group["document"]["title"] for group in only_text["results"]] == ["Notes"]
    only_one = ask(client, q="notice period", document=shelf["report"].pk)
    assert [group["document"]["title"] for group in only_one["results"]] == ["Annual report"]
    here = ask(client, q="notice", collection=[shelf["report"].collection_id], per_page=1)
    assert (len(here["results"]), here["has_next"]) == (1, True)


def test_facets_tell_what_can_be_chosen_and_several_values_may_be(client: APIClient, shelf: Any) -> None:
    found = ask(client, q="notice", type=["text"])
    facets = {facet["name"]: facet["values"] for facet in found["facets"]}
    assert list(facets) == ["collection", "type", "year", "tag", "text"]
    assert facets["type"] == [
        {"value": "pdf", "words": "PDF", "count": 1, "is_chosen": False},
        {"value": "text", "words": "Text", "count": 1, "is_chosen": True},
    ]
    assert [(one["words"], one["count"]) for one in facets["collection"]] == [("Contracts", 1)]
    assert found["facets_ms"] <= found["took_ms"]
    year = facets["year"][0]["value"]
    both = ask(client, q="notice", type=["text", "pdf"], year=[year, "1999"], text="given", sort="title")
    assert [group["document"]["title"] for group in both["results"]] == ["Annual report", "Notes"]
    assert both["sort"] == "title"
    assert ask(client, q="notice", tag="absent")["results"] == []
    for wrong in ({"type": "x"}, {"year": "0"}, {"year": "x"}, {"sort": "x"}, {"text": "x"}, {"like": "7"}):
        assert client.get(f"{API}/search/", {"q": "notice"} | wrong).status_code == 400, wrong


def test_more_like_a_passage_needs_no_words_and_one_of_the_two_is_needed(client: APIClient, shelf: Any) -> None:
    report, notes = shelf["report"], shelf["notes"]
    near = factories.make_document(text="Ferries leave at noon; a notice period applies.", collection=notes.collection)
    factories.index(near)
    found = ask(client, like=f"{notes.pk}/0-30")
    assert found["results"][0]["document"]["id"] == near.pk
    assert found["like"]["citation"]["document"] == {"id": notes.pk, "title": "Notes"}
    assert found["results"][0]["hits"][0]["why"]["likeness_rank"] == 1
    assert ask(client, like=f"{report.pk}/0-9/{report.current_revision.text_sha256}", q="ferries")["like"] is not None
    secret = ask(client, like=f"{shelf['secret'].pk}/0-9")
    assert (secret["results"], secret["like"], len(secret["problems"])) == ([], None, 1)
    assert client.get(f"{API}/search/").json()["error"]["code"] == "invalid-request"
    assert client.get(f"{API}/search/", {"q": ""}).status_code == 400


def test_every_hit_says_why(client: APIClient, shelf: Any) -> None:
    why = ask(client, q="Notices", document=shelf["report"].pk)["results"][0]["hits"][0]["why"]
    assert why["words"] == [{"asked": "Notices", "stands": ["notice"], "pages": [3]}]
    assert (why["word_rank"], why["likeness_rank"], why["named_by"]) == (1, None, [])
    assert why["score"] >= 0


def test_a_citation_is_exactly_the_record(client: APIClient, shelf: Any) -> None:
    digest = shelf["report"].current_revision.text_sha256
    span = {"document": shelf["report"].pk, "v": digest, "start": 2, "end": 20}
    record = client.get(f"{API}/cite/", span).json()
    assert client.post(f"{API}/cite/", span, format="json").json() == record
    assert list(record) == [
        *("document", "revision", "start", "end", "unit", "quote", "prefix", "suffix"),
        *("pages", "page_count", "place", "locator", "url"),
    ]
    assert record["quote"] == "cover.\n\nThe notice"
    assert record["pages"] == [
        {"number": 1, "label": "i", "start": 2, "end": 8},
        {"number": 3, "label": None, "start": 10, "end": 20},
    ]
    assert record["page_count"] == 3
    assert f"/documents/{shelf['report'].pk}/passages/2-20/?v={digest}" in record["url"]


def test_a_document_without_pages_is_cited_without_pages(client: APIClient, shelf: Any) -> None:
    digest = shelf["notes"].current_revision.text_sha256
    record = client.get(f"{API}/cite/", {"document": shelf["notes"].pk, "v": digest, "start": 0, "end": 7}).json()
    assert (record["quote"], record["pages"], record["page_count"]) == ("Ferries", None, None)


@pytest.mark.parametrize("span", [{"document": "secret"}, {"v": "0" * 64}, {"start": 9000, "end": 9001}, {"end": 9000}])
def test_what_cannot_be_cited_is_not_found(client: APIClient, shelf: Any, span: dict[str, Any]) -> None:
    which = "secret" if "document" in span else "report"
    asked = {
        "document": shelf[which].pk,
        "v": shelf[which].current_revision.text_sha256,
        "start": 0,
        "end": 5,
    }
    answer = client.get(f"{API}/cite/", asked | span | {"document": shelf[which].pk})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-such-passage")


def test_damaged_page_metadata_is_refused_and_never_guessed(client: APIClient, shelf: Any) -> None:
    library.damage(shelf["report"], page_spans=[{"page": "x"}])
    digest = shelf["report"].current_revision.text_sha256
    answer = client.get(f"{API}/cite/", {"document": shelf["report"].pk, "v": digest, "start": 0, "end": 5})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "page-metadata-damaged")


def test_the_state_of_an_indexed_document_is_ready(client: APIClient, shelf: Any) -> None:
    stage = client.get(f"{API}/documents/{shelf['report'].pk}/").json()["stage"]
    assert (stage["code"], stage["is_final"]) == ("ready", True)


def test_the_question_has_the_language_of_the_search_box(client: APIClient, shelf: Any) -> None:
    found = ask(client, q='notice title:"annual report" -type:text')
    assert [group["document"]["title"] for group in found["results"]] == ["Annual report"]
    assert [(one["name"], one["values"], one["is_excluded"], one["words"]) for one in found["filters"]] == [
        ("title", ["annual report"], False, "Title: “annual report”"),
        ("type", ["text"], True, "Not: Type: Text"),
    ]
    nothing = ask(client, q="notice collection:Secrets")
    assert (nothing["results"], nothing["problems"]) == ([], ["No collection is called “Secrets”."])


@examples(max_examples=60)
@given(ANYTHING_TYPED)
@pytest.mark.long
def test_whatever_is_asked_is_answered_or_refused_in_words(client: APIClient, shelf: Any, typed: str) -> None:
    answer = client.get(f"{API}/search/", {"q": typed.encode("utf-8", "replace")})
    assert answer.status_code == 200 or (answer.status_code == 400 and answer.json()["error"])
