"""Which picture of a page is read: the page as displayed, as sharp as text needs, and no larger than allowed."""

from math import sqrt
from typing import Any

import pypdfium2_raw as pdfium
from PIL import Image

from documents.extractors.pdf_characters import Handle
from documents.pictures.failures import PictureFailure
from documents.pictures.pages import draw_page

DPI = 300
"""What engines are trained for. Small print is lost below it, and more only costs time."""

_INVISIBLE = 8
"""Of 255. What differs from its paper by no more is seen by nobody; the grain of a scanner differs by more."""

_POINTS_AN_INCH = 72


def picture_of(document: Handle, number: int, most_pixels: int) -> tuple[Image.Image, int]:
    """An RGB picture of a page, and its pixels an inch; PictureFailure when there is none."""
    size = pdfium.FS_SIZEF()
    found = pdfium.FPDF_GetPageSizeByIndexF(document, number - 1, size)
    if not (found and size.width > 0 and size.height > 0):
        raise PictureFailure("damaged", f"page {number} has no size")
    dpi = min(float(DPI), _POINTS_AN_INCH * sqrt(most_pixels / (size.width * size.height)))
    picture = draw_page(document, number, max(1, int(size.width * dpi / _POINTS_AN_INCH)))
    return picture, max(1, round(picture.width * _POINTS_AN_INCH / size.width))


def is_blank(picture: Image.Image) -> bool:
    """Whether it is certain that nothing is on the page: it has one colour from edge to edge.

    Paper with grain, dust or a shadow is not called blank: what is faint there might be print.
    """
    bands: Any = picture.getextrema()  # of an RGB picture, a pair for each band
    return all(highest - lowest <= _INVISIBLE for lowest, highest in bands)
