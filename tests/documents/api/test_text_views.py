"""The canonical text and its pages through the API."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from documents.api import text_views
from documents.models import Revision
from documents.text import text_sha256
from tests.documents import library
from tests.documents.api.conftest import Ours
from tests.documents.api.test_views import API, code_of

TEXT = "A😀b\u0301 日本\n\nend"


@pytest.mark.parametrize(
    ("query", "start", "end"),
    [
        ("", 0, 12),
        ("start=1", 1, 12),
        ("start=1&end=2", 1, 2),
        ("end=0", 0, 0),
        ("start=5&end=99", 5, 12),
        ("start=99", 12, 12),
    ],
)
def test_a_slice_is_counted_in_code_points(reader: APIClient, ours: Ours, query: str, start: int, end: int) -> None:
    document = library.unpaged(ours.collection, text=TEXT)
    answer = reader.get(f"{API}/documents/{document.pk}/text/?{query}").json()
    assert answer == {
        "document": document.pk,
        "revision": 1,
        "text_sha256": text_sha256(TEXT),
        "start": start,
        "end": end,
        "characters": len(TEXT),
        "unit": "code point",
        "text": TEXT[start:end],
    }


def test_an_answer_holds_a_bounded_part_and_says_where_it_stops(
    reader: APIClient, ours: Ours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_views, "MOST_CODE_POINTS", 4)
    document = library.unpaged(ours.collection, text="0123456789")
    answer = reader.get(f"{API}/documents/{document.pk}/text/?start=2&end=9").json()
    assert (answer["start"], answer["end"], answer["text"]) == (2, 6, "2345")


def test_an_earlier_text_is_reached_by_its_digest_alone(reader: APIClient, ours: Ours) -> None:
    old = ours.document.current_revision
    assert old is not None
    newer = Revision.objects.create(
        document=ours.document,
        number=2,
        file="x",
        uploaded_name="new.txt",
        media_type="text/plain",
        size=1,
        file_sha256="0" * 64,
        status="EXTRACTED",
        text="new words",
        text_sha256=text_sha256("new words"),
    )
    ours.document.current_revision = newer
    ours.document.save()
    address = f"{API}/documents/{ours.document.pk}"
    assert reader.get(f"{address}/text/").json()["text"] == "new words"
    assert reader.get(f"{address}/text/?v={old.text_sha256}&end=8").json()["text"] == "A cover."
    assert reader.get(f"{address}/pages/").json()["results"] == []
    assert reader.get(f"{address}/pages/?v={old.text_sha256}").json()["count"] == 3
    unknown = reader.get(f"{address}/text/?v={'0' * 64}")
    assert (unknown.status_code, code_of(unknown)) == (404, "no-such-text")


def test_pages_are_all_the_physical_ones_with_what_is_known_of_each(reader: APIClient, ours: Ours) -> None:
    pages = reader.get(f"{API}/documents/{ours.document.pk}/pages/").json()["results"]
    assert pages == [
        {"number": 1, "label": "i", "start": 0, "end": 8, "source": "text layer", "extractor": None, "problem": None},
        {"number": 2, "label": None, "start": None, "end": None, "source": "none", "extractor": None, "problem": None},
        {
            "number": 3,
            "label": None,
            "start": 10,
            "end": 62,
            "source": "text layer",
            "extractor": None,
            "problem": None,
        },
    ]


def test_pages_come_in_pages(reader: APIClient, ours: Ours) -> None:
    document = library.paged(ours.collection, "Long", [f"Page {number}" for number in range(1, 1201)])
    last = reader.get(f"{API}/documents/{document.pk}/pages/?per_page=1000&page=2").json()
    assert (last["count"], len(last["results"]), last["next"]) == (1200, 200, None)
    assert last["results"][0]["number"] == 1001


def test_a_document_without_pages_has_none(reader: APIClient, ours: Ours) -> None:
    document = library.unpaged(ours.collection)
    assert reader.get(f"{API}/documents/{document.pk}/pages/").json()["results"] == []
    assert reader.get(f"{API}/documents/{document.pk}/").json()["pages_without_text"] is None


def test_a_text_that_is_not_read_yet_is_not_an_empty_one(reader: APIClient, ours: Ours) -> None:
    library.damage(ours.document, status="RECEIVED")
    for part in ("text", "pages"):
        answer = reader.get(f"{API}/documents/{ours.document.pk}/{part}/")
        assert (answer.status_code, code_of(answer)) == (409, "not-read-yet")


@pytest.mark.parametrize(
    "spans", [[1], [{"page": "1", "start": 0, "end": 3}], [{"page": 1}], [None], [{"page": 1, "start": 0, "end": 1.5}]]
)
def test_damaged_page_metadata_is_said_and_never_guessed(reader: APIClient, ours: Ours, spans: Any) -> None:
    library.damage(ours.document, page_spans=spans)
    answer = reader.get(f"{API}/documents/{ours.document.pk}/pages/")
    assert (answer.status_code, code_of(answer)) == (409, "page-metadata-damaged")
    state = reader.get(f"{API}/documents/{ours.document.pk}/")
    assert (state.status_code, state.json()["pages_without_text"]) == (200, None)


@pytest.mark.parametrize("column", [5, "x", {}, [1], [None, None, None, None]])
def test_damaged_labels_and_sources_are_left_out(reader: APIClient, ours: Ours, column: Any) -> None:
    library.damage(ours.document, page_labels=column, page_sources=column)
    pages = reader.get(f"{API}/documents/{ours.document.pk}/pages/")
    assert pages.status_code == 200
    assert {(page["label"], page["source"]) for page in pages.json()["results"]} == {(None, None)}
