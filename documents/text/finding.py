"""Literal search in one text, as people expect it of a reader.

The text and the words asked for are compared *folded*: without case, compatibility forms and ligatures taken apart,
typographic quotes and dashes as plain ones, what cannot be seen left out. Accents fall away too, unless some were
typed: then a letter typed with an accent is found only with it. Any white space equals any other, also over a line
end or a page break, and a hyphen that a line end left inside a word is no hindrance.

Folding goes character by character, so that each found offset maps back exactly. Half a ligature finds the whole.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from math import inf
from time import thread_time

from documents.text.characters import is_ink
from documents.text.graphemes import grapheme_end, grapheme_start
from documents.text.values import TextSpan

LONGEST_ASKED = 200
"""Code points. Nothing longer is found: what it costs to look for words grows with their length."""

WINDOW = 1 << 16
"""Code points that are folded, or searched, at a time; the clock is looked at in between."""
REACH = 1 << 13
"""Code points. No occurrence is longer, blanks and line ends within it counted."""

# A stretch with characters beyond ASCII, and the few others between them: one call folds it all.
_BEYOND_ASCII = re.compile("(?:[^\x00-\x7f]++[\x00-\x7f]{0,2}+){1,40}+")
_CONTROLS = re.compile("[\0-\x08\x0e-\x1f\x7f]+")  # no canonical text has them
_LINE_END_HYPHEN = re.compile(r"-[ \t]*\n")
_LINE_END = r"[ \t]*+\n\s{0,4}"  # also one with a page break or an indent behind it
_COMBINING = range(0x300, 0x1E94B)  # where Unicode 16 has its accents

_PLAIN = {
    character: plain
    for plain, characters in {
        "'": "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u02bc\u00b4",
        '"': "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f",
        "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63",
    }.items()
    for character in characters
}
# What has no decomposition and is still read as these letters.
_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "ŧ": "t"}


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Spans of whole graphemes, in order and without overlap; `more` where the text was not searched to its end."""

    spans: tuple[TextSpan, ...] = ()
    more: bool = False


def find_occurrences(text: str, words: str, most: int = 1000, seconds: float = inf) -> Occurrences:
    """Where `words` stand in the canonical `text`.

    The first `most` spans, or those found in about `seconds` of this thread's work.
    None for words without ink, and for more than `LONGEST_ASKED` code points of them.
    """
    asked = _CONTROLS.sub("", " ".join(unicodedata.normalize("NFC", words).split()))
    if len(asked) > LONGEST_ASKED or not any(map(is_ink, asked)):
        return Occurrences()
    end = thread_time() + seconds
    folding = _ACCENTED if _has_accents(asked) else _BARE

    def is_late() -> bool:
        return thread_time() > end

    folded = _fold(text, folding, is_late)
    has_hyphens = _LINE_END_HYPHEN.search(folded.text) is not None
    pattern = _pattern(_fold(asked, folding).text, keeps_accents=folding is _ACCENTED, has_hyphens=has_hyphens)
    spans = tuple(islice(_spans(text, folded, pattern, is_late), most + 1))
    return Occurrences(spans[:most], more=folded.is_cut or len(spans) > most)


class _Folding(dict[int, str]):
    """For `str.translate`: what each code point is folded to, worked out when it is first met."""

    def __init__(self, *, keeps_accents: bool) -> None:
        super().__init__()
        self.keeps_accents = keeps_accents
        self.uneven: set[str] = set()  # the characters met that do not fold to exactly one

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_character(chr(code), keeps_accents=self.keeps_accents)
        if len(folded) != 1:
            self.uneven.add(chr(code))
        return folded


_BARE, _ACCENTED = _Folding(keeps_accents=False), _Folding(keeps_accents=True)


@dataclass(slots=True)
class _Folded:
    """A folded text, and its uneven characters: where each stood, and where its folded form starts and ends."""

    text: str = ""
    is_cut: bool = False
    sources: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def add(self, source: int, length: int) -> None:
        shift = self.ends[-1] - self.sources[-1] - 1 if self.sources else 0
        self.sources.append(source)
        self.starts.append(source + shift)
        self.ends.append(source + shift + length)

    def source(self, offset: int) -> int:
        """Where the character stood that gave the folded one at `offset`."""
        last = bisect_right(self.starts, offset) - 1
        if last < 0:
            return offset
        return self.sources[last] + max(0, offset - self.ends[last] + 1)


