"""Where the text of a result comes from: told, and what results can be narrowed to."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents.models import Document, Revision
from search.facets import Chosen
from search.queries import search
from tests.factories import index, make_admin, make_document

pytestmark = pytest.mark.usefixtures("index_db")

QUESTION = "spare key of the harbour"


@pytest.fixture
def documents() -> dict[str, Document]:
    """A scan whose second page was recognized, a PDF with a text layer, and a note without pages; all answer."""
    found = {
        "scan": make_document(title="scan", pages=["The harbour has a key. " * 90, "The spare key of the harbour."]),
        "typed": make_document(title="typed", pages=["The harbour hides its spare key."]),
        "note": make_document(title="note", text="A spare key for the harbour."),
    }
    Revision.objects.filter(document=found["scan"]).update(page_sources=["text layer", "OCR"])
    index(*found.values())
    return found


def titles(**asked: Any) -> set[str]:
    return {group.document.title for group in search(user=make_admin(), query=QUESTION, **asked).groups}


def test_results_are_narrowed_to_texts_with_and_without_recognition(documents: dict[str, Document]) -> None:
    assert titles() == {"scan", "typed", "note"}
    assert titles(chosen=Chosen(text=("ocr",))) == {"scan"}
    assert titles(chosen=Chosen(text=("given",))) == {"typed", "note"}


def test_a_result_on_a_recognized_page_says_so_and_no_other(documents: dict[str, Document], client: Client) -> None:
    client.force_login(make_admin(), backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get(reverse("search"), {"q": '"spare key of the harbour"'}).content.decode()
    assert shown.count('class="by-ocr"') == 1
    shown = client.get(reverse("search"), {"q": QUESTION, "text": "given"}).content.decode()
    assert "by-ocr" not in shown
    assert "hides its" in shown


def test_a_filter_in_force_can_be_taken_away_and_is_named_where_nothing_is_found(client: Client) -> None:
    client.force_login(make_admin(), backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get(reverse("search"), {"q": QUESTION, "text": "ocr"}).content.decode()
    assert "Filters are in force and may hide results." in shown
    assert f'href="{reverse("search")}?q=spare+key+of+the+harbour"><span class="what">with text recognition' in shown


@pytest.mark.parametrize(("text", "count"), [("ocr", 1), ("given", 2)])
def test_a_program_narrows_it_too(documents: dict[str, Document], client: Client, text: str, count: int) -> None:
    client.force_login(make_admin(), backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get("/api/v1/search/", {"q": QUESTION, "text": text})
    assert answer.json()["total_documents"] == count
    assert client.get("/api/v1/search/", {"q": QUESTION, "text": "x"}).status_code == 400
