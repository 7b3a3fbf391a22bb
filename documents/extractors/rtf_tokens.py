"""The grammar of RTF: groups in braces, control words, and bytes of text. What they mean is for others to say."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

_TOKEN = re.compile(
    rb"(?P<open>\{)|(?P<close>\})|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<word>[a-zA-Z]{1,64})(?P<number>-?[0-9]{1,10})?[ ]?"
    rb"|\\(?P<symbol>.)|(?P<text>[^\\{}\r\n\0]+)|(?P<nothing>[\r\n\0]+)",
    re.DOTALL,
)
_IN_SKIPPED = re.compile(rb"[{}]|\\bin([0-9]{1,10})[ ]?|\\.", re.DOTALL)


class Kind(Enum):
    """What stands at one place of an RTF file."""

    OPEN = auto()
    CLOSE = auto()
    WORD = auto()
    BYTES = auto()


class Token(NamedTuple):
    """`word` is a control word without its number, or the character of a control symbol; `data` is text, encoded."""

    kind: Kind
    word: str = ""
    number: int | None = None
    data: bytes = b""


_OPEN, _CLOSE = Token(Kind.OPEN), Token(Kind.CLOSE)


class Tokens:
    """The tokens of a file in order. Binary data is never among them."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __iter__(self) -> Iterator[Token]:
        while (match := _TOKEN.match(self._data, self._at)) is not None:
            self._at = match.end()
            token = _token(match)
            if token is None:
                continue
            if token.word == "bin":
                self._at += max(0, token.number or 0)
            else:
                yield token

    def skip_group(self) -> None:
        """Go on behind the end of the group that the next token stands in."""
        depth = 1
        while depth and (match := _IN_SKIPPED.search(self._data, self._at)) is not None:
            self._at = match.end() + int(match[1] or 0)
            depth += {b"{": 1, b"}": -1}.get(match[0], 0)
        if depth:
            self._at = len(self._data)


def _token(match: re.Match[bytes]) -> Token | None:
    match match.lastgroup:
        case "open":
            return _OPEN
        case "close":
            return _CLOSE
        case "text":
            return Token(Kind.BYTES, data=match["text"])
        case "hex":
            return Token(Kind.BYTES, data=bytes.fromhex(match["hex"].decode("ascii")))
        case "word" | "number":
            number = match["number"]
            return Token(Kind.WORD, match["word"].decode("ascii"), None if number is None else int(number))
        case "symbol":
            return _symbol(match["symbol"])
    return None


def _symbol(symbol: bytes) -> Token:
    """A backslash hides the meaning of what follows; before the end of a line it ends a paragraph."""
    if symbol in b"\\{}":
        return Token(Kind.BYTES, data=symbol)
    return Token(Kind.WORD, "par" if symbol in b"\r\n" else symbol.decode("latin-1"))
