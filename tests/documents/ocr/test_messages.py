"""What the child sends is decoded field by field, and anything odd is refused."""

import json
from typing import Any

import pytest

from documents.ocr.messages import PageRefused, decode_answer, encode_reading, encode_refusal
from documents.ocr.values import WordBox

WORDS = (WordBox(0, 3, 0, 0, 65_535, 1), WordBox(4, 7, 10, 20, 30, 40))
READING = ("one two\n", WORDS)


def test_what_was_read_comes_back() -> None:
    assert decode_answer(encode_reading(7, READING), 7) == READING


def test_what_the_model_made_of_nothing_comes_back() -> None:
    assert decode_answer(encode_reading(1, ("", ())), 1) == ("", ())


@pytest.mark.parametrize("is_last", [True, False])
def test_a_refusal_comes_back_with_its_reason(is_last: bool) -> None:  # noqa: FBT001 - a parameter of a test
    with pytest.raises(PageRefused) as caught:
        decode_answer(encode_refusal(7, "too dark" + "!" * 1000, is_last=is_last), 7)
    assert (caught.value.detail[:9], len(caught.value.detail), caught.value.is_last) == ("too dark!", 500, is_last)


def word(*values: object) -> dict[str, Any]:
    return {"page": 7, "text": "one two\n", "words": [[0, 3, 0, 0, 9, 9], list(values)]}


@pytest.mark.parametrize(
    "message",
    [
        [],
        {},
        {"page": 8, "text": "", "words": []},
        {"page": True, "text": "", "words": []},
        {"page": 7, "text": ""},
        {"page": 7, "text": "", "words": [], "more": 1},
        {"page": 7, "text": None, "words": []},
        {"page": 7, "text": "a\0b", "words": []},
        {"page": 7, "text": "\ud800", "words": []},
        {"page": 7, "text": "x" * 500_001, "words": []},
        {"page": 7, "text": "x", "words": None},
        {"page": 7, "text": "x", "words": ["x"]},
        {"page": 7, "text": "x" * 300_000, "words": [[at, at + 1, 0, 0, 1, 1] for at in range(100_001)]},
        word(4, 7, 0, 0, 9),
        word(4, 7, 0, 0, 9, 9.0),
        word(4, 7, 0, 0, 9, True),
        word(4, 4, 0, 0, 9, 9),
        word(2, 7, 0, 0, 9, 9),
        word(4, 9, 0, 0, 9, 9),
        word(4, 7, -1, 0, 9, 9),
        word(4, 7, 0, 0, 65_536, 9),
        word(4, 7, 9, 0, 9, 9),
        word(4, 7, 0, 9, 9, 8),
        {"page": 7, "refusal": 1, "last": True},
        {"page": 7, "refusal": "so"},
    ],
)
def test_anything_odd_is_refused(message: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are for staff
        decode_answer(json.dumps(message).encode(), 7)


@pytest.mark.parametrize("line", [b"", b"\xff", b"{", b"[" * 100_000])
def test_what_is_no_json_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are for staff
        decode_answer(line, 7)


def test_a_reason_cannot_hold_what_cannot_be_stored() -> None:
    with pytest.raises(PageRefused) as caught:
        decode_answer(b'{"page": 7, "refusal": "a\\u0000b\\ud800", "last": true}', 7)
    assert caught.value.detail == "ab?"
