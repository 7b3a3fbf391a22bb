"""The outline of a PDF as places, where its lines are proved to stand in the text."""

import re
from collections.abc import Iterable, Mapping, Sequence

from documents.extractors.blocks import heading_places
from documents.extractors.outcome import OutlineEntry
from documents.text import PageSpan, PageText, Place, clean_page_text, has_ink, render_plain

_NUMBER_BEFORE = r"(?:[\dA-Z][\d.]*[ \t]+)?"
_LONGEST_TITLE = 300


def cleaned_outline(entries: Iterable[OutlineEntry]) -> tuple[OutlineEntry, ...]:
    """With titles as they may stand in a clean text, each on one line and cut to a length that may be looked for."""
    return tuple(
        OutlineEntry(" ".join(clean_page_text(entry.title[:_LONGEST_TITLE]).split()), entry.page) for entry in entries
    )


def places_on(pages: Sequence[PageText], outline: Sequence[OutlineEntry]) -> tuple[Place, ...]:
    """The places that a cleaned outline has in the canonical text of these pages."""
    if not outline:
        return ()
    text, spans = render_plain(pages)
    return outline_places(outline, text, spans, len(pages))


def outline_places(
    entries: Sequence[OutlineEntry], text: str, spans: Iterable[PageSpan], page_count: int
) -> tuple[Place, ...]:
    """A place for each entry whose title is a line of its own, and the only such line, on the page it leads to.

    An entry only names a page, and a section may start anywhere on it. Without that line it gives no place, and it
    ends the one before where its page starts; when that cannot be told from the text either, the one before is left
    out too.
    """
    by_page = {span.number: span for span in spans}
    starts: list[tuple[str | None, int]] = []
    last_page = 0
    for entry in entries:
        if entry.page is None or entry.page < last_page or entry.page > page_count:
            _leave_last_out(starts)
            continue
        found = _find_title(entry, text, by_page)
        if found is not None and (entry.page > last_page or found[1] > starts[-1][1]):
            starts.append(found)
        elif entry.page > last_page:
            starts.append((None, _first_offset(entry.page, by_page, page_count, len(text))))
        else:
            _leave_last_out(starts)
        last_page = entry.page
    return tuple(place for place in heading_places(starts, len(text)) if place.start < place.end)


def _leave_last_out(starts: list[tuple[str | None, int]]) -> None:
    if starts:
        starts[-1] = (None, starts[-1][1])


def _find_title(entry: OutlineEntry, text: str, by_page: Mapping[int, PageSpan]) -> tuple[str, int] | None:
    span = by_page.get(entry.page or 0)
    words = entry.title.split()
    if span is None or not has_ink("".join(words)):
        return None
    title = r"\s+".join(map(re.escape, words))
    line = re.compile(rf"^[ \t]*({_NUMBER_BEFORE}{title})[ \t]*$", re.MULTILINE)
    found = list(line.finditer(text[span.start : span.end]))
    return (found[0][1], span.start + found[0].start(1)) if len(found) == 1 else None


def _first_offset(page: int, by_page: Mapping[int, PageSpan], page_count: int, end: int) -> int:
    return next((by_page[number].start for number in range(page, page_count + 1) if number in by_page), end)
