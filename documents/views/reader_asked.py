"""What a reader's address asks for. Whatever it holds, something sensible is shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from documents.text.finding import LONGEST_ASKED
from documents.views.requests import whole_number

ZOOMS = ("", "page", "50", "75", "100", "125", "150", "200", "300")
"""Fit the width, fit the page, or per cent of the printed size."""

VIEWS = ("", "one")
"""Pages one under another, where there are scripts, or one at a time."""

BESIDE = ("", "text", "only")
"""The picture of a page; its text beside it; only its text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`unit` is a page or a part, counted from 1, within the document; None where none was named.

    `start` is the unit that words are looked for from. `hit` counts from 1.
    `zoom`, `view` and `beside` are of ZOOMS, VIEWS and BESIDE.
    """

    unit: int | None
    start: int | None
    label: str
    go: str
    words: str
    hit: int | None
    zoom: str
    view: str
    beside: str


def read_asked(query: QueryDict, count: int) -> Asked:
    """The wishes in `query` for a document of `count` pages or parts; a number beyond the ends is the end."""
    number = whole_number(query.get("page", "")) or whole_number(query.get("part", ""))
    return Asked(
        unit=_within(count, number),
        start=_within(count, whole_number(query.get("from", ""))),
        label=_one_line(query.get("label", "")),
        go=_one_line(query.get("go", "")),
        words=_one_line(query.get("q", ""))[:LONGEST_ASKED],
        hit=whole_number(query.get("hit", "")),
        zoom=_one_of(ZOOMS, query.get("zoom", "")),
        view=_one_of(VIEWS, query.get("view", "")),
        beside=_one_of(BESIDE, query.get("beside", "")),
    )


def _within(count: int, number: int | None) -> int | None:
    return None if number is None else min(max(number, 1), max(count, 1))


def _one_of(known: tuple[str, ...], asked: str) -> str:
    return asked if asked in known else known[0]


def _one_line(typed: str) -> str:
    return " ".join(typed.replace("\0", "").split())
