"""Where the characters of a page stand whose text was recognized: in the box of their word, as the engine saw it."""

from __future__ import annotations

from documents.models import Revision
from documents.ocr.values import WHOLE
from documents.pictures.alignment import align
from documents.pictures.geometry import Box, Placement, place_characters
from documents.pictures.sizes import PageSize
from documents.text import PageSpan


def is_recognized(revision: Revision, number: int) -> bool:
    """Whether the text of that page was recognized. The column of all pages is loaded only where some were."""
    sources = revision.page_sources if revision.pages_by_ocr else None
    return isinstance(sources, list) and sources[number - 1 : number] == ["OCR"]


def recognized_placement(revision: Revision, page: PageSpan, size: PageSize) -> Placement:
    """The placement of one page of a revision loaded with its text; no character has a place where no row is left."""
    rows = revision.recognized_pages.filter(page=page.number).values_list("text", "words")
    raw, words = rows.first() or ("", [])
    boxes: list[Box | None] = [None] * len(raw)
    for start, end, *edges in words:
        x0, y0, x1, y1 = (edge / WHOLE for edge in edges)
        boxes[start:end] = [(x0, y0, x1, y1)] * (end - start)
    stored = (revision.text or "")[page.start : page.end]
    return place_characters(size, stored, align(stored, raw), boxes)
