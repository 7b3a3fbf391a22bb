"""What makes the raw text of one page canonical: once, before spans are taken, and never again.

In this order:

1. CRLF, CR, form feed, vertical tab, NEL (U+0085) and the separators U+2028 and U+2029 become LF.
2. Surrogate pairs become their character. Lone surrogates, non-characters, DEL and every control of C0 and C1
   but TAB and LF go.
3. Marks of hyphenation (U+00AD, and pdfium's U+FFFE and U+0002) become one; soft hyphens inside words go.
4. NFC.
5. Words broken at a line end are joined where the document's own words say so; other broken-word marks become
   the hyphen that was printed.

Nothing else is touched: white space, zero-width characters and everything with ink stay. Cleaning a clean
text with the same words changes nothing.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

from documents.text.characters import is_noncharacter
from documents.text.edits import Edit, SourceRange, edited_sources, edited_text
from documents.text.hyphens import MARKER_RUN, joining_edits, marker, whole_words
from documents.text.normalization import composed, composing_edits

# Each pattern begins with a set of characters: so a search passes over the rest of a text fast.
_LINE_END = re.compile("[\r\f\v\x85\u2028\u2029](?:(?<=\r)\n)?")
_PLANE_ENDS = "".join(chr(plane + 0xFFFF) for plane in range(0, 0x110000, 0x10000)) + "".join(
    chr(plane + 0xFFFE) for plane in range(0x10000, 0x110000, 0x10000)
)
# U+0002 and U+FFFE are left for step 3.
_UNREADABLE = re.compile(
    f"[\0\x01\x03-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef{_PLANE_ENDS}]"
    "(?:(?<=[\ud800-\udbff])[\udc00-\udfff])?"
)


@dataclass(frozen=True, slots=True)
class _Step:
    """One thing done to a text: as edits, and, where only their outcome is wanted, at once."""

    edits: Callable[[str], Iterable[Edit]]
    applied: Callable[[str], str]

    @classmethod
    def replacing(cls, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]) -> "_Step":
        """Each match gives way to its replacement; one that stays as it is, is no edit."""

        def edits(text: str) -> Iterator[Edit]:
            for match in pattern.finditer(text):
                if (new := replacement(match)) != match[0]:
                    yield Edit(match.start(), match.end(), new)

        return cls(edits, lambda text: pattern.sub(replacement, text))


@dataclass(frozen=True, slots=True)
class CleanText:
    """A clean text; `sources[i]` is the `[start, end)` of raw code points that `text[i]` came from.

    Two characters share a range where they were composed or reordered together, and then ranges need not
    ascend one by one.
    """

    text: str
    sources: tuple[SourceRange, ...]


def clean_page_text(raw: str, known_words: Container[str] = frozenset()) -> str:
    """The canonical text of one page. `known_words` are the document's own, from `words_of`."""
    text = raw
    for step in _steps(known_words):
        text = step.applied(text)
    return text


def clean_with_sources(raw: str, known_words: Container[str] = frozenset()) -> CleanText:
    """The same text as `clean_page_text` gives, with the way back from each of its characters."""
    text, sources = raw, [(at, at + 1) for at in range(len(raw))]
    for step in _steps(known_words):
        edits = list(step.edits(text))
        text, sources = edited_text(text, edits), edited_sources(sources, edits)
    return CleanText(text, tuple(sources))


def words_of(text: str) -> set[str]:
    """The casefolded words of a raw or clean text: compounds with "-", their parts, no broken words."""
    for step in _PREPARATION:
        text = step.applied(text)
    return set(whole_words(text))


def _steps(known_words: Container[str]) -> tuple[_Step, ...]:
    def joining(text: str) -> Iterator[Edit]:
        return joining_edits(text, known_words)

    return (*_PREPARATION, _Step(joining, lambda text: edited_text(text, joining(text))))


def _line_end_edits(text: str) -> Iterator[Edit]:
    return (Edit(match.start(), match.end(), "\n") for match in _LINE_END.finditer(text))


def _with_line_feeds(text: str) -> str:
    for line_end in ("\r\n", "\r", "\f", "\v", "\x85", "\u2028", "\u2029"):
        text = text.replace(line_end, "\n")
    return text


def _paired(match: re.Match[str]) -> str:
    if len(match[0]) != 2:
        return ""
    code = 0x10000 + ((ord(match[0][0]) - 0xD800) << 10) + ord(match[0][1]) - 0xDC00
    return "" if is_noncharacter(code) else chr(code)


_PREPARATION: tuple[_Step, ...] = (
    _Step(_line_end_edits, _with_line_feeds),
    _Step.replacing(_UNREADABLE, _paired),
    _Step.replacing(MARKER_RUN, marker),
    _Step(composing_edits, composed),
)
