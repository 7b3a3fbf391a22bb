"""Rectangles as the numbers of an SVG, written with a point whatever the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from documents.pictures.geometry import PageRect
from documents.pictures.sizes import PageSize

_LONG_SIDE = 1000


@dataclass(frozen=True, slots=True)
class SvgRect:
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class SvgMarks:
    """A view box of the page's shape, and the rectangles of each span in its units."""

    view_box: str
    groups: tuple[tuple[SvgRect, ...], ...]

    @classmethod
    def of(cls, size: PageSize | None, groups: Sequence[Sequence[PageRect]]) -> SvgMarks:
        """Without a size there is nothing to lie over, and the box is empty."""
        if size is None:
            return cls("0 0 1 1", ())
        scale = _LONG_SIDE / max(size.width, size.height)
        wide, high = size.width * scale, size.height * scale
        drawn = tuple(tuple(_svg_rect(rect, wide, high) for rect in rects) for rects in groups)
        return cls(f"0 0 {wide:.2f} {high:.2f}", drawn)


def _svg_rect(rect: PageRect, wide: float, high: float) -> SvgRect:
    x, y = rect.x0 * wide, rect.y0 * high
    return SvgRect(f"{x:.2f}", f"{y:.2f}", f"{rect.x1 * wide - x:.2f}", f"{rect.y1 * high - y:.2f}")
