"""What is told of pages that were damaged, and of files inside a file, on the pages of a document and in the admin."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.urls import reverse

from documents.admin.page_table import page_metadata
from documents.models import Document, Revision
from tests.documents import library
from tests.documents.views.conftest import House
from tests.factories import make_document

PDFIUM = "pypdfium2 5.15.0"
PYPDF = "pypdf 7.1.0"


@pytest.fixture
def damaged(house: House) -> Document:
    document = make_document(pages=["One.", "", "Three.", "Four."], collection=house.collection)
    problems = [None, "unreadable", "second-reader", "second-reader"]
    library.damage(document, page_extractors=[PDFIUM, None, PYPDF, PYPDF], page_problems=problems)
    return document


def tab(house: House, document: Document, name: str = "document") -> str:
    response = house.reader.get(reverse(name, args=[document.pk]))
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_the_text_says_in_a_line_each_which_pages_were_damaged(house: House, damaged: Document) -> None:
    page = tab(house, damaged)
    assert "<li>Page 2 is damaged and could not be read.</li>" in page
    assert "<li>Pages 3–4 are damaged; a second reader could read them.</li>" in page
    assert "page-problems" not in tab(house, house.document)


def test_a_page_without_text_is_told_once(house: House, damaged: Document) -> None:
    assert "Page 2 has no text." not in tab(house, damaged)
    library.damage(damaged, page_problems=[None, "no-text-layer", None, None])
    assert "<li>Page 2 has no text layer, as on a scan.</li>" in tab(house, damaged)
    assert "Page 2 has no text." not in tab(house, damaged)
    library.damage(damaged, page_problems=[None] * 4)
    assert "Page 2 has no text." in tab(house, damaged)


def test_the_table_of_pages_says_what_read_each_and_what_was_wrong(house: House, damaged: Document) -> None:
    page = tab(house, damaged, "document-pages")
    assert (page.count(PDFIUM), page.count(PYPDF)) == (1, 2)
    assert page.count("The page is damaged and could not be read.") == 1
    assert page.count("The page is damaged; a second reader could read it.") == 2


def test_the_admin_has_both_for_each_page(damaged: Document) -> None:
    shown = page_metadata(Revision.objects.with_text().get(document=damaged), "1")
    assert [page.reader for page in shown.pages] == [PDFIUM, "", PYPDF, PYPDF]
    assert [bool(page.problem) for page in shown.pages] == [False, True, True, True]
    assert shown.pages[1].problem == "The page is damaged and could not be read."


@pytest.mark.parametrize("column", ["no list", [], [5, None, "surprise", {}], {"a": 1}])
def test_columns_that_are_damaged_break_no_page(house: House, damaged: Document, column: Any) -> None:
    library.damage(damaged, page_extractors=column, page_problems=column)
    tab(house, damaged)
    tab(house, damaged, "document-pages")
    assert house.editor.get(reverse("document", args=[damaged.pk])).status_code == 200
    assert page_metadata(Revision.objects.with_text().get(document=damaged), "1").problems


def test_files_inside_the_file_are_listed_with_what_is_known_of_them(house: House) -> None:
    attachments = [
        {"name": "<b>offer</b>.xlsx", "size": 2048, "page": None},
        {"name": "", "size": None, "page": 3},
    ]
    library.damage(house.document, attachments=attachments)
    response = house.reader.get(house.document.get_absolute_url())
    page = response.content.decode().replace("\xa0", " ")
    assert "2 files inside this file" in page
    assert "&lt;b&gt;offer&lt;/b&gt;.xlsx" in page
    assert "2.0 KB" in page
    assert "without a name" in page
    assert "on page 3" in page


def test_a_file_without_any_says_nothing_of_them(house: House) -> None:
    assert "inside this file" not in tab(house, house.document)
