"""How large a page is, and how large its picture may be."""

import math
from dataclasses import dataclass

PICTURE_WIDTHS = (160, 320, 640, 960, 1280, 1920, 2560)
"""Device pixels. Few of them, so that readers share what is in the cache."""

MOST_PIXELS = 12_000_000
"""An A4 page at the largest width has 9.3 million; a page of a hundred metres by a millimetre must not have more."""

LONGEST_SIDE = 16_000
"""Device pixels; WebP ends at 16,383."""


@dataclass(frozen=True, slots=True)
class PageSize:
    """Points of 1/72 inch, as the page is displayed: its CropBox, turned as the file says."""

    width: float
    height: float


def width_for(asked: int) -> int:
    """The next of `PICTURE_WIDTHS`, or the largest."""
    return next((width for width in PICTURE_WIDTHS if width >= asked), PICTURE_WIDTHS[-1])


def pixels_for(size: PageSize, width: int) -> tuple[int, int]:
    """Width and height of a picture that is at most `width` wide, and that keeps all bounds."""
    ratio = size.height / size.width
    wide = min(width, math.sqrt(MOST_PIXELS / ratio), LONGEST_SIDE / ratio)
    return max(1, int(wide)), max(1, min(LONGEST_SIDE, round(wide * ratio)))