def _fold(text: str, folding: _Folding, is_late: Callable[[], bool] = lambda: False) -> _Folded:
    """All of `text`, or what could be folded until it was late."""
    folded = _Folded()
    pieces = []
    for start in range(0, len(text), WINDOW):
        if is_late():
            folded.is_cut = True
            break
        pieces.append(_fold_window(text[start : start + WINDOW], start, folding, folded))
    folded.text = "".join(pieces)
    return folded


def _fold_window(text: str, offset: int, folding: _Folding, folded: _Folded) -> str:
    def fold_stretch(stretch: re.Match[str]) -> str:
        plain = stretch[0].translate(folding)
        if not folding.uneven.isdisjoint(stretch[0]):
            for source, character in enumerate(stretch[0], offset + stretch.start()):
                if character in folding.uneven:
                    folded.add(source, len(folding[ord(character)]))
        return plain

    # Lower case comes last: of what is folded already it changes no length.
    return _BEYOND_ASCII.sub(fold_stretch, text).lower()


def _fold_character(character: str, *, keeps_accents: bool) -> str:
    if character.isspace():
        return "\n" if character == "\n" else " "
    if character in _PLAIN:
        return _PLAIN[character]
    if not (is_ink(character) or _is_accent(character)):
        return ""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    if any(map(str.isspace, parts)):
        return character
    if not keeps_accents:
        parts = "".join(_LETTERS.get(part, part) for part in parts if not _is_accent(part))
    has_accents = keeps_accents and any(map(_is_accent, parts))
    return parts if has_accents else unicodedata.normalize("NFC", parts)


def _has_accents(asked: str) -> bool:
    parts = unicodedata.normalize("NFD", asked.casefold())
    return any(_is_accent(part) or part in _LETTERS for part in parts)


def _is_accent(character: str) -> bool:
    """Marks above, below and through letters, and the points of Hebrew and Arabic; not the vowels of Indic scripts."""
    place = unicodedata.combining(character)
    return 10 <= place <= 36 or 200 <= place <= 240 or place == 1


def _pattern(asked: str, *, keeps_accents: bool, has_hyphens: bool) -> re.Pattern[str]:
    accents = _accents() if keeps_accents else ""
    letters = _letters(asked)
    parts = [_one(letters[0], accents)]
    for before, letter in pairwise(letters):
        parts += (_between(before, letter, has_hyphens=has_hyphens), _one(letter, accents))
    return re.compile("".join(parts))


def _letters(asked: str) -> list[str]:
    """Each character together with its accents; an accent after a space, which may be a line end, stands alone."""
    letters: list[str] = []
    for character in asked:
        if letters and letters[-1] != " " and _is_accent(character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _one(letter: str, accents: str) -> str:
    """A letter as it may stand in the text; `accents` are those that a letter typed without may have there."""
    if letter == " ":
        return r"\s++"
    if not accents:
        return re.escape(letter)
    return re.escape(letter) + (f"[{accents}]*+" if len(letter) == 1 else f"(?![{accents}])")


@cache
def _accents() -> str:
    return "".join(filter(_is_accent, map(chr, _COMBINING)))


def _between(before: str, after: str, *, has_hyphens: bool) -> str:
    """What may stand in the text where nothing stands between two letters that were typed."""
    if " " in (before, after):
        return ""
    if before == "-":
        return f"(?:{_LINE_END})?+"
    if has_hyphens and before[0].isalnum() and after[0].isalnum():
        return f"(?:-{_LINE_END})?+"
    return r"\n?+" if _is_wide(before) and _is_wide(after) else ""


def _is_wide(letter: str) -> bool:
    """Whether it belongs to a script that puts no space between words, and so none at a line end."""
    return unicodedata.east_asian_width(letter[0]) in "WF"


def _spans(text: str, folded: _Folded, pattern: re.Pattern[str], is_late: Callable[[], bool]) -> Iterator[TextSpan]:
    """In order; none once it is late, and then `folded` counts as cut."""
    end = 0
    for match in _matches(folded, pattern, is_late):
        first, last = folded.source(match.start()), folded.source(match.end() - 1)
        if first >= end:
            start, end = grapheme_start(text, first, end), grapheme_end(text, last + 1, end)
            yield TextSpan(start, end)


def _matches(folded: _Folded, pattern: re.Pattern[str], is_late: Callable[[], bool]) -> Iterator[re.Match[str]]:
    at = 0
    for edge in range(WINDOW, len(folded.text) + WINDOW, WINDOW):
        for match in pattern.finditer(folded.text, at, edge + REACH):
            if match.start() >= edge:
                break
            at = match.end()
            yield match
        at = max(at, edge)
        if edge < len(folded.text) and is_late():
            folded.is_cut = True
            return
