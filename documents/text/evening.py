"""A text with each run of white space made one blank, and the way back.

White space is what changes when a file is set anew: line ends, page breaks, indentation. Two evened texts are equal
where their words are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from documents.text.values import TextSpan

_WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


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
        words = [match.start() for match in re.finditer(r"\S+", self.original)]
        done, blanks = 0, 0
        for start, end in spans:
            blanks, done = blanks + self.even.count(" ", done, start), start
            inner = self.even.count(" ", start, end)
            yield TextSpan(self._offset(words, blanks, start), self._offset(words, blanks + inner, end - 1) + 1)

    def _offset(self, words: list[int], word: int, at: int) -> int:
        return words[word] + at - (self.even.rfind(" ", 0, at) + 1)
