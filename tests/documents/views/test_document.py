"""One document: text, pages, revisions, history."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse

from documents import services
from documents.models import Document
from documents.text import Place
from tests.documents.views.conftest import House
from tests.factories import DOCX, add_revision, make_document


def tab(client: Any, document: Document, name: str = "document", **asked: Any) -> str:
    response = client.get(reverse(name, args=[document.pk]), asked)
    assert response.status_code == 200
    return response.content.decode()


def shown_text(page: str) -> str:
    """What stands in the text column, rules of pages taken out."""
    column = re.search(r"<article[^>]*>(.*)</article>", page, re.DOTALL)
    assert column
    divs = re.findall(r"<div[^>]*>(.*?)</div>", column[1], re.DOTALL)
    return html.unescape("\n\n".join(re.sub(r"<br>", "", div) for div in divs))


def test_the_text_is_the_canonical_text_character_for_character(house: House) -> None:
    revision = house.document.revisions.with_text().get()
    assert shown_text(tab(house.reader, house.document)) == revision.text


def test_a_text_without_pages_is_shown_as_it_was_written(house: House) -> None:
    text = "# Head\n\n  indented <b>\n| a | b |\n\n&amp; end"
    document = make_document(text=text, collection=house.collection, media_type=DOCX)
    page = tab(house.reader, document)
    assert shown_text(page) == text
    assert "as-written" in page
    assert "<b>" not in page


def test_pages_are_told_apart_by_rules_with_label_and_number(house: House) -> None:
    page = tab(house.reader, house.document)
    assert "p. i (page 1 of 3)" in page
    assert "p. 1 (page 3 of 3)" in page
    assert "2 of 3" not in page
    assert "Page 2 has no text." in page


def test_an_unpaginated_document_names_no_page(house: House) -> None:
    document = make_document(text="Words.", collection=house.collection, places=[Place("heading", "A", 0, 6)])
    assert "page-rule" not in tab(house.reader, document)
    assert "has no pages" in tab(house.reader, document, "document-pages")


def test_a_long_text_is_shown_in_parts_and_a_page_finds_its_part(house: House) -> None:
    pages = [f"Words of leaf number {number}." for number in range(1, 46)]
    document = make_document(pages=pages, collection=house.collection)
    first, third = tab(house.reader, document), tab(house.reader, document, at=45)
    assert "leaf number 20." in first
    assert "leaf number 21." not in first
    assert "Part 1 of 3" in first
    assert "leaf number 45." in third
    assert tab(house.reader, document, part="x") == first or "Part 1 of 3" in tab(house.reader, document, part="x")
    assert "Part 3 of 3" in tab(house.reader, document, part=99)


def test_every_physical_page_has_a_row(house: House) -> None:
    page = tab(house.reader, house.document, "document-pages")
    assert page.count("<tr") == 4
    assert page.count("No text") >= 1
    assert "0–13" in page
    assert "Front matter." in page


def test_an_older_revision_can_be_read_and_says_what_it_is(house: House) -> None:
    add_revision(house.document, pages=["Wholly new words."])
    assert "Wholly new words." in tab(house.reader, house.document)
    old = tab(house.reader, house.document, revision=1)
    assert "Front matter." in old
    assert "not of the current one" in old
    revisions = tab(house.reader, house.document, "document-revisions")
    assert "Revision 2" in revisions
    assert "Revision 1" in revisions


def test_history_tells_events_in_words(house: House) -> None:
    document = services.update_document(document=house.document, actor=None, title="A <i>new</i> title", tags=["x"])
    page = tab(house.reader, document, "document-history")
    assert "title from “Lease” to “A &lt;i&gt;new&lt;/i&gt; title”" in page
    assert "the system" in page


def test_a_failed_replacement_is_told_beside_the_text_that_stays(house: House) -> None:
    revision = services.extract_again(document=house.document, actor=None)
    type(revision).objects.filter(pk=revision.pk).update(status="FAILED", failure_code="damaged")
    page = tab(house.reader, house.document)
    assert "Revision 2 could not be read: The file is damaged and cannot be read." in page
    assert "Revision 1 is still the one that is searched." in page
    assert page.count("save it again, and upload the new file.") == 1
    assert "Front matter." in page


def test_a_replacement_that_is_not_read_yet_says_what_is_seen_until_then(house: House) -> None:
    services.extract_again(document=house.document, actor=None)
    page = tab(house.reader, house.document)
    assert "Revision 2 has not been read yet. Until then revision 1 is the one that you see." in page
    assert "hx-trigger" in page


def test_a_blank_text_file_is_not_called_a_scan(house: House) -> None:
    document = make_document(text=" \n", collection=house.collection)
    assert "This file has no text that could be read." in tab(house.reader, document)
    page = tab(house.reader, document, "document-revisions")
    assert "blank space only" in page
    assert "scan" not in page


def test_a_long_page_is_shown_in_parts_of_its_own(house: House) -> None:
    document = make_document(pages=["words " * 20_000, "The end."], collection=house.collection)
    first, second = tab(house.reader, document), tab(house.reader, document, part=2)
    assert "Part 1 of 4" in first
    assert 'id="page-1"' in first
    assert len(first) < 70_000
    assert "p. 1 of 2 · continued" in second
    assert 'id="page-1"' not in second
    assert "The end." in tab(house.reader, document, at=2)


def test_a_deleted_document_is_there_for_its_editors_alone_and_only_to_restore(house: House) -> None:
    services.delete_document(document=house.document, actor=None)
    assert "Restore" in tab(house.editor, house.document)
    assert "Front matter" not in tab(house.editor, house.document)
    address = reverse("document", args=[house.document.pk])
    assert house.reader.get(address).status_code == 404
    for name in ("document-pages", "document-file", "document-history", "document-edit"):
        assert house.editor.get(reverse(name, args=[house.document.pk])).status_code == 404


@pytest.mark.django_db
def test_a_document_that_is_not_read_yet_asks_again_by_itself(house: House) -> None:
    house.document.revisions.update(status="EXTRACTING")
    page = tab(house.reader, house.document)
    assert "hx-trigger" in page
    assert '<meta http-equiv="refresh"' in page
