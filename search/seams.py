"""What stands between two words that a reader reads one after another: a page number, a running head, a hyphen.

Texts keep all of it. Where a page ends within a sentence, whoever looks for its words does not know what the page has
at its foot and the next one at its head.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from documents.text import PageSpan, TextSpan, has_ink
from documents.text.broken_words import lines_over_page_breaks, words_over_page_breaks
from documents.text.furniture import furniture
from search.words import LONGEST_KEY, Word, joined_words, words_in

Spanned = TypeVar("Spanned", TextSpan, "Seam")

NEAR = 12
"""Words on either side of a seam that are read in one go with those on the other."""


@dataclass(frozen=True, slots=True)
class Seam:
    """`[start, end)` of a text is passed over. `joins`: the parts on both sides are one word."""

    start: int
    end: int
    joins: bool = False

    def moved(self, by: int) -> Seam:
        return Seam(self.start + by, self.end + by, self.joins)

    def as_stored(self) -> list[int]:
        return [self.start, self.end, int(self.joins)]


class ReadWord(NamedTuple):
    """A word as it is read, and where its parts stand: one, or two with a seam between them."""

    key: str
    parts: tuple[TextSpan, ...]


def page_seams(text: str, spans: Sequence[PageSpan]) -> list[Seam]:
    """Those at page breaks that have ink or divide a word, in order; `spans` are of neighbouring pages of `text`."""
    certain = furniture(text, spans)
    broken = {word.first.end: word for word in words_over_page_breaks(text, spans)}
    seams = []
    for last, first in lines_over_page_breaks(text, spans):
        if last is None or first is None:
            continue
        start, end = _end_of(text, last), _start_of(text, first)
        if word := broken.get(start - 1):  # less the hyphen
            seams.append(Seam(word.first.end, word.second.start, joins=True))
            continue
        repeated = _meeting(certain, start, end)
        start, end = min([start, *(one.start for one in repeated)]), max([end, *(one.end for one in repeated)])
        if has_ink(text[start:end]):
            seams.append(Seam(start, end))
    return seams


def seams_within(seams: Sequence[Seam], span: TextSpan) -> list[Seam]:
    """Those that have text of `span` on both sides, in the offsets of that text. `seams` are in order."""
    meeting = _meeting(seams, span.start, span.end)
    return [seam.moved(-span.start) for seam in meeting if span.start < seam.start and seam.end < span.end]


def stored_seams(stored: object) -> tuple[Seam, ...]:
    """What `Seam.as_stored` wrote; nothing for anything else: it is only what makes more be found."""
    rows = stored if isinstance(stored, list) else []
    return tuple(Seam(row[0], row[1], bool(row[2])) for row in rows if isinstance(row, list) and len(row) == 3)


def words_with_hyphens(text: str, seams: Sequence[Seam] = ()) -> list[Word]:
    """As `joined_words`, less those that a seam divides: they have two parts."""
    return [word for word in joined_words(text) if not any(word.start < seam.start < word.end for seam in seams)]


def reading(text: str, seams: Sequence[Seam] = ()) -> list[ReadWord]:
    """The words of `text` as they are read: what a hyphen divides as one, what stands in a seam not at all."""
    joined = {word.start: word for word in _apart(words_with_hyphens(text, seams))}
    joining = {seam.end: seam for seam in seams if seam.joins}
    read: list[ReadWord] = []
    done = 0
    for word in words_in(text):
        start = word.start
        if start < done or (seams and any(seam.start <= start < seam.end for seam in seams)):
            continue
        whole = joined.get(start, word)
        if whole.end > word.end:
            done = whole.end
        divided = joining.get(start)
        if divided and read and read[-1].parts[-1].end == divided.start:
            before = read.pop()
            read.append(ReadWord((before.key + whole.key)[:LONGEST_KEY], (*before.parts, TextSpan(*whole[:2]))))
        else:
            read.append(ReadWord(whole.key, (TextSpan(*whole[:2]),)))
    return read


def read_over_seams(text: str, seams: Sequence[Seam]) -> list[list[str]]:
    """The keys that are read about each seam and each word with a hyphen, in order; near ones in one run."""
    plain = {(word.start, word.end) for word in words_in(text)}
    read = reading(text, seams)
    changed = [at for at, word in enumerate(read) if _is_changed(word, read[at - 1] if at else None, plain, seams)]
    runs: list[range] = []
    for at in changed:
        first, after = max(0, at - NEAR), at + NEAR + 1
        if runs and first <= runs[-1].stop:
            runs[-1] = range(runs[-1].start, after)
        else:
            runs.append(range(first, after))
    return [[word.key for word in read[run.start : run.stop]] for run in runs]


def _meeting(spans: Sequence[Spanned], start: int, end: int) -> Sequence[Spanned]:
    """Of spans in order, apart from each other, those that share a character with `[start, end)`."""
    first = bisect_right(spans, start, key=lambda one: one.end)
    return spans[first : bisect_left(spans, end, key=lambda one: one.start)]


def _is_changed(word: ReadWord, before: ReadWord | None, plain: set[tuple[int, int]], seams: Sequence[Seam]) -> bool:
    if len(word.parts) > 1 or (word.parts[0].start, word.parts[0].end) not in plain:
        return True
    return before is not None and any(before.parts[-1].end <= seam.start < word.parts[0].start for seam in seams)


def _apart(found: Iterable[Word]) -> Iterator[Word]:
    """Of a chain (`mother-in-law`) the first pair alone."""
    end = 0
    for word in found:
        if word.start >= end:
            yield word
            end = word.end


def _end_of(text: str, line: TextSpan) -> int:
    return line.start + len(text[line.start : line.end].rstrip())


def _start_of(text: str, line: TextSpan) -> int:
    words_of_line = text[line.start : line.end]
    return line.start + len(words_of_line) - len(words_of_line.lstrip())
