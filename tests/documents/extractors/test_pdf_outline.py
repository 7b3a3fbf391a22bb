"""An outline proves a place only where its line stands in the text."""

import pytest

from documents.extractors.pdf_outline import outline_places
from documents.extractors.pdf_pages import OutlineEntry
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
