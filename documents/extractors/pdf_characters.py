"""The characters of one page as pdfium has them: UTF-16 units, in its own order, and where they stand.

The raw interface on purpose: `get_text_range()` leaves characters out, and then nothing fits their boxes.
"""

import ctypes
import math
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2_raw as pdfium

Handle = Any
"""A pointer of pdfium's; its bindings have no types."""

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points; y grows upwards."""
Boxes = Callable[[int], Box | None]
"""From the index of a unit to its box; None where it has none."""

_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_BEYOND_ONE_UNIT = re.compile("[\U00010000-\U0010ffff]")
_THINNEST = 0.01  # points: pdfium leaves out text that is not wider
_SLANT = 0.002
_MOST_OBJECTS = 5_000
_ASKED_FOR_TURN = 9
_QUARTER = math.pi / 2


@contextmanager
def open_text_page(page: Handle) -> Iterator[Handle | None]:
    """The characters of a page; None when they cannot be read. The page is not for drawing afterwards."""
    _slant_thin_lines(page)
    text_page = pdfium.FPDFText_LoadPage(page)
    try:
        yield text_page or None
    finally:
        if text_page:
            pdfium.FPDFText_ClosePage(text_page)


def _slant_thin_lines(page: Handle) -> None:
    """pdfium reads no text without width, as a vertical line is to it whose font this machine lacks.

    Slanted by a hair around its middle, it is read.
    """
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    edges = [ctypes.byref(edge) for edge in (left, bottom, right, top)]
    for index in range(min(pdfium.FPDFPage_CountObjects(page), _MOST_OBJECTS)):
        shown = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(shown) != pdfium.FPDF_PAGEOBJ_TEXT:
            continue
        if not pdfium.FPDFPageObj_GetBounds(shown, *edges):
            continue
        if right.value - left.value < _THINNEST < top.value - bottom.value:
            pdfium.FPDFPageObj_Transform(shown, 1, 0, _SLANT, 1, -_SLANT * (bottom.value + top.value) / 2, 0)


def text_units(text_page: Handle) -> str:
    """The characters of a page as pdfium counts them, and as it numbers their boxes: UTF-16 units."""
    count = pdfium.FPDFText_CountChars(text_page)
    whole = _units_at_once(text_page, count) if count > 0 else ""
    if whole is not None:
        return whole
    code_at = pdfium.FPDFText_GetUnicode
    return "".join([chr(code_at(text_page, index)) for index in range(count)])


def _units_at_once(text_page: Handle, count: int) -> str | None:
    """None where pdfium leaves some out; thirty times faster than asking for each."""
    room = (ctypes.c_ushort * (2 * count + 2))()
    if pdfium.FPDFText_GetText(text_page, 0, count, room) != count + 1:
        return None
    text = bytes(room)[: 2 * count].decode("utf-16-le", errors="surrogatepass")
    # The mark of a hyphen at a line end is U+FFFE in a text and U+0002 where one character is asked for.
    return split_surrogates(text).replace("\ufffe", "\x02")


def join_surrogates(text: str) -> str:
    """pdfium counts in UTF-16 units: two of them are one astral character."""
    return _SURROGATE_PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


def split_surrogates(text: str) -> str:
    """The way back: every astral character as its two units."""
    return _BEYOND_ONE_UNIT.sub(lambda character: _pair(ord(character[0]) - 0x10000), text)


def _pair(code: int) -> str:
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def boxes_of(text_page: Handle, turn: int = 0) -> Boxes:
    """Around the ink of each character, the page turned back by the `turn` of its lines: they go to the right."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    edges = [ctypes.byref(edge) for edge in (left, right, bottom, top)]

    def box(index: int) -> Box | None:
        if not pdfium.FPDFText_GetCharBox(text_page, index, *edges):
            return None
        return turned((left.value, bottom.value, right.value, top.value), -turn)

    return box


def origins_of(text_page: Handle, turn: int = 0) -> Boxes:
    """The point on which each character is set, as a box without extent; turned as `boxes_of`."""
    across, up = ctypes.c_double(), ctypes.c_double()
    point = ctypes.byref(across), ctypes.byref(up)

    def origin(index: int) -> Box | None:
        if not pdfium.FPDFText_GetCharOrigin(text_page, index, *point):
            return None
        return turned((across.value, up.value, across.value, up.value), -turn)

    return origin


def object_boxes(text_page: Handle, turn: int) -> list[Box]:
    """Around each run of characters that the file draws at once, in pdfium's order: few, and fast to get."""
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    edges = [ctypes.byref(edge) for edge in (left, top, right, bottom)]
    return [
        turned((left.value, bottom.value, right.value, top.value), -turn)
        for index in range(pdfium.FPDFText_CountRects(text_page, 0, -1))
        if pdfium.FPDFText_GetRect(text_page, index, *edges)
    ]


def turned(box: Box, turn: int) -> Box:
    """Turned by so many quarters to the right around the origin."""
    left, bottom, right, top = box
    for _ in range(turn % 4):
        left, bottom, right, top = bottom, -right, top, -left
    return left, bottom, right, top


def turn_of_lines(text_page: Handle, count: int) -> int:
    """In quarters to the right: how most lines go in the page's own space; 0 is from left to right."""
    asked = range(count // (2 * _ASKED_FOR_TURN), count, max(1, count // _ASKED_FOR_TURN))
    turns = [round(pdfium.FPDFText_GetCharAngle(text_page, index) / _QUARTER) % 4 for index in asked]
    return max(sorted(set(turns)), key=turns.count, default=0)


def turn_of_page(page: Handle) -> int:
    """In quarters to the right: how the page is shown."""
    return int(pdfium.FPDFPage_GetRotation(page)) % 4
