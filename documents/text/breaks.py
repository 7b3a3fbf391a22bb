"""Where a text is best cut: after a section, paragraph, sentence, line or word, never inside a grapheme."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from documents.text.graphemes import is_grapheme_boundary


@dataclass(frozen=True, slots=True)
class Break:
    """A kind of place to cut. `least_fill` is the share of the room that a chunk cut there must fill."""

    pattern: re.Pattern[str]
    least_fill: float


_CLOSING = r"[\"'”’»)\]}]*"
_SECTION = Break(
    # A heading in Markdown, or a blank line before a numbered heading or a section sign.
    re.compile(r"\n(?=\#{1,6}[ \t])|\n[ \t]*\n(?=[ \t]*(?:§|\d+(?:\.\d+)*[.)]?[ \t]+[^\W\d_a-z]))"),
    least_fill=0.35,
)
_PARAGRAPH = Break(re.compile(r"\n[ \t]*\n\s*"), least_fill=0.5)
_SENTENCE = Break(
    # A lower-case letter after the stop shows an abbreviation. CJK needs no space after its stop.
    re.compile(rf"[.!?…؟۔।॥]{_CLOSING}\s++(?![a-z])|[。！？｡][」』）”’]*\s*"),
    least_fill=0.4,
)
_LINE = Break(re.compile(r"\n\s*"), least_fill=0.4)
_WORD = Break(re.compile(r"\s+"), least_fill=0.0)

_FROM_BEST = (_SECTION, _PARAGRAPH, _SENTENCE, _LINE, _WORD)


def best_cut(text: str, start: int, least: int, most: int) -> int | None:
    """The best place to end a chunk that begins at `start`: an offset in `[least, most]`, or None.

    The last of the best kind that fills enough; None if not even a word ends there. `start` must be a
    grapheme boundary.
    """
    for kind in _FROM_BEST:
        first = max(least, start + int(kind.least_fill * (most - start)))
        cut = max(_cuts(text, kind, start, first, most), default=None)
        if cut is not None:
            return cut
    return None


def passage_starts(text: str, first: int, end: int, floor: int) -> Iterator[int]:
    """Where a passage may begin in `[first, end)`: at its sentences and then at its words, each in order.

    `floor` is a grapheme boundary before `first`, from which breaks are looked for.
    """
    for kind in (_SENTENCE, _WORD):
        yield from (cut for cut in _cuts(text, kind, floor, first, end) if cut < end)


def _cuts(text: str, kind: Break, start: int, first: int, most: int) -> Iterator[int]:
    # One character beyond `most` is shown to the pattern, so that what follows a cut there is seen.
    for match in kind.pattern.finditer(text, start, min(most + 1, len(text))):
        if first <= match.end() <= most and is_grapheme_boundary(text, match.end(), start):
            yield match.end()
