"""What is marked on the pictures of a passage's pages."""

from typing import Any

import pytest

from documents.services import pictures
from documents.services.pictures import PageMarks, PageRect
from documents.text import TextSpan
from search import queries
from search.evidence_pages import MOST_MARKED, EvidencePage, evidence_pages, strip_page
from tests.factories import index, make_admin, make_document

pytestmark = pytest.mark.django_db
PAGES = ["Notice is given.", "Notice is taken.", "", "Notice is kept.", "And read.", "And bound.", "Notice ends."]


@pytest.fixture
def asked(monkeypatch: Any) -> list[tuple[int, list[TextSpan]]]:
    """What marks were asked for; nothing is drawn."""
    asked: list[tuple[int, list[TextSpan]]] = []

    def page_marks(revision: Any, number: int, spans: Any) -> PageMarks:
        asked.append((number, list(spans)))
        return PageMarks(number, None, ((),) * len(spans), "place-unknown")

    monkeypatch.setattr(pictures, "page_marks", page_marks)
    return asked


def shown(document: Any, start: int, end: int, query: str = "") -> list[EvidencePage]:
    view = queries.passage(user=make_admin(), document_id=document.pk, start=start, end=end, query=query)
    assert view is not None
    return evidence_pages(view)


def test_each_cited_page_is_shown_with_passage_and_words_marked(asked: Any, settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "hash"
    document = make_document(pages=PAGES, labels=["i", "ii", *"12345"])
    index(document)
    pages = shown(document, 0, 24, "notice")
    assert [(page.number, page.label, page.is_first) for page in pages] == [(1, "i", True), (2, "ii", False)]
    assert [page.locator for page in pages] == ["p. i (page 1 of 7)", "p. ii (page 2 of 7)"]
    assert asked == [(number, [TextSpan(0, 24), TextSpan(0, 6), TextSpan(18, 24)]) for number in (1, 2)]


def test_words_beside_the_passage_are_not_marked_on_its_picture(asked: Any, settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "hash"
    document = make_document(pages=PAGES)
    index(document)
    shown(document, 10, 15, "notice")
    assert asked == [(1, [TextSpan(10, 15)])]


def test_a_long_passage_does_not_wait_for_the_marks_of_all_its_pages(asked: Any) -> None:
    document = make_document(pages=PAGES)
    text = document.revisions.with_text().get().text or ""
    pages = shown(document, 0, len(text))
    assert len(pages) == 6
    assert [page.marks is None for page in pages] == [False] * MOST_MARKED + [True] * 2
    assert len(asked) == MOST_MARKED


def test_what_has_no_pages_has_no_pictures(asked: Any) -> None:
    assert shown(make_document(text="A text without pages."), 0, 6) == []
    assert asked == []


def test_the_strip_is_of_the_first_page_on_which_the_passage_is_marked() -> None:
    rect = PageRect(0.1, 0.1, 0.2, 0.2)
    unmarked = [None, PageMarks(2, None, (), "picture-unavailable"), PageMarks(3, None, ((), (rect,)), "place-unknown")]
    marked = [PageMarks(number, None, ((rect,),)) for number in (4, 5)]
    pages = [
        EvidencePage(number, None, "", TextSpan(0, 1), marks, is_first=number == 1)
        for number, marks in enumerate([*unmarked, *marked], 1)
    ]
    found = strip_page(pages)
    assert found is not None
    assert found.number == 4
    assert strip_page(pages[:3]) is None
