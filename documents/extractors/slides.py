"""One slide as a section: its shapes in the order that people read them, then what the speaker says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.extractors.blocks import Block
from documents.extractors.sections import Section

_SAME_LINE = 150_000
"""EMU, a sixth of an inch: shapes whose tops differ by less stand side by side."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What one shape says; `top` and `left` in EMU, None where nothing tells where it stands."""

    blocks: Sequence[Block]
    top: int | None = None
    left: int | None = None
    is_title: bool = False


def slide_section(number: int, shapes: Sequence[Shape], notes: str, comments: Sequence[str] = ()) -> Section:
    """The slide as a place, "4 Title" or "4"; `number` counts all slides from 1, those without text too."""
    title = next((block.text for shape in shapes if shape.is_title for block in shape.blocks), "")
    return Section(
        "slide",
        f"{number} {title}",
        [
            *(block for shape in in_reading_order(shapes) for block in shape.blocks),
            *([Block(f"Notes:\n{notes.strip()}")] if notes.strip() else []),
            *(Block(comment) for comment in comments),
        ],
    )


def in_reading_order(shapes: Sequence[Shape]) -> list[Shape]:
    """The title, then from top to bottom, and from left to right where shapes stand side by side.

    A shape that stands nowhere keeps its turn: it is taken to stand where the one before it in the file does.
    """
    titles = [shape for shape in shapes if shape.is_title]
    placed = sorted(_placed(shape for shape in shapes if not shape.is_title), key=lambda item: item[0])
    return [*titles, *(shape for line in _lines(placed) for _, _, shape in sorted(line, key=lambda item: item[1]))]


def _placed(shapes: Iterator[Shape]) -> Iterator[tuple[int, int, Shape]]:
    top = left = 0
    for shape in shapes:
        top = top if shape.top is None else shape.top
        left = left if shape.left is None else shape.left
        yield top, left, shape


def _lines(placed: Sequence[tuple[int, int, Shape]]) -> Iterator[list[tuple[int, int, Shape]]]:
    line: list[tuple[int, int, Shape]] = []
    for item in placed:
        if line and item[0] - line[0][0] >= _SAME_LINE:
            yield line
            line = []
        line.append(item)
    if line:
        yield line
