"""The part of a citation that people read: "pp. iv–v (pages 6–7 of 120)", "§ 3.2 Renewal"."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from documents.text.numbering import counting_runs
from documents.text.values import Place

_NUMBER = re.compile(r"[0-9]{1,9}(?!\S)")
"""How the label of a slide begins; its title may follow."""

MOST_PRINTED = 12
"""Ranges of printed labels that are written out; of more, the first ones and the last."""


@dataclass(frozen=True, slots=True)
class LocatorWords:
    """The words of one language; as they stand, those of the citation record, which programs compare."""

    page: str = "p."
    pages: str = "pp."
    counted_page: str = "page"
    counted_pages: str = "pages"
    of: str = "of"
    heading: str = "§"
    slide: str = "slide"
    slides: str = "slides"
    sheet: str = "sheet"
    part: str = "part"


_OF_THE_RECORD = LocatorWords()


def format_locator(
    *,
    pages: Sequence[int] = (),
    page_count: int | None = None,
    page_labels: Sequence[str | None] | None = None,
    place: Place | None = None,
    last_place: Place | None = None,
    words: LocatorWords = _OF_THE_RECORD,
) -> str:
    """Name the pages (physical numbers), as printed and as counted, or else the places; "" without either.

    `last_place` is where a passage ends that began in `place`; both are named where they differ.

    `page_labels` are those of the whole document, at index number - 1. Labels are shown when every cited page
    has one and any of them differs from its number: a range that mixes labels with numbers names no page. Printed
    ranges hold labels that count up in one style; where the style or the order breaks, the next is listed.
    """
    if not pages:
        return name_places(place, last_place, words)
    runs = list(_runs(sorted(set(pages))))
    numbers = ", ".join(_range(str(first), str(last)) for first, last in runs)
    total = "" if page_count is None else f" {words.of} {page_count}"
    sign, counted = _page_words(words, is_one=len(set(pages)) == 1)
    labels = _labels_in_use(pages, page_labels)
    if not labels:
        return f"{sign} {numbers}{total}"
    printed = _printed([[labels[number] for number in range(first, last + 1)] for first, last in runs])
    return f"{sign} {printed} ({counted} {numbers}{total})"


def _page_words(words: LocatorWords, *, is_one: bool) -> tuple[str, str]:
    return (words.page, words.counted_page) if is_one else (words.pages, words.counted_pages)


def label_of(page_labels: Sequence[str | None] | None, number: int) -> str | None:
    """The label of one page on one line; None where it has none or a blank one, and where what is stored is none."""
    if not isinstance(page_labels, list | tuple) or not 1 <= number <= len(page_labels):
        return None
    label = page_labels[number - 1]
    return _one_line(label) or None if isinstance(label, str) else None


def _labels_in_use(pages: Sequence[int], page_labels: Sequence[str | None] | None) -> dict[int, str]:
    labels = {number: label for number in pages if (label := label_of(page_labels, number)) is not None}
    is_complete = len(labels) == len(set(pages))
    return labels if is_complete and any(label != str(number) for number, label in labels.items()) else {}


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of neighbours in ascending `numbers`."""
    first = previous = numbers[0]
    for number in numbers[1:]:
        if number != previous + 1:
            yield first, previous
            first = number
        previous = number
    yield first, previous


def _printed(runs: Iterable[Sequence[str]]) -> str:
    parts = [_range(labels[first], labels[last]) for labels in runs for first, last in counting_runs(labels)]
    if len(parts) > MOST_PRINTED:
        parts[MOST_PRINTED - 1 : -1] = ["…"]
    return ", ".join(parts)


def _range(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def name_places(first: Place | None, last: Place | None, words: LocatorWords = _OF_THE_RECORD) -> str:
    """The places that a passage begins and ends in: "slides 1–2", "§ Scope – § Renewal"; one where both are the same.

    `last` is None for a passage in one place. Of slides that count up, the numbers alone are named. A sheet and a range
    of its own cells are that sheet.
    """
    if first is None or last is None:
        return _named(first or last, words)
    if first.kind == last.kind == "sheet" and (outer := _outer(first, last)):
        return _named(outer, words)
    if first.kind == last.kind == "slide" and (numbers := _slide_numbers(first.label, last.label)):
        return f"{words.slides} {numbers}"
    names = filter(None, (_named(first, words), _named(last, words)))
    return " – ".join(dict.fromkeys(names))


def _named(place: Place | None, words: LocatorWords) -> str:
    label = _one_line(place.label) if place else ""
    if place is None or not label:
        return ""
    signs = {"slide": words.slide, "sheet": words.sheet, "part": words.part}
    return f"{signs.get(place.kind, words.heading)} {label}".strip()


def _outer(one: Place, other: Place) -> Place | None:
    """That of the two which the other lies in; None where they lie beside each other."""
    start, end = min(one.start, other.start), max(one.end, other.end)
    return next((place for place in (one, other) if (place.start, place.end) == (start, end)), None)


def _slide_numbers(first: str, last: str) -> str:
    """ "1–3" for "1 Welcome" and "3"; "" where these do not count up."""
    begins, ends = _NUMBER.match(first), _NUMBER.match(last)
    return _range(begins[0], ends[0]) if begins and ends and int(begins[0]) < int(ends[0]) else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
