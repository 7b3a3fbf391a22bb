"""An outline proves a place only where its line stands in the text."""

import pytest

from documents.extractors.outcome import OutlineEntry
from documents.extractors.pdf_outline import cleaned_outline, outline_places
from documents.text import PageText, render_plain

PAGES = ["Scope\nabout", "rest\n2.1 Terms of\nuse\nbody", "", "Term\nTerm\ntwice", "End\nlast"]


def places(*entries: tuple[str, int | None]) -> list[tuple[str, str]]:
    pages = [PageText(number, text) for number, text in enumerate(PAGES, start=1)]
    text, spans = render_plain(pages)
    found = outline_places([OutlineEntry(*entry) for entry in entries], text, spans, len(pages))
    return [(place.label, text[place.start : place.end]) for place in found]


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([("End", 5)], [("End", "End\nlast")]),
        ([("Scope", 1), ("End", 5)], [("Scope", f"{PAGES[0]}\n\n{PAGES[1]}\n\n{PAGES[3]}\n\n"), ("End", "End\nlast")]),
        ([("Terms of  use", 2)], [("2.1 Terms of use", f"2.1 Terms of\nuse\nbody\n\n{PAGES[3]}\n\n{PAGES[4]}")]),
        ([("Scope", 1), ("Nowhere", 2), ("End", 5)], [("Scope", f"{PAGES[0]}\n\n"), ("End", "End\nlast")]),
        ([("Scope", 1), ("Nowhere", 1), ("End", 5)], [("End", "End\nlast")]),
        ([("Scope", 1), ("Nowhere", None), ("End", 5)], [("End", "End\nlast")]),
        ([("Nowhere", 2), ("Nowhere", 3), ("End", 5)], [("End", "End\nlast")]),
        ([("Scan", 3), ("Term\nTerm", 4)], [("Term Term", f"{PAGES[3]}\n\n{PAGES[4]}")]),
        ([("End", 5), ("Nowhere", 99)], []),
        ([("Term", 4)], []),
        ([("about nothing", 1)], []),
        ([("Scope", 3)], []),
        ([("Scop", 1)], []),
        ([("", 1), ("  ", 1)], []),
        ([("End", 5), ("Scope", 1)], []),
        ([], []),
    ],
)
def test_only_proved_places_are_given(entries: list[tuple[str, int | None]], found: list[tuple[str, str]]) -> None:
    assert places(*entries) == found


def test_titles_are_cleaned_as_text_is_and_cut() -> None:
    raw = [OutlineEntry("The\0 fi\u00adnal\r\nterms", 2), OutlineEntry("x" * 1000, None)]
    (clean, long) = cleaned_outline(raw)
    assert (clean.title, clean.page) == ("The final terms", 2)
    assert (len(long.title), long.page) == (300, None)
