"""The old rendering with page markers: for export, and for reading text that was stored that way.

Markers are whole lines, `## Page 7` or `--- Page 7 ---`, in any case of letters, perhaps with white space behind
or a byte order mark in front. A document may say such a line itself, and then no reader can tell; so a text is
read only when its markers run 1, 2, 3 … in one style. Line ends are LF, as cleaning leaves them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from documents.text.ascending import longest_ascending
from documents.text.characters import has_ink
from documents.text.rendering import in_page_order
from documents.text.values import PageText

HIGHEST_PAGE = 100_000
"""A marker with a higher number begins no page where numbers may be missing: each of those is a page too."""

_MARKER = re.compile(
    r"^\ufeff?(?P<line>## Page (?P<heading>[0-9]{1,9})|--- Page (?P<rule>[0-9]{1,9}) ---)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_DIGITS = re.compile("[0-9]+")
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The pages of a marked text; () with the problems in words where it can be read in more than one way.

    `decisions`, in words, is what a reading on request took for granted; a reading that is certain has none.
    """

    pages: tuple[PageText, ...]
    problems: tuple[str, ...]
    decisions: tuple[str, ...] = ()


def render_pages(pages: Iterable[PageText]) -> str:
    """All pages, those without text too, each under its line `## Page N`. ValueError as in `render_plain`."""
    return "\n\n".join(f"## Page {page.number}\n\n{page.text}" for page in in_page_order(pages))


def pages_from_marked_text(text: str) -> MarkedText:
    """The pages of a text with markers, or why they cannot be told.

    Undoes `render_pages` exactly wherever the pages say no marker line themselves. A blank line, or one line
    break, on either side of a page's text belongs to the markers.
    """
    markers = list(_MARKER.finditer(text))
    problems = tuple(_problems(text, markers))
    return MarkedText((), problems) if problems else MarkedText(_pages(text, markers), ())


def pages_in_ascending_order(text: str) -> MarkedText:
    """The pages of an ambiguous text, by a rule that someone asked for; `decisions` says what it took for granted.

    Only lines in the style of the first marker count, and of these the longest series of ascending numbers. All
    other marker lines are text; numbers that are missing are pages without text. Where two series are equally
    long, or text stands before the first page, there are still no pages.
    """
    markers = list(_MARKER.finditer(text))
    own = [marker for marker in markers if _style(marker) == _style(markers[0])]
    candidates = [marker for marker in own if 1 <= _number(marker) <= HIGHEST_PAGE]
    found = longest_ascending([_number(marker) for marker in candidates])
    if found.rival is not None:
        first, second = (candidates[index] for index in found.rival)
        lines = f"lines {_line(text, first)} and {_line(text, second)}"
        return MarkedText((), (f"Nothing tells which of {lines} begins a page.",))
    counted = [candidates[index] for index in found.indices]
    problems = tuple(_problems_before(text, counted))
    if problems:
        return MarkedText((), problems)
    return MarkedText(_pages(text, counted), (), tuple(_decisions(text, markers, counted)))


def _pages(text: str, markers: Sequence[re.Match[str]]) -> tuple[PageText, ...]:
    ends = [marker.start() for marker in markers[1:]] + [len(text)]
    return tuple(
        PageText(_number(marker), _page_body(text[marker.end() : end], is_last=end == len(text)))
        for marker, end in zip(markers, ends, strict=False)
    )


def _problems(text: str, markers: Sequence[re.Match[str]]) -> Iterator[str]:
    yield from _problems_before(text, markers)
    other = next((marker for marker in markers if _style(marker) != _style(markers[0])), None)
    if other is not None:
        yield f"There are markers of two styles: lines {_line(text, markers[0])} and {_line(text, other)}."
    if (odd := _first_set_apart_otherwise(text, markers)) is not None:
        yield f"Some markers are set apart by blank lines and some are not: line {_line(text, odd)}."
    for expected, marker in enumerate(markers, start=1):
        if _number(marker) != expected:
            yield f"Line {_line(text, marker)} says page {_number(marker)} where page {expected} is due."
            return


def _problems_before(text: str, markers: Sequence[re.Match[str]]) -> Iterator[str]:
    if markers and has_ink(before := text[: markers[0].start()]):
        line = 1 + before.count("\n", 0, len(before) - len(before.lstrip()))
        yield f"There is text before the first page marker: line {line}."
    elif not markers and has_ink(text):
        yield "There is no page marker."


def _first_set_apart_otherwise(text: str, markers: Sequence[re.Match[str]]) -> re.Match[str] | None:
    end = len(text.rstrip())  # what follows the marker of a last page without text says nothing
    after = [(marker, text.startswith("\n\n", marker.end())) for marker in markers if marker.end() < end]
    before = [(marker, text.endswith("\n\n", 0, marker.start())) for marker in markers[1:]]
    odd = [marker for side in (after, before) for marker, is_apart in side if is_apart != side[0][1]]
    return min(odd, key=lambda marker: marker.start(), default=None)


def _decisions(text: str, markers: Sequence[re.Match[str]], counted: Sequence[re.Match[str]]) -> Iterator[str]:
    starts = {marker.start() for marker in counted}
    passed = [marker for marker in markers if marker.start() not in starts]
    if passed:
        named = [f"{_line(text, marker)} (“{marker['line']}”)" for marker in passed[:_MOST_NAMED]]
        yield f"Marker lines that were read as text: {_listed(named, len(passed))}."
    numbers = [0, *(_number(marker) for marker in counted)]
    gaps = [(low + 1, high - 1) for low, high in pairwise(numbers) if high - low > 1]
    if gaps:
        named = [str(low) if low == high else f"{low}–{high}" for low, high in gaps[:_MOST_NAMED]]
        yield f"Pages that have no marker, and so no text: {_listed(named, len(gaps))}."


def _listed(named: Sequence[str], count: int) -> str:
    return ", ".join(named) + (f" and {count - len(named)} more" if count > len(named) else "")


def _line(text: str, marker: re.Match[str]) -> int:
    return text.count("\n", 0, marker.start()) + 1


def _style(marker: re.Match[str]) -> str:
    return _DIGITS.sub("", marker["line"])


def _number(marker: re.Match[str]) -> int:
    return int(marker["heading"] or marker["rule"])


def _page_body(between: str, *, is_last: bool) -> str:
    body = _without_prefix(between)
    return body if is_last else _without_suffix(body)


def _without_prefix(body: str) -> str:
    return body.removeprefix("\n\n") if body.startswith("\n\n") else body.removeprefix("\n")


def _without_suffix(body: str) -> str:
    return body.removesuffix("\n\n") if body.endswith("\n\n") else body.removesuffix("\n")
