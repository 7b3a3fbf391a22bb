"""The headers of a message as a person reads them: encoded words decoded, on one line. Nothing here raises."""

import binascii
import quopri
import re
from collections.abc import Iterable
from email.message import Message
from itertools import groupby
from typing import TypeAlias

from documents.extractors.encodings import decode_anyway

AnyMessage: TypeAlias = "Message[str, str]"

_LONGEST = 1 << 16
"""Of a header as it is written, in characters: a message to a thousand people has less."""
_ENCODED_WORD = re.compile(r"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?\n]*)\?=")
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?[^?\s]{1,80}\?[bBqQ]\?)")


def header(message: AnyMessage, name: str) -> str:
    """The first header of that name, "" without one."""
    wanted = name.casefold()
    raw = next((value for key, value in message.raw_items() if key.casefold() == wanted), "")
    return readable(str(raw)[:_LONGEST])


def readable(raw: str) -> str:
    """A header's value or a file's name; `raw` as the parser of messages leaves it, with bytes as surrogates."""
    text = decode_bytes(raw.encode(errors="surrogateescape"), None) if _has_bytes(raw) else raw
    text = _BETWEEN_WORDS.sub("", text)
    return " ".join(_decoded_words(text).split())


def decode_bytes(data: bytes, charset: str | None) -> str:
    """In the charset that is declared where that can be, and as text files are told where it cannot."""
    if charset:
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError, ValueError):
            pass  # not a charset, or not the right one
    return decode_anyway(data).text


def _has_bytes(raw: str) -> bool:
    return any("\udc80" <= character <= "\udcff" for character in raw)


def _decoded_words(text: str) -> str:
    """Encoded words that touch are decoded together, for a character may be split between them."""
    parts: list[str] = []
    end = 0
    words: list[re.Match[str]] = []
    for match in _ENCODED_WORD.finditer(text):
        if match.start() > end:
            parts += [_joined(words), text[end : match.start()]]
            words = []
        words.append(match)
        end = match.end()
    return "".join([*parts, _joined(words), text[end:]])


def _joined(words: Iterable[re.Match[str]]) -> str:
    return "".join(
        decode_bytes(b"".join(_word_bytes(word) for word in group), charset)
        for charset, group in groupby(words, key=lambda word: word[1].casefold())
    )


def _word_bytes(word: re.Match[str]) -> bytes:
    content = word[3].encode(errors="replace")
    if word[2] in "qQ":
        return quopri.decodestring(content, header=True)
    try:
        return binascii.a2b_base64(content + b"==")
    except binascii.Error:
        return content
