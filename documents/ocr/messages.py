"""The lines between the parent and the child that recognizes: a page number one way, what is on the page the other.

The child is not trusted: what it sends is decoded field by field, and anything odd is refused.
"""

import json
from dataclasses import astuple

from documents.ocr.readings import Reading
from documents.ocr.values import WHOLE, WordBox

READY = b'{"ready": true}'
"""The child waits for the first page; after `LOADING`: the engine is loaded."""

LOADING = b'{"loading": true}'
"""There is ink on the page that was asked for, so that the engine is loaded now. Of the page itself, more follows."""

MOST_LINE_BYTES = 8 << 20
MOST_REQUEST_BYTES = 16

_MOST_CHARACTERS = 500_000
_MOST_WORDS = 100_000
_DETAIL_LENGTH = 500


class PageRefused(Exception):  # noqa: N818 - an answer of the child, not an error of the program
    """The child says that it could not read the page, and why; and whether this was its last answer."""

    def __init__(self, detail: str, *, is_last: bool) -> None:
        super().__init__(detail)
        self.detail = detail
        self.is_last = is_last


def encode_reading(page: int, reading: Reading) -> bytes:
    """One line, without its end."""
    text, words = reading
    return _encode({"page": page, "text": text, "words": [astuple(word) for word in words]})


def encode_refusal(page: int, detail: str, *, is_last: bool) -> bytes:
    """One line, without its end."""
    return _encode({"page": page, "refusal": detail[:_DETAIL_LENGTH], "last": is_last})


def _encode(message: dict[str, object]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode(errors="replace")


def decode_answer(line: bytes, page: int) -> Reading:
    """What is on that page. PageRefused if the child says so; ValueError for what is no answer about that page."""
    try:
        message = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(message, dict):
        raise ValueError("not an object")  # noqa: TRY004 - one error type for bad data
    if not _is_number(message.get("page")) or message["page"] != page:
        raise ValueError(f"not about page {page}")
    if message.keys() == {"page", "refusal", "last"}:
        raise PageRefused(_printable(_string(message["refusal"])), is_last=message["last"] is not False)
    if message.keys() != {"page", "text", "words"}:
        raise ValueError(f"not the fields of an answer: {', '.join(sorted(message))[:100]}")
    text = _decode_text(message["text"])
    return text, _decode_words(message["words"], len(text))


def _decode_text(stored: object) -> str:
    text = _string(stored)
    if len(text) > _MOST_CHARACTERS:
        raise ValueError(f"{len(text)} characters on one page")
    if "\0" in text:
        raise ValueError("a NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("a lone surrogate") from error
    return text


def _decode_words(stored: object, length: int) -> tuple[WordBox, ...]:
    if not isinstance(stored, list) or len(stored) > _MOST_WORDS:
        raise ValueError("no list of words, or too many")
    words = []
    last = 0
    for values in stored:
        word = _decode_word(values)
        if not last <= word.start < word.end <= length:
            raise ValueError("words that overlap, or end after the text")
        words.append(word)
        last = word.end
    return tuple(words)


def _decode_word(stored: object) -> WordBox:
    if not isinstance(stored, list) or len(stored) != 6 or not all(map(_is_number, stored)):
        raise ValueError("a word that is not six numbers")
    word = WordBox(*stored)
    if not (0 <= word.x0 < word.x1 <= WHOLE and 0 <= word.y0 < word.y1 <= WHOLE):
        raise ValueError("a box that is not on the page")
    return word


def _string(stored: object) -> str:
    if not isinstance(stored, str):
        raise ValueError("not a string")  # noqa: TRY004 - one error type for bad data
    return stored


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _printable(text: str) -> str:
    return text.replace("\0", "").encode(errors="replace").decode()[:_DETAIL_LENGTH]
