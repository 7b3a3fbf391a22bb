"""What was wrong with single pages, as people are told of it, in the language of the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from documents.extractors.page_problems import PAGE_PROBLEMS
from documents.extractors.page_ranges import list_pages

NUMBERS_SHOWN = 60

_OF_SEVERAL: dict[str, Callable[[int], str]] = {
    "unreadable": lambda n: ngettext(
        "Page {pages} is damaged and could not be read.", "Pages {pages} are damaged and could not be read.", n
    ),
    "second-reader": lambda n: ngettext(
        "Page {pages} is damaged; a second reader could read it.",
        "Pages {pages} are damaged; a second reader could read them.",
        n,
    ),
    "unusable-text-layer": lambda n: ngettext(
        "The text layer of page {pages} is unusable (glyphs without letters), as on a scan.",
        "The text layer of pages {pages} is unusable (glyphs without letters), as on a scan.",
        n,
    ),
    "no-text-layer": lambda n: ngettext(
        "Page {pages} has no text layer, as on a scan.", "Pages {pages} have no text layer, as on a scan.", n
    ),
    "ocr-failed": lambda n: ngettext(
        "Text recognition failed on page {pages}.", "Text recognition failed on pages {pages}.", n
    ),
    "ocr-found-nothing": lambda n: ngettext(
        "Text recognition found no text on page {pages}.", "Text recognition found no text on pages {pages}.", n
    ),
}


@dataclass(frozen=True, slots=True)
class PageProblem:
    """A problem by its code, the physical numbers of the pages that have it, and both in one sentence."""

    code: str
    pages: tuple[int, ...]
    sentence: str


def page_problem_in_words(code: object) -> str:
    """The sentence of a code of `PAGE_PROBLEMS`; empty for one that is none."""
    return _(PAGE_PROBLEMS[code]) if isinstance(code, str) and code in PAGE_PROBLEMS else ""


def page_problems_in_words(column: Any) -> list[PageProblem]:
    """Of the column of a revision, one for each problem that any page has, in the order of `PAGE_PROBLEMS`."""
    pages: dict[object, list[int]] = defaultdict(list)
    for number, code in enumerate(column if isinstance(column, list) else (), start=1):
        if isinstance(code, str):
            pages[code].append(number)
    return [
        PageProblem(code, tuple(pages[code]), _sentence(code, pages[code])) for code in PAGE_PROBLEMS if code in pages
    ]


def _sentence(code: str, numbers: list[int]) -> str:
    shown, more = list_pages(numbers[:NUMBERS_SHOWN]), len(numbers) - NUMBERS_SHOWN
    if more > 0:
        shown = _("{pages} and {n} more").format(pages=shown, n=more)
    return _OF_SEVERAL[code](len(numbers)).format(pages=shown)
