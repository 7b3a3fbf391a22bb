from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from documents.text import TextSpan, evening
from documents.text.evening import EvenText, blanked, evened
from tests.strategies import awkward_text, texts_with_span

texts = st.one_of(awkward_text, st.text("ab \n\t\u3000", max_size=20))


@given(texts)
def test_an_evened_text_has_the_words_with_one_blank_between(text):
    assert evened(text) == " ".join(text.split())


@given(texts)
def test_blanking_keeps_every_offset_and_knows_all_white_space(text):
    assert blanked(text) == "".join(" " if sign.isspace() else sign for sign in text)


def test_all_white_space_of_unicode_is_blanked():
    spaces = "".join(sign for sign in map(chr, range(0x110000)) if sign.isspace())
    assert blanked(spaces) == " " * len(spaces)


@given(texts_with_span(texts))
def test_a_span_goes_to_its_words_and_back(drawn):
    text, span = drawn
    words = text[span.start : span.end].split()
    even = EvenText.of(text)
    start, end = even.from_original(span)
    assert even.even[start:end].split() == words
    assume(words)
    (back,) = even.to_original([(start, end)])
    assert span.start <= back.start < back.end <= span.end
    assert text[back.start : back.end] == text[span.start : span.end].strip()


@given(texts)
def test_many_spans_go_back_in_one_pass(text):
    even = EvenText.of(text)
    places = [at for at, sign in enumerate(even.even) if sign != " "]
    back = list(even.to_original((at, at + 1) for at in places))
    assert [span.start for span in back] == [at for at, sign in enumerate(text) if not sign.isspace()]


@given(texts, st.integers(1, 9))
def test_a_text_of_many_blocks_is_gone_back_through_as_one_of_a_single_block(text, size):
    even = EvenText.of(text)
    places = [(at, at + 1) for at, sign in enumerate(even.even) if sign != " "]
    with patch.object(evening, "BLOCK", size):
        back = list(even.to_original(places))
        wide = [next(even.to_original([(start, len(even.even))])) for start, _ in places]
    assert [span.start for span in back] == [at for at, sign in enumerate(text) if not sign.isspace()]
    assert [span.start for span in wide] == [span.start for span in back]
    assert all(span.end == back[-1].end for span in wide)


@pytest.mark.parametrize(
    ("text", "starts"), [("", []), ("one", [0]), (" one\n\n two \n \n\n three\nfour\n\n", [0, 4, 8])]
)
def test_paragraphs_begin_after_a_blank_line(text, starts):
    assert EvenText.of(text).paragraphs() == starts


def test_a_span_between_words_is_empty():
    start, end = EvenText.of("one  two").from_original(TextSpan(3, 5))
    assert start == end
