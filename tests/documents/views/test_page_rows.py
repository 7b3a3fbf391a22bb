"""The table of pages."""

import pytest

from documents.views.page_rows import FIRST_WORDS, page_rows
from tests.factories import make_document


@pytest.mark.django_db
def test_each_page_tells_where_it_stands_and_how_it_begins() -> None:
    document = make_document(pages=["  One\ntwo  " + "long words " * 20, "", "Three"], labels=["i", None, "1"])
    first, second, third = page_rows(document.revisions.with_text().get())
    assert first.first_words.startswith("One two long words")
    assert first.first_words.endswith(" …")
    assert len(first.first_words) <= FIRST_WORDS + 2
    assert (second.span, second.characters, second.source, second.first_words) == (None, 0, "none", "")
    assert (third.number, third.label, third.characters, third.first_words) == (3, "1", 5, "Three")
