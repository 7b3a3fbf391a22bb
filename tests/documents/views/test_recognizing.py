"""Text recognition on the screens: who may ask for it, what is said of it, and where its text is told from other."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from documents import services
from documents.models import Document, Revision
from documents.services import requesting_ocr
from tests.documents.ocr_files import FakeEngine, scan_pdf, use_engine
from tests.documents.views.conftest import House
from tests.factories import make_user

pytestmark = pytest.mark.usefixtures("remembered_readings")


BUTTON = "Recognize the text of"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    return use_engine(monkeypatch, FakeEngine({1: "First page.", 2: "Second page."}))


@pytest.fixture
def scan(house: House, engine: FakeEngine) -> Document:
    """A scan of two pages that was read, and of which nothing was recognized yet."""
    content = ContentFile(scan_pdf(["One"], ["Two"]))
    document = services.receive_file(collection=house.collection, file=content, name="scan.pdf", actor=None).document
    services.extract_revision(document.revisions.get().pk)
    return document


def recognize(document: Document) -> Revision:
    services.recognize_text(document=document, actor=make_user())
    newest = document.revisions.latest("number")
    services.extract_revision(newest.pk)
    return document.revisions.get(pk=newest.pk)


def page(client: Client, name: str, document: Document, **asked: Any) -> str:
    response = client.get(reverse(name, args=[document.pk]), asked)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def ask(client: Client, document: Document) -> Any:
    return client.post(reverse("document-recognize", args=[document.pk]), follow=True)


def test_a_scan_says_that_it_looks_like_one_and_offers_its_editors_to_read_it(house: House, scan: Document) -> None:
    shown = page(house.editor, "document", scan)
    assert "No page has a usable text layer, as in a scan." in shown
    assert f"{BUTTON} 2 pages without text" in shown
    assert BUTTON not in page(house.reader, "document", scan).replace("“Recognize the text”", "")


def test_an_editor_asks_for_it_and_what_was_read_stays_meanwhile(house: House, scan: Document) -> None:
    shown = " ".join(ask(house.editor, scan).content.decode().split())
    assert "will be recognized" in shown
    assert "Waiting for text recognition" in shown
    assert "Until that is done, revision 1 is the one that you see." in shown
    assert f"{BUTTON} 2" not in shown
    assert scan.revisions.latest("number").ocr_wanted


def test_whoever_may_only_read_may_not_ask_for_it(house: House, scan: Document) -> None:
    assert ask(house.reader, scan).status_code == 403
    assert ask(house.stranger, scan).status_code == 404
    assert scan.revisions.count() == 1


def test_asked_twice_it_says_that_the_file_is_being_read(house: House, scan: Document) -> None:
    ask(house.editor, scan)
    assert "The file is being read right now." in ask(house.editor, scan).content.decode()
    assert scan.revisions.count() == 2


def test_where_every_page_has_text_there_is_no_button_and_asking_says_so(house: House, scan: Document) -> None:
    recognize(scan)
    assert BUTTON not in page(house.editor, "document", scan)
    assert "There is nothing to recognize" in ask(house.editor, scan).content.decode()


def test_of_a_file_that_only_its_password_opens_none_is_offered_and_asking_says_why(
    house: House, scan: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requesting_ocr, "was_unlocked", lambda reading: True)
    assert BUTTON not in page(house.editor, "document", scan)
    assert "opens only with its password" in ask(house.editor, scan).content.decode()


def test_without_an_engine_a_sentence_takes_the_place_of_the_button(
    house: House, scan: Document, engine: FakeEngine
) -> None:
    engine.missing = True
    shown = page(house.editor, "document", scan)
    assert "Text recognition is not installed here." in shown
    assert f"{BUTTON} 2" not in shown
    assert "Text recognition is not installed here." in ask(house.editor, scan).content.decode()
    assert scan.revisions.count() == 1


def test_what_was_recognized_is_told_wherever_it_is_read(house: House, scan: Document, engine: FakeEngine) -> None:
    engine.texts = {2: "Second page."}
    recognize(scan)
    shown = page(house.reader, "document", scan)
    assert "1 of 2 pages has its text from text recognition" in shown
    assert "p. 2 of 2 · <span" in shown
    assert "1 page by text recognition" in page(house.reader, "document-revisions", scan)
    assert page(house.reader, "document-pages", scan).count("<td>text recognition") == 1
    history = page(house.reader, "document-history", scan)
    assert "Text recognition asked for" in history
    assert "2 pages, 12 characters, 1 page by text recognition" in history
    assert "p. 2 of 2 · <span" in page(house.reader, "document-read", scan, page=2)
    assert "p. 1 of 2 · <span" not in page(house.reader, "document-read", scan, page=1)


def test_pages_on_which_it_found_nothing_may_be_tried_again(house: House, scan: Document, engine: FakeEngine) -> None:
    engine.texts = {}
    recognize(scan)
    shown = page(house.editor, "document", scan)
    assert "Try text recognition again on 2 pages without text" in shown
    assert "nor by text recognition" in shown


def test_several_are_asked_for_in_the_library(house: House, scan: Document, engine: FakeEngine) -> None:
    sent = {"act": "recognize", "document": [scan.pk, house.document.pk]}
    shown = house.editor.post(reverse("library-act"), sent, follow=True).content.decode()
    assert "The text of 2 documents will be recognized." in shown
    shown = house.editor.post(reverse("library-act"), sent, follow=True).content.decode()
    assert "nothing had to be done" in shown
    engine.missing = True
    shown = house.editor.post(reverse("library-act"), sent, follow=True).content.decode()
    assert "Text recognition is not installed here." in shown
    assert Revision.objects.filter(ocr_wanted=True).count() == 2


@pytest.mark.parametrize(
    ("source", "titles"),
    [("given", {"Lease"}), ("ocr", {"scan"}), ("lacking", {"Lease", "scan"}), ("x", {"Lease", "scan"})],
)
def test_the_library_is_filtered_by_where_the_text_comes_from(
    house: House, scan: Document, engine: FakeEngine, source: str, titles: set[str]
) -> None:
    engine.texts = {2: "Second page."}
    recognize(scan)
    response = house.reader.get(reverse("library"), {"text": source})
    assert {one.title for one in response.context["page"].object_list} == titles
