"""From paragraphs on a picture to the text of a page, and where its words are on the page as displayed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.ocr.layout import Box, Paragraph
from documents.ocr.values import WHOLE, WordBox


@dataclass(frozen=True, slots=True)
class Seen:
    """The picture that was read: its size in pixels, and by how many quarters it was turned to the left for it."""

    width: int
    height: int
    quarters: int = 0


def compose(paragraphs: Sequence[Paragraph], seen: Seen) -> tuple[str, tuple[WordBox, ...]]:
    """The text: lines end with a line feed, paragraphs with an empty line; a word without extent has no box."""
    parts: list[str] = []
    words: list[WordBox] = []
    length = 0
    for part, box in _parts(paragraphs):
        placed = _on_page(box, seen) if box else None
        if placed:
            words.append(WordBox(length, length + len(part), *placed))
        parts.append(part)
        length += len(part)
    return "".join(parts), tuple(words)


def _parts(paragraphs: Sequence[Paragraph]) -> Iterator[tuple[str, Box | None]]:
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield "\n", None
        for line in paragraph:
            for at, piece in enumerate(line.pieces):
                if at and piece.after_space:
                    yield " ", None
                yield piece.text, piece.box
            yield "\n", None


def _on_page(box: Box, seen: Seen) -> tuple[int, int, int, int] | None:
    """The part of a box that is on the page; None when nothing of it is."""
    x0, y0, x1, y1 = box[0] / seen.width, box[1] / seen.height, box[2] / seen.width, box[3] / seen.height
    for _ in range(seen.quarters % 4):  # a quarter to the right: the left edge becomes the upper one
        x0, y0, x1, y1 = 1 - y1, x0, 1 - y0, x1
    left, top, right, bottom = (round(WHOLE * min(1.0, max(0.0, edge))) for edge in (x0, y0, x1, y1))
    return (left, top, right, bottom) if left < right and top < bottom else None
