"""Running heads and footers: lines at the edges of pages that repeat, and so belong to no sentence.

Only what is certain is named. A line is furniture where it stands at the same place from the edge, word for word, on
`LEAST_PAGES` pages; one of its numbers may count with the pages. So do all lines between it and the edge.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.text.characters import has_ink
from documents.text.values import PageSpan, TextSpan

LEAST_PAGES = 3
MOST_LINES = 3
"""Lines at either edge of a page that are looked at."""
_MOST_NUMBERS = 6
_LONGEST_NUMBER = 9  # digits
_NUMBER = re.compile(r"[0-9]+")
_LINE = re.compile(r"[^\n]+")

Edge = list[TextSpan]
Repeat = tuple[str, int, str]


def furniture(text: str, spans: Sequence[PageSpan]) -> tuple[TextSpan, ...]:
    """Where `text` has furniture between the words of one page and those of the next, page break included; in order.

    `spans` are all those of `text`. A page that would have nothing else keeps all its lines.
    """
    edges = [_edges(text, page) for page in spans]
    counted = Counter(
        repeat for page, both in zip(spans, edges, strict=True) for repeat in _repeats_of_page(text, page, both)
    )
    cut = [_without_furniture(text, page, both, counted) for page, both in zip(spans, edges, strict=True)]
    breaks = zip(pairwise(spans), pairwise(cut), strict=True)
    return tuple(
        TextSpan(words.end, next_words.start)
        for (page, next_page), (words, next_words) in breaks
        if (words.end, next_words.start) != (page.end, next_page.start)
    )


def without_furniture(words: str, start: int, found: Sequence[TextSpan], gap: str = " [...] ") -> str:
    """`words`, which stand at `start` of the text, with `gap` for each of `found` that lies between two of them."""
    parts, done, end = [], start, start + len(words)
    for span in found:
        if done < span.start and span.end < end:
            parts.append(words[done - start : span.start - start])
            done = span.end
    return gap.join([*parts, words[done - start :]])


def _edges(text: str, page: PageSpan) -> tuple[Edge, Edge]:
    """The first lines with ink from the top, and the last ones from the bottom; both begin at the edge."""
    lines = [TextSpan(*line.span()) for line in _LINE.finditer(text, page.start, page.end) if has_ink(line[0])]
    return lines[:MOST_LINES], lines[: -MOST_LINES - 1 : -1]


def _repeats_of_page(text: str, page: PageSpan, both: tuple[Edge, Edge]) -> set[Repeat]:
    return {
        (side, place, form)
        for side, edge in zip(("top", "bottom"), both, strict=True)
        for place, line in enumerate(edge)
        for form in _forms(text[line.start : line.end], page.number)
    }


def _forms(line: str, page: int) -> Iterator[str]:
    """What a line would repeat: its words as they are, and the same with one of its numbers counted from the page's.

    Numbers alone must count: the cells of a table may be equal.
    """
    line = " ".join(line.split())
    if any(map(str.isalpha, line)):
        yield line
    for number in list(_NUMBER.finditer(line))[:_MOST_NUMBERS]:
        if len(number[0]) <= _LONGEST_NUMBER:
            yield f"{line[: number.start()]}\0{int(number[0]) - page}\0{line[number.end() :]}"


def _without_furniture(text: str, page: PageSpan, both: tuple[Edge, Edge], counted: Counter[Repeat]) -> TextSpan:
    top, bottom = (
        _furniture_at(text, page, side, edge, counted) for side, edge in zip(("top", "bottom"), both, strict=True)
    )
    start = top[-1].end if top else page.start
    end = bottom[-1].start if bottom else page.end
    words = text[start:end]
    if not has_ink(words):
        return TextSpan(page.start, page.end)
    return TextSpan(
        start + len(words) - len(words.lstrip()) if top else start,
        end - len(words) + len(words.rstrip()) if bottom else end,
    )


def _furniture_at(text: str, page: PageSpan, side: str, edge: Edge, counted: Counter[Repeat]) -> Edge:
    """The lines of the edge that are furniture, up to the first that is not."""
    for place, line in enumerate(edge):
        forms = _forms(text[line.start : line.end], page.number)
        if all(counted[side, place, form] < LEAST_PAGES for form in forms):
            return edge[:place]
    return edge
