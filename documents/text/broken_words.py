"""Words that a page break cut in two: "recon-" at the foot of a page, "struction" at the head of the next.

Each page keeps its own characters, so the stored text never joins such a word: whoever looks for it learns here where
its two parts stand. What stands between them and belongs to no sentence (a page number, a running head or footer) is
passed over. As at a line end, the document's own words decide: nothing that it writes with a hyphen elsewhere is one
word here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.text.characters import has_ink
from documents.text.cleaning import words_of
from documents.text.values import PageSpan, TextSpan

MOST_LINES = 3
"""Lines at either side of a page break that are passed over."""

_LINE = re.compile(r"[^\n]+")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"\W*(?:(?:page|p|seite|s)\b\W*)?(?:\d{1,6}|[ivxlc]{1,8})\W*(?:(?:of|von)?\W*\d{1,6}\W*)?", re.IGNORECASE
)
_FOOT = re.compile("([^\\W\\d_]+)[-\u2010]\\s*\\Z")
_HEAD = re.compile(r"\s*([^\W\d_]+)")
_BEFORE_A_WORD = re.compile("[\\w./\\\\@:\u2010\u2011-]\\Z")


@dataclass(frozen=True, slots=True)
class BrokenWord:
    """A word as it is read, and where its two parts stand, without the hyphen."""

    word: str
    first: TextSpan
    second: TextSpan


def words_over_page_breaks(text: str, spans: Sequence[PageSpan]) -> tuple[BrokenWord, ...]:
    """In order; `spans` are all those of the canonical `text`."""
    found = []
    for last, first_again in lines_over_page_breaks(text, spans):
        first, second = _match(_FOOT, text, last), _match(_HEAD, text, first_again)
        if first and second and _is_plain(text, first, second):
            found.append((first, second))
    if not found:
        return ()
    known = words_of(text)
    return tuple(
        BrokenWord(_part(text, first) + _part(text, second), first, second)
        for first, second in found
        if f"{_part(text, first)}-{_part(text, second)}".casefold() not in known
    )


def lines_over_page_breaks(text: str, spans: Sequence[PageSpan]) -> Iterator[tuple[TextSpan | None, TextSpan | None]]:
    """For each page and the next the last line of the one and the first of the other; None where nothing is left.

    What belongs to no sentence is passed over: page numbers, and what a neighbouring page repeats. `spans` are those of
    neighbouring pages of `text`.
    """
    feet = [list(_lines(text, page))[: -MOST_LINES - 2 : -1] for page in spans]
    heads = [list(_lines(text, page))[: MOST_LINES + 1] for page in spans]
    for at in range(len(spans) - 1):
        yield _beyond_furniture(text, feet, at), _beyond_furniture(text, heads, at + 1)


def _lines(text: str, page: PageSpan) -> Iterator[TextSpan]:
    for line in _LINE.finditer(text, page.start, page.end):
        if has_ink(line[0]):
            yield TextSpan(*line.span())


def _beyond_furniture(text: str, edges: Sequence[Sequence[TextSpan]], at: int) -> TextSpan | None:
    """The first line from the edge of a page that is neither a page number nor repeated on a page beside it."""
    neighbours = [edges[beside] for beside in (at - 1, at + 1) if 0 <= beside < len(edges)]
    for place, line in enumerate(edges[at]):
        form = _form(text, line)
        repeats = any(place < len(edge) and _form(text, edge[place]) == form for edge in neighbours)
        if not (repeats or _NUMBER.fullmatch(text, line.start, line.end)):
            return line
    return None


def _form(text: str, line: TextSpan) -> str:
    return _DIGITS.sub("0", " ".join(text[line.start : line.end].split()))


def _match(pattern: re.Pattern[str], text: str, line: TextSpan | None) -> TextSpan | None:
    if line is None:
        return None
    words = text[line.start : line.end]
    found = pattern.search(words) if pattern is _FOOT else pattern.match(words)
    return TextSpan(line.start + found.start(1), line.start + found.end(1)) if found else None


def _is_plain(text: str, first: TextSpan, second: TextSpan) -> bool:
    """Whether the parts belong to no address or compound, and no capital shows that the hyphen was meant."""
    left, right = _part(text, first), _part(text, second)
    is_after_a_word = _BEFORE_A_WORD.search(text[max(0, first.start - 1) : first.start]) is not None
    return not is_after_a_word and (right[0].islower() or (left.isupper() and right.isupper()))


def _part(text: str, span: TextSpan) -> str:
    return text[span.start : span.end]
