"""Correcting page labels on the screen: who may, what is shown first, and that every bad input is a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents.models import Document, DocumentEvent, Revision
from documents.services.labelling import correct_page_labels
from documents.text.page_labels import LabelRule, labels_digest
from tests.documents.views.conftest import House
from tests.factories import add_revision, make_document

BUTTONS = ["document-labels-restore", "document-labels-undo"]
DECLARED = ["i", "ii", "1"]


def address(document: Document, name: str = "document-labels") -> str:
    return reverse(name, args=[document.pk])


def sent(labels: list[str | None] | None = None, form: str = "numbering", **values: Any) -> dict[str, Any]:
    numbering = {"first": "2", "last": "", "style": "decimal", "start": "1", "lead": ""}
    one_page = {"page": "2", "label": "iv"}
    told = {"form": form, "seen": labels_digest(labels or DECLARED)}
    return told | (numbering if form == "numbering" else one_page) | values


def labels_of(house: House) -> Any:
    return Revision.objects.get(document=house.document).page_labels


def content(response: Any, status: int = 200) -> str:
    assert response.status_code == status
    return str(response.content.decode())


# --- who may ---


@pytest.mark.parametrize("name", ["document-labels", *BUTTONS])
def test_only_an_editor_may_correct_labels(house: House, name: str) -> None:
    where = address(house.document, name)
    assert house.reader.post(where, sent(save="1")).status_code == 403
    assert house.stranger.post(where, sent(save="1")).status_code == 404
    nobody = Client().post(where, sent(save="1"))
    assert nobody.status_code == 302
    assert reverse("login") in nobody["Location"]
    assert labels_of(house) == DECLARED


def test_only_an_editor_sees_the_form_and_the_way_to_it(house: House) -> None:
    assert house.reader.get(address(house.document)).status_code == 403
    assert house.stranger.get(address(house.document)).status_code == 404
    assert Client().get(address(house.document)).status_code == 302
    pages = address(house.document, "document-pages")
    assert address(house.document) in content(house.editor.get(pages))
    assert address(house.document) not in content(house.reader.get(pages))


@pytest.mark.parametrize("name", BUTTONS)
def test_a_button_is_no_page(house: House, name: str) -> None:
    assert house.editor.get(address(house.document, name)).status_code == 405


# --- correcting ---


def test_a_preview_shows_declared_and_new_and_saves_nothing(house: House) -> None:
    page = content(house.editor.post(address(house.document), sent(style="ROMAN", start="4", lead="A-")))
    assert "Nothing is saved yet." in page
    table = page[page.index("What would change") : page.index("Label one page")]
    assert "<strong>A-IV</strong>" in table
    assert "<strong>A-V</strong>" in table
    assert table.count("<tr>") == 3
    assert 'value="A-"' in page
    assert labels_of(house) == DECLARED


def test_a_preview_of_what_is_in_force_says_so(house: House) -> None:
    values = sent(form="one_page", page="2", label="ii")
    assert "This would change nothing" in content(house.editor.post(address(house.document), values))


def test_a_long_preview_is_cut_and_says_how_much_is_left_out(house: House) -> None:
    long = make_document(pages=["x"] * 250, collection=house.collection)
    values = sent(first="1") | {"seen": labels_digest(None)}
    page = content(house.editor.post(address(long), values))
    assert page.count("<strong>") >= 100
    assert "and 150 more pages" in page


def test_pages_are_numbered_on_from_a_page(house: House) -> None:
    response = house.editor.post(address(house.document), sent(save="1"), follow=True)
    assert "The labels were corrected." in content(response)
    assert "These labels are corrected" in content(response)
    assert labels_of(house) == ["i", "1", "2"]
    event = house.document.events.get(kind=DocumentEvent.Kind.LABELS_CORRECTED)
    assert event.actor_name
    history = content(house.reader.get(address(house.document, "document-history")))
    assert "pages 2–3 from “ii” … “1” to “1” … “2”" in history


def test_one_page_is_labelled_and_another_loses_its_label(house: House) -> None:
    house.editor.post(address(house.document), sent(form="one_page", save="1"))
    assert labels_of(house) == ["i", "iv", "1"]
    values = sent(["i", "iv", "1"], "one_page", page="1", label="", save="1")
    house.editor.post(address(house.document), values)
    assert labels_of(house) == [None, "iv", "1"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"first": "9"}, "The document has no such page."),
        ({"first": "2", "last": "1"}, "The last page comes before the first."),
        ({"first": ""}, "This field is required."),
        ({"first": "0"}, "greater than or equal to 1"),
        ({"first": "x"}, "Enter a whole number."),
        ({"first": "9" * 400}, "no such page"),
        ({"style": "greek"}, "Select a valid choice."),
        ({"style": "roman", "start": "3999"}, "There are no numbers of this kind for so many pages"),
        ({"start": "99999999999"}, "less than or equal to"),
        ({"lead": "x" * 101}, "at most 100 characters"),
        ({"lead": "x" * 100}, "at most 100 characters"),
        ({"lead": "\u202e"}, "turn the direction of writing"),
        ({"lead": "a\0"}, "Null characters are not allowed."),
        ({"form": "one_page", "page": "4", "label": "x"}, "The document has no such page."),
        ({"form": "one_page", "page": "1", "label": "a\u2066b"}, "turn the direction of writing"),
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_said_in_a_sentence_and_changes_nothing(
    house: House, values: dict[str, str], sentence: str
) -> None:
    page = content(house.editor.post(address(house.document), sent(save="1") | values), status=400)
    assert sentence in page
    assert labels_of(house) == DECLARED


@pytest.mark.parametrize("values", [{}, {"form": "other"}, {"form": "numbering\0"}])
def test_an_odd_request_is_answered_with_the_page(house: House, values: dict[str, str]) -> None:
    content(house.editor.post(address(house.document), values), status=400)


def test_what_someone_else_corrected_meanwhile_is_not_overwritten(house: House) -> None:
    values = sent(save="1")
    revision = Revision.objects.get(document=house.document)
    correct_page_labels(revision=revision, actor=None, rules=[LabelRule(1, 1, "none", "Cover")])
    page = content(house.editor.post(address(house.document), values), status=409)
    assert "Someone else has changed the labels meanwhile." in page
    assert labels_of(house) == ["Cover", "ii", "1"]
    assert labels_digest(labels_of(house)) in page
    for name in BUTTONS:
        response = house.editor.post(address(house.document, name), {"seen": labels_digest(DECLARED)}, follow=True)
        assert "Someone else has changed the labels meanwhile." in content(response)
    without = sent(save="1") | {"seen": ""}
    assert house.editor.post(address(house.document), without).status_code == 409


# --- ways back ---


def test_what_the_file_declares_is_restored_and_that_is_undone(house: House) -> None:
    house.editor.post(address(house.document), sent(save="1"))
    corrected = ["i", "1", "2"]
    restore, undo = (address(house.document, name) for name in BUTTONS)
    response = house.editor.post(restore, {"seen": labels_digest(corrected)}, follow=True)
    assert "The labels are again those that the file declares." in content(response)
    assert restore not in content(house.editor.get(address(house.document)))
    response = house.editor.post(undo, {"seen": labels_digest(DECLARED)}, follow=True)
    assert "The last change of the labels was undone." in content(response)
    assert labels_of(house) == corrected
    house.editor.post(undo, {"seen": labels_digest(corrected)})
    assert labels_of(house) == DECLARED
    response = house.editor.post(undo, {"seen": labels_digest(DECLARED)}, follow=True)
    assert "There was nothing to change." in content(response)


def test_the_pages_tell_the_label_in_force_and_the_declared_one(house: House) -> None:
    house.editor.post(address(house.document), sent(form="one_page", save="1"))
    page = content(house.reader.get(address(house.document, "document-pages")))
    assert "iv" in page
    assert "declared: ii" in page
    text = content(house.reader.get(address(house.document, "document-text")))
    assert "p. 1 (page 3 of 3)" in text


# --- other documents ---


def test_a_text_without_pages_says_that_it_has_none(house: House) -> None:
    plain = make_document(text="Plain.", collection=house.collection)
    assert "A file of this type has no pages." in content(house.editor.get(address(plain)))
    assert "no pages" in content(house.editor.post(address(plain), sent(save="1")), status=400)
    for name in BUTTONS:
        response = house.editor.post(address(plain, name), {}, follow=True)
        assert "There are no pages to label." in content(response)


def test_a_file_that_waits_to_be_read_says_so(house: House) -> None:
    Revision.objects.filter(document=house.document).update(status=Revision.Status.RECEIVED, page_count=None,
        page_spans=None, page_labels=None, declared_page_labels=None, page_sources=None, text=None)  # fmt: skip
    assert "when the file has been read" in content(house.editor.get(address(house.document)))


def test_another_file_says_that_corrections_were_left_behind_and_where(house: House) -> None:
    house.editor.post(address(house.document), sent(save="1"))
    newer = add_revision(house.document, pages=["a", "b", "c"])
    Revision.objects.filter(pk=newer.pk).update(file_sha256="f" * 64)
    page = content(house.editor.get(address(house.document)))
    assert "The labels of revision 1 were corrected. This is another file" in page
    older = content(house.editor.get(address(house.document), {"revision": "1"}))
    assert "which is not the current one" in older
    assert "This is another file" not in older


@pytest.mark.parametrize("stored", [5, {"a": 1}, ["one"], [1, 2, 3]])
def test_damaged_labels_are_no_fault_of_the_page_and_can_be_restored(house: House, stored: Any) -> None:
    Revision.objects.filter(document=house.document).update(page_labels=stored)
    for name in ("document-pages", "document-text"):
        content(house.reader.get(address(house.document, name)))
    assert address(house.document, BUTTONS[0]) in content(house.editor.get(address(house.document)))
    house.editor.post(address(house.document, BUTTONS[0]), {"seen": labels_digest(None)})
    assert labels_of(house) == DECLARED


def test_a_label_is_never_markup(house: House) -> None:
    values = sent(form="one_page", label="<b>x</b>")
    page = content(house.editor.post(address(house.document), values))
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_many_pages_come_in_parts_and_cost_the_same(house: House, django_assert_max_num_queries: Any) -> None:
    long = make_document(pages=["x"] * 1000, labels=[str(n) for n in range(1, 1001)], collection=house.collection)
    editor = house.editor
    with django_assert_max_num_queries(14):
        page = content(editor.get(address(long), {"page": "10"}))
    assert "1,000" in page
    assert page.count('scope="row"') == 100
