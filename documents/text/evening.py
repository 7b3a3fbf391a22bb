"""A text with each run of white space made one blank, and the way back.

White space is what changes when a file is set anew: line ends, page breaks, indentation. Two evened texts are equal
where their words are.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from documents.text.values import TextSpan

_WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

_BLANK = re.compile(r"\s")
_WORD = re.compile(r"\S+")


def evened(text: str) -> str:
    """The words of `text` with one blank between them."""
    text = blanked(text)
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip(" ")


def blanked(text: str) -> str:
    """`text` with a blank for each white space character, so that every offset stays."""
    for character in _WHITE_SPACE:
        text = text.replace(character, " ")  # a search through memory each, far faster than one pass in Python
    return text


@dataclass(frozen=True, slots=True)
class EvenText:
    """`even` is `original` evened; offsets of the one can be told in the other."""

    original: str
    even: str

    @classmethod
    def of(cls, text: str) -> "EvenText":
        return cls(text, evened(text))

    def paragraphs(self) -> list[int]:
        """Where in `even` each paragraph begins; pages are paragraphs too."""
        starts, at = [], 0
        for paragraph in map(evened, re.split(r"\n\s*\n", self.original)):
            if paragraph:
                starts.append(at)
                at += len(paragraph) + 1
        return starts

    def from_original(self, span: TextSpan) -> tuple[int, int]:
        """Where the words of `span`, the first and last of which may be cut, stand in `even`."""
        before = self.original[: span.start]
        words = evened(self.original[span.start : span.end])
        start = len(evened(before))
        is_new_word = before[-1:].isspace() or self.original[span.start : span.start + 1].isspace()
        start += bool(start and words and is_new_word)
        return start, start + len(words)

    def to_original(self, spans: Iterable[tuple[int, int]]) -> Iterator[TextSpan]:
        """Where `spans` of `even`, in order of their starts and each from ink to ink, stand in the original."""
        blocks = _Blocks(self)
        for start, end in spans:
            yield TextSpan(blocks.offset(start), blocks.offset(end - 1) + 1)


BLOCK = 16_384
"""Code points of an original that are evened by themselves, to tell where in it an offset is; or up to a blank."""


class _Blocks:
    """An original in blocks that begin and end beside white space; what they begin with is known as far as asked.

    To find one offset, the blocks before it are only evened, at the speed of memory; words are told apart in one.
    """

    def __init__(self, text: EvenText) -> None:
        self._even, self._original = text.even, text.original
        self._edges = [0]  # in the original: where a block begins and the one before it ends
        self._starts = [0]  # in the evened text: where the first word at or after such an edge begins
        self._words: dict[int, list[int]] = {}

    def offset(self, at: int) -> int:
        """Where the sign that stands `at` in the evened text, which is no blank, stands in the original."""
        while self._starts[-1] <= at and self._edges[-1] < len(self._original):
            self._read_on()
        block = bisect_right(self._starts, at) - 1
        word = self._even.count(" ", self._starts[block], at)
        return self._words_of(block)[word] + at - (self._even.rfind(" ", 0, at) + 1)

    def _read_on(self) -> None:
        start = self._edges[-1]
        blank = _BLANK.search(self._original, start + BLOCK)
        end = blank.start() if blank else len(self._original)
        length = len(evened(self._original[start:end]))
        self._edges.append(end)
        self._starts.append(self._starts[-1] + length + bool(length))

    def _words_of(self, block: int) -> list[int]:
        """Where the words of a block begin in the original."""
        if block not in self._words:
            inside = _WORD.finditer(self._original, *self._edges[block : block + 2])
            self._words[block] = [match.start() for match in inside]
        return self._words[block]
