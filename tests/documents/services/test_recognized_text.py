"""Which pages want recognition, and what becomes of a file's text when they have been recognized."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.outcome import ExtractedText, OutlineEntry, PageSource
from documents.extractors.pdf_outline import places_on
from documents.services.recognized_text import RecognizedRaw, pages_to_recognize, with_recognized
from documents.text import PageText, has_ink, render_plain

READER = "rapidocr 3.10.0"


def pdf(
    *texts: str, outline: Sequence[tuple[str, int]] = (), problems: Sequence[str | None] | None = None
) -> ExtractedText:
    pages = tuple(PageText(number, text) for number, text in enumerate(texts, start=1))
    entries = tuple(OutlineEntry(title, page) for title, page in outline)
    sources: tuple[PageSource, ...] = tuple("text layer" if has_ink(text) else "none" for text in texts)
    return ExtractedText(
        "pypdfium2",
        "5.15.0",
        "application/pdf",
        pages=pages,
        places=places_on(pages, entries),
        outline=entries,
        page_sources=sources,
        page_problems=tuple(problems) if problems is not None else None,
    )


def texts_of(extracted: ExtractedText) -> list[str]:
    return [page.text for page in extracted.pages or ()]


@pytest.mark.parametrize(
    ("sources", "problems", "by_itself", "by_hand"),
    [
        (["text layer", "none"], [None, "no-text-layer"], [2], [2]),
        (["text layer", "none", "none"], [None, None, "no-text-layer"], [3], [3]),
        (["text layer", "none"], None, [2], [2]),
        (["none", "none"], ["ocr-found-nothing", "ocr-failed"], [], [1, 2]),
        (["text layer", "none"], ["unusable-text-layer", "no-text-layer"], [1, 2], [1, 2]),
        (["text layer", "none"], [None, "unreadable"], [], [2]),
        (["OCR", "OCR"], ["unusable-text-layer", None], [], []),
        (["text layer"], [None], [], []),
        (None, None, [], []),
    ],
    ids=[
        "a page without text",
        "a blank page",
        "no problems told",
        "tried without success",
        "an unusable layer with a note beside it",
        "a damaged page",
        "recognized",
        "only annotations, which are text",
        "no pages",
    ],
)
def test_pages_without_usable_text_want_recognition(
    sources: list[str] | None, problems: list[str | None] | None, by_itself: list[int], by_hand: list[int]
) -> None:
    assert pages_to_recognize(sources, problems, again=False) == by_itself
    assert pages_to_recognize(sources, problems) == by_hand


def test_a_recognized_page_says_so_and_the_others_stay_as_they_are() -> None:
    found = with_recognized(pdf("Typed.", "", ""), {2: RecognizedRaw("Scanned.", READER)})
    assert texts_of(found) == ["Typed.", "Scanned.", ""]
    assert found.page_sources == ("text layer", "OCR", "none")
    assert found.page_extractors == ("pypdfium2 5.15.0", READER, None)
    assert found.page_problems == (None, None, None)


def test_a_page_without_success_says_why() -> None:
    raw = {1: RecognizedRaw(" \n", READER), 2: RecognizedRaw("", READER, "ocr-failed")}
    found = with_recognized(pdf("", "", ""), raw)
    assert texts_of(found) == ["", "", ""]
    assert found.page_sources == ("none", "none", "none")
    assert found.page_problems == ("ocr-found-nothing", "ocr-failed", None)


def test_a_damaged_page_on_which_nothing_is_recognized_stays_damaged() -> None:
    damaged = pdf("a text", "", "", problems=[None, "unreadable", "unreadable"])
    found = with_recognized(
        damaged, {2: RecognizedRaw("", READER, "ocr-failed"), 3: RecognizedRaw("what a picture shows", READER)}
    )
    assert found.page_problems == (None, "unreadable", None)
    assert found.page_sources == ("text layer", "none", "OCR")


def test_recognized_text_is_cleaned_by_the_words_of_the_whole_document() -> None:
    raw = {2: RecognizedRaw("We ask for infor-\nmation\f", READER)}
    assert texts_of(with_recognized(pdf("The information.", ""), raw))[1] == "We ask for information\n"
    assert texts_of(with_recognized(pdf("Nothing.", ""), raw))[1] == "We ask for infor-\nmation\n"


def test_a_text_layer_is_not_cleaned_again() -> None:
    """What recognition reads elsewhere does not join a word that stands broken in the text layer."""
    raw = {2: RecognizedRaw("information", READER)}
    assert texts_of(with_recognized(pdf("infor-\nmation", ""), raw))[0] == "infor-\nmation"


def test_a_note_on_a_page_with_an_unusable_layer_follows_what_was_recognized() -> None:
    extracted = pdf("A note.", problems=["unusable-text-layer"])
    found = with_recognized(extracted, {1: RecognizedRaw("The page.\n", READER)})
    assert texts_of(found) == ["The page.\nA note."]
    assert (found.page_sources, found.page_problems) == (("OCR",), (None,))


def test_a_page_with_an_unusable_layer_on_which_nothing_is_found_keeps_its_note() -> None:
    found = with_recognized(pdf("A note.", problems=["unusable-text-layer"]), {1: RecognizedRaw("", READER)})
    assert texts_of(found) == ["A note."]
    assert (found.page_sources, found.page_problems) == (("text layer",), ("ocr-found-nothing",))


def test_a_heading_that_only_recognition_could_read_begins_a_place() -> None:
    extracted = pdf("One\nfirst", "", "Three\nlast", outline=[("One", 1), ("Two", 2), ("Three", 3)])
    assert [place.label for place in extracted.places] == ["One", "Three"]
    assert sections(with_recognized(extracted, {2: RecognizedRaw("Two\nscanned\n", READER)})) == [
        ("One", "One\nfirst"),
        ("Two", "Two\nscanned"),
        ("Three", "Three\nlast"),
    ]


def test_a_heading_that_was_misread_ends_the_place_before_it() -> None:
    extracted = pdf("One\nfirst", "", outline=[("One", 1), ("Two", 2)])
    assert sections(with_recognized(extracted, {2: RecognizedRaw("Tvvo\nscanned", READER)})) == [("One", "One\nfirst")]


def test_what_was_recognized_on_pages_without_a_heading_belongs_to_the_place() -> None:
    extracted = pdf("One\nfirst", "", "Three", outline=[("One", 1), ("Three", 3)])
    assert sections(with_recognized(extracted, {2: RecognizedRaw("scanned", READER)}))[0][1] == "One\nfirst\n\nscanned"


def sections(extracted: ExtractedText) -> list[tuple[str, str]]:
    text, _ = render_plain(extracted.pages or ())
    return [(place.label, text[place.start : place.end].strip()) for place in extracted.places]


PAGES = st.lists(st.sampled_from(["", " ", "a", "Heading\nfirst.", "Two\nlines."]), min_size=1, max_size=6)


@given(PAGES, st.data())
def test_places_are_those_of_the_text_wherever_pages_are_recognized(texts: list[str], data: st.DataObject) -> None:
    outline = [("Heading", data.draw(st.integers(1, len(texts))))]
    read = ["Scanned.", "Heading\nscanned."]
    raw = {
        number: RecognizedRaw(data.draw(st.sampled_from(read)), READER)
        for number, text in enumerate(texts, start=1)
        if not has_ink(text) and data.draw(st.booleans())
    }
    merged = with_recognized(pdf(*texts, outline=outline), raw)
    text, spans = render_plain(merged.pages or ())
    for place in merged.places:
        assert text.startswith("Heading", place.start)
        assert [span.number for span in spans if span.start <= place.start < span.end] == [outline[0][1]]
    assert len(merged.places) == texts_of(merged)[outline[0][1] - 1].startswith("Heading")
