"""The old rendering with page markers: for export, and for reading text that was stored that way.

Markers are whole lines, `## Page 7` or `--- Page 7 ---`. A document may say such a line itself, and then no
reader can tell; so a text is read only when its markers run 1, 2, 3 … in one style.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from documents.text.characters import has_ink
from documents.text.rendering import in_page_order
from documents.text.values import PageText

_MARKER = re.compile(r"^(?:## Page (?P<heading>[0-9]{1,9})|--- Page (?P<rule>[0-9]{1,9}) ---)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The pages of a marked text; () with the problems in words where it can be read in more than one way."""

    pages: tuple[PageText, ...]
    problems: tuple[str, ...]


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
    if problems:
        return MarkedText((), problems)
    ends = [marker.start() for marker in markers[1:]] + [len(text)]
    return MarkedText(
        tuple(
            PageText(_number(marker), _page_body(text[marker.end() : end], is_last=end == len(text)))
            for marker, end in zip(markers, ends, strict=False)
        ),
        (),
    )


def _problems(text: str, markers: Sequence[re.Match[str]]) -> Iterator[str]:
    if has_ink(text[: markers[0].start()] if markers else text):
        yield "There is text before the first page marker." if markers else "There is no page marker."
    if len({marker.lastgroup for marker in markers}) > 1:
        yield "There are markers of two styles."
    if len(set(_blank_lines_after(text, markers))) > 1 or len(set(_blank_lines_before(text, markers))) > 1:
        yield "Some markers are set apart by blank lines and some are not."
    for expected, marker in enumerate(markers, start=1):
        if _number(marker) != expected:
            line = text.count("\n", 0, marker.start()) + 1
            yield f"Line {line} says page {_number(marker)} where page {expected} is due."
            return


def _blank_lines_after(text: str, markers: Sequence[re.Match[str]]) -> Iterator[bool]:
    end = len(text.rstrip())  # what follows the marker of a last page without text says nothing
    return (text.startswith("\n\n", marker.end()) for marker in markers if marker.end() < end)


def _blank_lines_before(text: str, markers: Sequence[re.Match[str]]) -> Iterator[bool]:
    return (text.endswith("\n\n", 0, marker.start()) for marker in markers[1:])


def _number(marker: re.Match[str]) -> int:
    return int(marker["heading"] or marker["rule"])


def _page_body(between: str, *, is_last: bool) -> str:
    body = _without_prefix(between)
    return body if is_last else _without_suffix(body)


def _without_prefix(body: str) -> str:
    return body.removeprefix("\n\n") if body.startswith("\n\n") else body.removeprefix("\n")


def _without_suffix(body: str) -> str:
    return body.removesuffix("\n\n") if body.endswith("\n\n") else body.removesuffix("\n")
