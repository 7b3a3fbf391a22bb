"""The clean text is the same, whether or not it is asked where each of its characters came from."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import clean_page_text, hyphens, words_of
from documents.text.cleaning import clean_with_sources
from documents.text.normalization import composed

TELLING = (
    "a", "B", "é", "e\u0301", "\u0301", "\u0323", "\u0315", "\u05ae", "\u0344", "\u0f73", "\u0f71", "\u1161", "\u11a8",
    "\u1100", "가", "-", "-\n", "\ufffe", "\x02", "\u00ad", "\u00ad\u00ad", "\u2010", " ", "\n", "\r\n", "\f", "\x85",
    "\ud800", "\udc00", "\ud83d\ude00", "\ufdd0", "\uffff", "_", "1", "\u200d", "\u093f", "\U0001d165", "\U0001e944",
    "/", "x" * 99, "\u0301\u0323" * 40, "ferry", "boat", "ferryboat",
)  # fmt: skip
texts = st.lists(st.sampled_from(TELLING), max_size=30).map("".join)


@given(text=texts, known=st.sets(texts, max_size=3))
def test_the_way_back_changes_no_text(text: str, known: set[str]) -> None:
    words = known | words_of(text)
    cleaned = clean_with_sources(text, words)
    assert cleaned.text == clean_page_text(text, words)
    assert len(cleaned.sources) == len(cleaned.text)


@given(texts.map(lambda text: text.encode(errors="ignore").decode()))
def test_composing_is_nfc(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    "marks", ["\u0342\u0315\u0300", "\u0315\u0300\u05ae\u0300\u0315", "\u0344\u0323", "\u0f73\u0f71\u0f74", "\u0301"]
)
@pytest.mark.parametrize("count", [63, 64, 65, 300])
@pytest.mark.parametrize(("before", "after"), [("", ""), ("a", "b"), ("é", "\u1161"), ("\u1100", "é")])
def test_long_runs_of_marks_are_composed_as_unicode_says(marks: str, count: int, before: str, after: str) -> None:
    text = before + (marks * count)[:count] + after
    assert composed(text) == unicodedata.normalize("NFC", text)


def test_a_mark_that_stays_keeps_the_source_of_each_of_its_characters() -> None:
    assert clean_with_sources("\u00ad\u00ad\na").sources == ((0, 1), (1, 2), (2, 3), (3, 4))


@given(texts, st.integers(min_value=1, max_value=20))
def test_words_are_the_same_however_long_the_stretches_are(text: str, stretch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        at_once = words_of(text)
        patch.setattr(hyphens, "_STRETCH", stretch)
        assert words_of(text) == at_once
