"""Locators in the language of the page."""

import pytest
from django.utils import translation

from documents.text import Citation, CitedPage, Place
from search.located import locator_in_words, pages_in_words


def citation(
    *pages: tuple[int, str | None],
    page_count: int | None = None,
    place: Place | None = None,
    last_place: Place | None = None,
) -> Citation:
    cited = tuple(CitedPage(number, label, 0, 1) for number, label in pages)
    return Citation(
        document_id=1,
        title="Report",
        revision_number=1,
        text_sha256="0" * 64,
        start=0,
        end=1,
        quote="a",
        prefix="",
        suffix="",
        pages=cited if page_count else None,
        page_count=page_count,
        place=place,
        locator="",
        url=None,
        last_place=last_place,
    )


@pytest.mark.parametrize(
    ("cited", "english", "german"),
    [
        (citation((4, None), page_count=12), "p. 4 of 12", "S. 4 von 12"),
        (citation((4, "4"), page_count=12), "p. 4 of 12", "S. 4 von 12"),
        (citation((6, "iv"), page_count=120), "p. iv (page 6 of 120)", "S. iv (Seite 6 von 120)"),
        (
            citation((6, "iv"), (7, "v"), page_count=120),
            "pp. iv–v (pages 6–7 of 120)",
            "S. iv–v (Seiten 6–7 von 120)",
        ),
        (citation(place=Place("heading", "3.2 Renewal", 0, 9)), "§ 3.2 Renewal", "§ 3.2 Renewal"),
        (citation(place=Place("slide", "4", 0, 9)), "slide 4", "Folie 4"),
        (citation(place=Place("slide", "1", 0, 9), last_place=Place("slide", "2", 9, 19)), "slides 1–2", "Folien 1–2"),
        (citation(), "", ""),
    ],
)
def test_a_locator_is_told_in_the_language_of_the_page(cited: Citation, english: str, german: str) -> None:
    assert locator_in_words(cited) == english
    with translation.override("de"):
        assert locator_in_words(cited) == german


def test_a_lone_label_among_unlabelled_pages_is_not_shown() -> None:
    assert locator_in_words(citation((6, "iv"), (7, None), page_count=120)) == "pp. 6–7 of 120"


def test_pages_alone_are_told_without_a_total() -> None:
    with translation.override("de"):
        assert pages_in_words([1, 2, 4], ["i", "ii", "1", "2"]) == "S. i–ii, 2 (Seiten 1–2, 4)"
