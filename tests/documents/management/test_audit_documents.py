"""`audit_documents`: finds what is wrong, says it, and changes nothing but the record of it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from documents.models import Document, DocumentEvent
from tests.documents import library

pytestmark = pytest.mark.django_db


def audit(*arguments: str) -> tuple[str, str]:
    """What is printed, and the error; "" where all is sound."""
    out = StringIO()
    try:
        call_command("audit_documents", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.fixture
def report() -> Document:
    return library.paged(library.collection("Contracts"))


def test_a_sound_library_is_said_to_be_sound(report: Document) -> None:
    library.unpaged(report.collection)
    out, error = audit()
    assert out.startswith("All sound: 2 revisions, 3 pages")
    assert error == ""


DAMAGE: list[tuple[dict[str, Any], str]] = [
    ({"text": "another text"}, "digest"),
    ({"page_spans": [{"page": 1}]}, "must have exactly the keys"),
    ({"page_spans": [{"page": 1, "start": 0, "end": 7}]}, "not at the end of the text"),
    ({"page_labels": ["i"]}, "1 page labels for 3 pages"),
    ({"page_labels": 5}, "page labels are not a list"),
    ({"page_sources": {"a": 1, "b": 2, "c": 3}}, "page sources are not a list"),
    ({"page_count": 2}, "is not one of the 2 pages"),
]


@pytest.mark.parametrize(("columns", "words"), DAMAGE)
def test_each_kind_of_damage_is_found(report: Document, columns: dict[str, Any], words: str) -> None:
    library.damage(report, **columns)
    out, error = audit()
    assert words in out
    assert f"document {report.pk} “Annual report”, revision 1: " in out
    assert "in 1 of 1 revision" in error


def test_only_news_is_recorded(report: Document) -> None:
    def recorded() -> list[list[str]]:
        events = DocumentEvent.objects.filter(kind="audited").order_by("pk")
        return [event.detail["problems"] for event in events]

    audit()
    audit()
    assert recorded() == [[]]
    library.damage(report, page_labels=["i"])
    audit()
    audit()
    assert recorded() == [[], ["there are 1 page labels for 3 pages"]]


def test_fix_nothing_writes_nothing_at_all(report: Document) -> None:
    library.damage(report, page_labels=["i"])
    assert audit("--fix-nothing")[1]
    assert not DocumentEvent.objects.exists()


def test_filters_choose_what_is_checked(report: Document) -> None:
    other = library.paged(library.collection("Archive"), title="Old")
    library.damage(report, page_labels=["i"])
    assert audit("--collection", "Archive")[1] == ""
    assert audit("--document", str(other.pk))[1] == ""
    assert audit("--document", str(report.pk))[1]
    assert audit("--collection", "Nowhere")[1] == "There is no collection “Nowhere”."
    assert audit("--document", "999999999")[1] == "There is no document 999999999."


def test_what_has_not_been_read_is_not_checked(report: Document) -> None:
    library.damage(report, status="RECEIVED", page_labels=["i"])
    assert audit()[0].startswith("All sound: 0 revisions")


def test_texts_are_loaded_one_at_a_time(report: Document, django_assert_num_queries: Any) -> None:
    library.unpaged(report.collection)
    with django_assert_num_queries(3) as queries:  # the ids, then each text on its own
        audit("--fix-nothing")
    loads = [query["sql"] for query in queries if '"text"' in query["sql"]]
    assert len(loads) == 2
