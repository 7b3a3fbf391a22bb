"""Words for events and filters."""

import pytest
from django.utils.html import conditional_escape

from documents.forms import MEDIA_TYPES, SORT_FIELDS, STATUSES
from documents.models import DocumentEvent
from documents.templatetags.documents_tags import (
    SORT_WORDS,
    STATUS_WORDS,
    breakable,
    event_words,
    filter_word,
    media_type_word,
    sort_column,
)


@pytest.mark.parametrize(
    ("kind", "detail", "words"),
    [
        ("uploaded", {"name": "a.pdf"}, "Uploaded: a.pdf"),
        ("extracted", {"pages": 1, "characters": 1200}, "Text stored: 1 page, 1,200 characters"),
        ("extracted", {"pages": None, "characters": 1}, "Text stored: 1 character"),
        ("failed", {"code": "damaged"}, "Reading failed: The file is damaged and cannot be read."),
        ("failed", {"code": "of a later version"}, "Reading failed"),
        ("audited", {"problems": []}, "Page metadata checked: everything agrees"),
        ("audited", {"problems": ["a", "b"]}, "Page metadata checked: a; b"),
        ("updated", {"changes": {"tags": [["a"], ["a", "b"]]}}, "Changed: tags from “a” to “a, b”"),
        ("indexed", {"chunks": 1200, "generation": 1}, "Indexed: 1,200 chunks"),
        ("deleted", {}, "Deleted"),
    ],
)
def test_an_event_is_one_sentence(kind: str, detail: dict[str, object], words: str) -> None:
    assert event_words(DocumentEvent(kind=kind, detail=detail)) == words


def test_every_kind_of_event_has_words() -> None:
    for kind in DocumentEvent.Kind.values:
        assert event_words(DocumentEvent(kind=kind, detail={}))


def test_every_type_and_status_that_one_may_filter_by_has_words() -> None:
    assert all(media_type_word(media_type) != media_type for media_type in MEDIA_TYPES)
    assert set(STATUSES) == set(STATUS_WORDS)
    assert set(SORT_FIELDS) == set(SORT_WORDS)


def test_a_type_that_is_not_known_is_shown_as_it_is() -> None:
    assert media_type_word("application/pdf") == "PDF"
    assert media_type_word("x/y") == "x/y"


def test_a_chip_says_what_it_filters_by() -> None:
    assert filter_word("failed", "status") == "Failed"
    assert filter_word("text/csv", "type") == "CSV"
    assert filter_word("rent", "q") == "“rent”"
    assert filter_word("rent", "tag") == "#rent"


@pytest.mark.parametrize(
    ("sort", "state", "following"),
    [("", "none", "title"), ("title", "ascending", "-title"), ("-title", "descending", "title")],
)
def test_a_click_on_a_column_sorts_by_it_then_turns_it_round(sort: str, state: str, following: str) -> None:
    column = sort_column("title", sort)
    assert (column["state"], column["next"]) == (state, following)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("no\u00a0word is\u00a0broken by it", "no\u00a0word is\u00a0broken by it"),
        ("the\u00a0whole\u00a0page", "the\u00a0<wbr>whole\u00a0<wbr>page<wbr>"),
        ("<b>\u00a0&\u00a0", "&lt;b&gt;\u00a0<wbr>&amp;\u00a0<wbr><wbr>"),
        ("plain <b>", "plain &lt;b&gt;"),
        ("", ""),
    ],
)
def test_lines_may_break_at_no_break_spaces_where_a_page_has_no_others(text: str, shown: str) -> None:
    assert conditional_escape(breakable(text)) == shown
