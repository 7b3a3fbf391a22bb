"""Filters in the question, on what a person may read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import translation

from documents.models import Document, Revision
from search.queries import search
from search.results import SearchPage
from tests.factories import (
    DOCX,
    index,
    make_admin,
    make_collection,
    make_document,
    make_group,
    make_user,
)

pytestmark = pytest.mark.usefixtures("index_db")


def ask(query: str, user: Any = None, **options: Any) -> SearchPage:
    return search(user=user or make_admin(), query=query, **options)


def titles(query: str, user: Any = None) -> set[str]:
    return {group.document.title for group in ask(query, user).groups}


@pytest.fixture
def shelf() -> Any:
    """Two readable documents, and one of others."""
    group = make_group()
    anna = make_user("anna", groups=[group], first_name="Anna", last_name="Sørensen")
    contracts, memos = (make_collection(name, readers=[group]) for name in ("Legal contracts", "Memos é"))
    lease = make_document(
        text="The rent.", title="Lease of Łódź", collection=contracts, owner=anna, tags=["draft"], media_type=DOCX
    )
    memo = make_document(pages=["The rent."], title="Annual Report", collection=memos, tags=["Draft 2", "final"])
    secret = make_document(
        text="The rent.", title="Secret", collection=make_collection("Secrets"), owner=make_user("spy"), tags=["hush"]
    )
    index(lease, memo, secret)
    return {"anna": anna, "lease": lease, "memo": memo, "reader": make_user(groups=[group])}


FOUND = [
    ("rent type:pdf", {"Annual Report"}),
    ("rent TYPE:Word", {"Lease of Łódź"}),
    ("rent type:docx", {"Lease of Łódź"}),
    ("rent type:.DOCM", {"Lease of Łódź"}),
    ("rent type:pdf,word", {"Annual Report", "Lease of Łódź"}),
    ("rent type:pdf OR type:word", {"Annual Report", "Lease of Łódź"}),
    ("rent -type:pdf", {"Lease of Łódź"}),
    ("rent NOT type:pdf", {"Lease of Łódź"}),
    ('rent title:"annual report"', {"Annual Report"}),
    ("rent title:lodz", {"Lease of Łódź"}),
    ("rent title:ŁÓDŹ", {"Lease of Łódź"}),
    ("rent title:annual title:report", {"Annual Report"}),
    ("rent title:annual title:lease", set()),
    ("rent title:%", {"Annual Report", "Lease of Łódź"}),
    ("rent collection:legal", {"Lease of Łódź"}),
    ('rent collection:"legal contracts"', {"Lease of Łódź"}),
    ('rent collection:"MEMOS e"', {"Annual Report"}),
    ("rent tag:draft", {"Lease of Łódź"}),
    ("rent tag:#draft*", {"Annual Report", "Lease of Łódź"}),
    ("rent tag:final", {"Annual Report"}),
    ("rent -tag:final", {"Lease of Łódź"}),
    ("rent owner:anna", {"Lease of Łódź"}),
    ('rent owner:"anna sorensen"', {"Lease of Łódź"}),
    ("rent page:1", {"Annual Report"}),
    ("rent after:2000", {"Annual Report", "Lease of Łódź"}),
    ("rent before:today", set()),
    ("rent has:ocr", set()),
    ("rent -has:scan", {"Annual Report", "Lease of Łódź"}),
]


def test_each_filter_leaves_what_it_names(shelf: Any) -> None:
    for query, expected in FOUND:
        assert titles(query, shelf["reader"]) == expected, query
    assert titles("rent owner:me", shelf["anna"]) == {"Lease of Łódź"}


UNKNOWN = [
    ("rent collection:Nowhere", "No collection is called “Nowhere”."),
    ("rent collection:Secrets", "No collection is called “Secrets”."),
    ("rent tag:hush", "No document has the tag “hush”."),
    ("rent owner:spy", "No document belongs to “spy”."),
    ("rent owner:me", "No document belongs to “me”."),
    ("rent title:Secret", "No title has “Secret” in it."),
    ("rent before:soon", "“soon” is no date. Write 2024, 2024-05 or 2024-05-01."),
    ("rent before:2024-13", "“2024-13” is no date. Write 2024, 2024-05 or 2024-05-01."),
    ("rent page:999", "No page “999” is in the documents that are searched."),
    ("rent page:xii", "No page “xii” is in the documents that are searched."),
    ("rent has:wings", "“has:wings” is not known. Write has:ocr for scanned pages."),
]


def test_an_unknown_value_finds_nothing_says_so_and_reveals_nothing_of_others(shelf: Any) -> None:
    for query, sentence in UNKNOWN:
        page = ask(query, shelf["reader"])
        assert (page.groups, page.problems) == ([], [sentence]), query
    (sentence,) = ask("rent type:zip", shelf["reader"]).problems
    assert sentence.startswith("No type of file is called “zip”. Write one of: pdf, docx,")


def test_one_known_value_of_several_still_finds_and_the_other_is_told(shelf: Any) -> None:
    page = ask("rent type:pdf,zip", shelf["reader"])
    assert [group.document.title for group in page.groups] == ["Annual Report"]
    assert len(page.problems) == 1


def test_filters_in_force_are_told_with_the_query_without_them(shelf: Any) -> None:
    page = ask("rent TYPE:word -tag:final", shelf["reader"])
    assert [(one.name, one.words, one.query_without) for one in page.filters] == [
        ("type", "Type: Word, Word 97–2003", "rent -tag:final"),
        ("tag", "Not: Tag: #final", "rent TYPE:word"),
    ]


def test_a_type_has_its_name_in_the_language_of_the_page(shelf: Any) -> None:
    with translation.override("de"):
        assert titles("rent type:text", shelf["reader"]) == set()
        assert titles("rent type:pdf", shelf["reader"]) == {"Annual Report"}


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("before:2024", False),
        ("before:2024-05-01", False),
        ("before:2024-05-02", True),
        ("before:2024/6", True),
        ("before:1.6.2024", True),
        ("after:2024-05-01", True),
        ("after:2024-05-02", False),
        ("after:2024", True),
        ("after:2023-12 before:2025", True),
        ("before:0001-01-01", False),
        ("after:9999-12-31", False),
    ],
)
def test_dates_are_those_of_the_last_change_from_the_beginning_of_a_day(query: str, is_found: bool) -> None:  # noqa: FBT001
    document = make_document(text="The rent.")
    index(document)
    Document.objects.filter(pk=document.pk).update(updated_at=datetime(2024, 5, 1, 0, 0, tzinfo=UTC))
    assert bool(ask(f"rent {query}").groups) == is_found


PAGES = ["The rent of the cover.", "", "The rent is low. More of it", "follows here. The rent is high.", "The end."]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("rent page:1", 1),
        ("rent page:i", 1),
        ("rent page:III", 3),
        ("rent page:4", 4),
        ("rent page:A-3", 4),
        ("rent high page:2-4", 4),
        ("rent page:ii-iii", 3),
    ],
)
def test_a_page_is_named_as_it_is_counted_or_printed_and_the_evidence_stands_on_it(query: str, number: int) -> None:
    index(make_document(pages=PAGES, labels=["i", "ii", "iii", "A-3", "iv"]))
    (hit,) = ask(query).hits
    assert hit.evidence_page == number


def test_excluded_pages_and_pages_beyond_the_text() -> None:
    filler = "Filler of another kind about nothing at all. " * 60
    index(make_document(pages=["The rent is low. " + filler, filler, "The rent is high. " + filler]))
    assert {hit.evidence_page for hit in ask("rent page:3").hits} == {3}
    assert {hit.evidence_page for hit in ask('"rent is" -page:1').hits} == {3}
    assert ask("rent page:4").problems == ["No page “4” is in the documents that are searched."]


@pytest.mark.parametrize(
    "columns",
    [{"page_spans": [7]}, {"page_spans": [{"page": "1", "start": "x", "end": 20}]}, {"page_labels": "iv"}],
    ids=str,
)
def test_damaged_page_metadata_are_no_error(columns: dict[str, Any]) -> None:
    index(document := make_document(pages=["The rent.", "Another page."], labels=["iv", "v"]))
    Revision.objects.filter(document=document).update(**columns)
    for value in ("1", "iv", "1-2", "iv-v"):
        ask(f"rent page:{value}")


def test_a_filter_never_widens_what_may_be_seen(shelf: Any) -> None:
    nobody = make_user()
    for query, _expected in FOUND:
        assert titles(query, nobody) == set()
