"""What pdfium knows of a page beside its text: its size, its picture, and the box of each character.

Runs in a confined child only.
"""

import ctypes
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pypdfium2_raw as pdfium
from PIL import Image

from documents.extractors.failures import ExtractionFailure
from documents.extractors.pdf_characters import Handle, join_surrogates, open_text_page, text_units
from documents.extractors.pdf_order import Reading, in_reading_order
from documents.extractors.pdf_pages import open_document
from documents.extractors.pdf_repair import with_trailer
from documents.pictures.failures import PictureFailure
from documents.pictures.geometry import Box
from documents.pictures.sizes import PageSize, pixels_for
from documents.text import is_ink

_WHITE = 0xFFFFFFFF
_DEVICE = 1 << 20
_FLAT = 0.02  # of its width
_MOST_PAGES = 100_000
_FIRST_SURROGATE, _LAST_HIGH, _LAST_SURROGATE = "\ud800", "\udbff", "\udfff"
_SURROGATE = re.compile(f"[{_FIRST_SURROGATE}-{_LAST_SURROGATE}]")

Place = Callable[[float, float], tuple[float, float]]
"""From a point of the page's own space to fractions of the page as displayed."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """The raw text of a page as extraction reads it, and for each character the box, None where it has no extent.

    `drawn` is the same in the order in which the file draws it, as earlier versions read it; None if that is no other.
    """

    size: PageSize
    text: str
    boxes: "Boxes"
    drawn: "PlacedText | None" = None


class Boxes:
    """The box of each character, asked of pdfium when it is looked at, so that a very long page costs what is shown
    of it. To be used while the page is open."""

    def __init__(self, place: Callable[[int], Box | None], units: Sequence[int]) -> None:
        self._place = place
        self._units = units

    def __len__(self) -> int:
        return len(self._units)

    def __getitem__(self, at: int) -> Box | None:
        return self._place(self._units[at])


@contextmanager
def open_pdf(path: Path) -> Iterator[Handle]:
    """As extraction opens it, a missing trailer added; PictureFailure `damaged` or `password-needed`."""
    try:
        with open_document(path) as document:
            if document is not None and pdfium.FPDF_GetPageCount(document) > 0:
                yield document
                return
        repaired = with_trailer(path.read_bytes())
        with open_document(repaired or b"") as document:
            if document is None:
                raise PictureFailure("damaged", "pdfium cannot open it")
            yield document
    except ExtractionFailure as failure:
        raise PictureFailure(failure.code) from failure


def page_sizes(document: Handle) -> list[PageSize | None]:
    """One a page, without loading their content; None for a page that cannot be found."""
    found = pdfium.FS_SIZEF()
    count = min(pdfium.FPDF_GetPageCount(document), _MOST_PAGES)
    return [
        _size(found.width, found.height) if pdfium.FPDF_GetPageSizeByIndexF(document, index, found) else None
        for index in range(count)
    ]


def _size(width: float, height: float) -> PageSize | None:
    """In hundredths of a point; None for a page without extent."""
    if not (math.isfinite(width) and math.isfinite(height)):
        return None
    size = PageSize(round(width, 2), round(height, 2))
    return size if size.width > 0 and size.height > 0 else None


def draw_page(document: Handle, number: int, width: int) -> Image.Image:
    """The page on white paper, with its annotations and fields."""
    with _open_page(document, number) as page, _forms(document) as forms:
        wide, high = pixels_for(_size_of(page), width)
        bitmap = pdfium.FPDFBitmap_CreateEx(wide, high, pdfium.FPDFBitmap_BGRx, None, 0)
        if not bitmap:
            raise PictureFailure("too-much-memory", f"{wide} by {high} pixels")
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, _WHITE)
        area = (0, 0, wide, high, 0, pdfium.FPDF_ANNOT)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, *area)
        if forms:
            pdfium.FPDF_FFLDraw(forms, bitmap, page, *area)
        return _image(bitmap, wide, high)


def _image(bitmap: Handle, wide: int, high: int) -> Image.Image:
    stride = pdfium.FPDFBitmap_GetStride(bitmap)
    pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * high)
    return Image.frombytes("RGB", (wide, high), pixels, "raw", "BGRX", stride, 1)


@contextmanager
def _forms(document: Handle) -> Iterator[Handle | None]:
    """What draws the values of fields; None where pdfium will not."""
    callbacks = pdfium.FPDF_FORMFILLINFO(version=2)
    forms = pdfium.FPDFDOC_InitFormFillEnvironment(document, callbacks)
    if forms:
        pdfium.FPDF_SetFormFieldHighlightAlpha(forms, 0)
    try:
        yield forms
    finally:
        if forms:
            pdfium.FPDFDOC_ExitFormFillEnvironment(forms)


@contextmanager
def _open_page(document: Handle, number: int) -> Iterator[Handle]:
    page = pdfium.FPDF_LoadPage(document, number - 1)
    if not page:
        raise PictureFailure("damaged", f"page {number} cannot be loaded")
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


def _size_of(page: Handle) -> PageSize:
    size = _size(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
    if size is None:
        raise PictureFailure("damaged", "a page without extent")
    return size


@contextmanager
def placed_text(document: Handle, number: int) -> Iterator[PlacedText]:
    """The characters of a page in the order of extraction, with their boxes, while the page is open."""
    with _open_page(document, number) as page:
        size, place = _size_of(page), _placing(page)
        with open_text_page(page) as text_page:
            if text_page is None:
                raise PictureFailure("damaged", f"the text of page {number} cannot be loaded")
            units = text_units(text_page)
            box = cache(_Boxes(text_page, place).box)
            reading = in_reading_order(page, text_page, units)
            drawn = None if reading.units == units else _placed(size, Reading(units, range(len(units))), box)
            yield replace(_placed(size, reading, box), drawn=drawn)


def _placed(size: PageSize, reading: Reading, box: Callable[[int], Box | None]) -> PlacedText:
    return PlacedText(size, join_surrogates(reading.units), Boxes(reading.of(box), _first_units(reading.units)))


def _first_units(units: str) -> Sequence[int]:
    """The index of each unit but the second ones of surrogate pairs, as `join_surrogates` pairs them."""
    return tuple(_without_second_units(units)) if _SURROGATE.search(units) else range(len(units))


def _without_second_units(units: str) -> Iterator[int]:
    is_second = False
    for index, unit in enumerate(units):
        follows = units[index + 1 : index + 2]
        if not is_second:
            yield index
        is_second = not is_second and _is_high(unit) and bool(follows) and _is_low(follows)


def _is_high(unit: str) -> bool:
    return _FIRST_SURROGATE <= unit <= _LAST_HIGH


def _is_low(unit: str) -> bool:
    return _LAST_HIGH < unit <= _LAST_SURROGATE


def _placing(page: Handle) -> Place:
    """Taken from pdfium at three points of the page, so that CropBox, turn and origin are those of its pictures."""
    wide, high = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    x0, y0 = _on_device(page, 0, 0)
    xa, ya = _on_device(page, wide, 0)
    xb, yb = _on_device(page, 0, high)
    a, b, c, d = (xa - x0) / wide, (ya - y0) / wide, (xb - x0) / high, (yb - y0) / high
    return lambda x, y: (x0 + a * x + c * y, y0 + b * x + d * y)


def _on_device(page: Handle, x: float, y: float) -> tuple[float, float]:
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, _DEVICE, _DEVICE, 0, x, y, across, down)
    return across.value / _DEVICE, down.value / _DEVICE


class _Boxes:
    """The boxes of the characters of one text page. A page may have very many: what pdfium writes to is made once."""

    def __init__(self, text_page: Handle, place: Place) -> None:
        self._text_page = text_page
        self._place = place
        self._edges = tuple(ctypes.c_double() for _ in range(4))
        self._edge_references = tuple(map(ctypes.byref, self._edges))
        self._line = pdfium.FS_RECTF()
        self._line_reference = ctypes.byref(self._line)

    def box(self, index: int) -> Box | None:
        """Half way between the ink and the line that the font declares.

        The ink alone makes marks of uneven height; what fonts declare may be far too high.
        """
        if not pdfium.FPDFText_GetCharBox(self._text_page, index, *self._edge_references):
            return None
        left, right, bottom, top = [edge.value for edge in self._edges]
        if right <= left or top - bottom <= _FLAT * (right - left):
            return self._flat_box(index, left, right)
        if pdfium.FPDFText_GetLooseCharBox(self._text_page, index, self._line_reference):
            line = self._line
            if line.right > line.left and line.top > line.bottom:
                left, right = (left + line.left) / 2, (right + line.right) / 2
                bottom, top = (bottom + line.bottom) / 2, (top + line.top) / 2
        return _bounds(self._place(left, bottom), self._place(right, top))

    def _flat_box(self, index: int, left: float, right: float) -> Box | None:
        """A letter of vertical writing in a font that this machine lacks is as high as its place in the line."""
        is_seen = is_ink(chr(pdfium.FPDFText_GetUnicode(self._text_page, index)))
        if right <= left or not is_seen:
            return None
        line = self._line
        found = pdfium.FPDFText_GetLooseCharBox(self._text_page, index, self._line_reference)
        return _bounds(self._place(left, line.bottom), self._place(right, line.top)) if found else None


def _bounds(one: tuple[float, float], other: tuple[float, float]) -> Box:
    (xa, ya), (xb, yb) = one, other
    x0, x1 = (xa, xb) if xa < xb else (xb, xa)
    y0, y1 = (ya, yb) if ya < yb else (yb, ya)
    return x0, y0, x1, y1
