"""Plain text is one text without pages and without headings."""

from documents.extractors.media_types import PLAIN

from .conftest import Read


def test_line_ends_become_one_kind_and_a_form_feed_is_no_page(read: Read) -> None:
    outcome = read(b"one\r\ntwo\rthree\ffour\n", PLAIN)
    assert outcome.text == "one\ntwo\nthree\nfour\n"
    assert (outcome.pages, outcome.page_labels, outcome.page_sources, outcome.places) == (None, None, None, ())


def test_text_that_looks_like_page_markers_stays_text(read: Read) -> None:
    outcome = read(b"## Page 3\n\n--- Page 4 ---\n", PLAIN)
    assert outcome.text == "## Page 3\n\n--- Page 4 ---\n"
    assert outcome.pages is None


def test_a_guessed_encoding_is_noted(read: Read) -> None:
    assert "cp1252" in read("“quoted”".encode("cp1252"), PLAIN).notes[0]
    assert read("“quoted”".encode(), PLAIN).notes == ()


def test_a_decomposed_text_is_composed(read: Read) -> None:
    assert read("cafe\u0301".encode(), PLAIN).text == "café"
