"""Documents in parts, such as the chapters of a book or the messages of a mail: one text, and a place for each part."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from documents.extractors.blocks import BLOCK_SEPARATOR, Block, place_label, render_blocks, words_in
from documents.text import Place, clean_page_text


@dataclass(frozen=True, slots=True)
class Part:
    """Blocks, raw, under a label as it is shown; without one they are no place of their own."""

    label: str
    blocks: Sequence[Block]


def part_label(raw: str) -> str:
    """A label as it can be shown: clean, on one line."""
    return place_label(clean_page_text(raw))


def render_parts(parts: Sequence[Part]) -> tuple[str, tuple[Place, ...]]:
    """The canonical text, and the places of parts and of the headings in them, in order of their starts."""
    known_words = words_in(block for part in parts for block in part.blocks)
    text = io.StringIO()
    places: list[Place] = []
    for part in parts:
        rendered, headings = render_blocks(part.blocks, known_words)
        if rendered:
            text.write(BLOCK_SEPARATOR if text.tell() else "")
            places.extend(_places(part.label, len(rendered), headings, text.tell()))
            text.write(rendered)
    return text.getvalue(), tuple(places)


def _places(label: str, length: int, headings: Sequence[Place], start: int) -> Iterator[Place]:
    """A heading that only repeats the label of the part that it opens is no place beside it."""
    if label:
        yield Place("part", label, start, start + length)
    for heading in headings:
        if heading.start or heading.label.casefold() != label.casefold():
            yield replace(heading, start=start + heading.start, end=start + heading.end)
