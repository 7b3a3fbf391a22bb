"""From the blocks of a document without pages to its canonical text and its places."""

import io
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from documents.text import Place, TextSpan, clean_page_text, has_ink, words_of

BLOCK_SEPARATOR = "\n\n"
ITEM_SEPARATOR = "\n"
_LABEL_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, table or heading, raw.

    `leaves_section`: it belongs to no heading that stands before it.
    """

    text: str
    is_heading: bool = False
    is_item: bool = False
    leaves_section: bool = False


def render_blocks(blocks: Sequence[Block], known_words: Container[str] | None = None) -> tuple[str, tuple[Place, ...]]:
    """The canonical text and the place of every heading; a place ends where the next heading starts.

    Words broken at a line's end are joined by `known_words`, which are those of the blocks unless they are given.
    """
    text, spans = lay_out(blocks, known_words)
    headings = [
        (text[span.start : span.end] if block.is_heading else None, span.start)
        for block, span in zip(blocks, spans, strict=True)
        if span is not None and (block.is_heading or block.leaves_section)
    ]
    return text, heading_places(headings, len(text))


def lay_out(blocks: Sequence[Block], known_words: Container[str] | None = None) -> tuple[str, list[TextSpan | None]]:
    """The canonical text, and where each block stands in it; None for a block without ink."""
    if known_words is None:
        known_words = words_in(blocks)
    text = io.StringIO()
    spans: list[TextSpan | None] = []
    previous: Block | None = None
    for block in blocks:
        cleaned = clean_page_text(block.text, known_words=known_words).strip()
        if not has_ink(cleaned):
            spans.append(None)
            continue
        text.write(_separator(previous, block))
        spans.append(TextSpan(text.tell(), text.tell() + len(cleaned)))
        text.write(cleaned)
        previous = block
    return text.getvalue(), spans


def words_in(blocks: Iterable[Block]) -> set[str]:
    """The words of the blocks, as `words_of` a text."""
    return words_of("\n".join(block.text for block in blocks))


def _separator(previous: Block | None, block: Block) -> str:
    if previous is None:
        return ""
    return ITEM_SEPARATOR if previous.is_item and block.is_item else BLOCK_SEPARATOR


def heading_places(headings: Iterable[tuple[str | None, int]], end: int) -> tuple[Place, ...]:
    """Places for (label, start), ascending, in a text of length `end`; a None label only ends the place before."""
    ordered = list(headings)
    stops = [*(start for _, start in ordered[1:]), end][: len(ordered)]
    return tuple(
        Place("heading", place_label(label), start, stop)
        for (label, start), stop in zip(ordered, stops, strict=True)
        if label is not None and has_ink(label)
    )


def place_label(text: str) -> str:
    """One line, cut to a length that can be shown."""
    line = " ".join(text.split())
    return line if len(line) <= _LABEL_LENGTH else line[: _LABEL_LENGTH - 1].rstrip() + "…"
