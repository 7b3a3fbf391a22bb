"""What the confined child answers, before it is confined."""

import json

import pytest

from documents.extractors.child import _encoded
from documents.extractors.outcome import ExtractedText, decode_outcome
from documents.text import PageText

MOST_BYTES = 1000
REFUSED = {"failure": {"code": "expands-too-much", "detail": "more than 1000 bytes of result"}}


def outcome(text: str = "", *pages: str) -> ExtractedText:
    numbered = tuple(PageText(number, page) for number, page in enumerate(pages, start=1)) or None
    return ExtractedText("reader", "1", "text/plain", pages=numbered, text=text)


def test_a_result_that_fits_is_answered() -> None:
    answer = json.loads(_encoded(outcome("word " * 50), MOST_BYTES))
    assert decode_outcome(answer["text"]).text == "word " * 50


@pytest.mark.parametrize(
    "too_long",
    [outcome("x" * 1001), outcome("", "x" * 600, "y" * 600), outcome("\u00e4" * 700)],
    ids=["text", "pages", "bytes"],
)
def test_a_result_that_is_too_long_is_refused_by_the_child_itself(too_long: ExtractedText) -> None:
    assert json.loads(_encoded(too_long, MOST_BYTES)) == REFUSED
