"""What pdfium says about a PDF: the characters of each page, in its reading order, and the outline.

The raw interface on purpose: `get_text_range()` leaves characters out, and the import is a third of the helpers'.
One file at a time and one thread: pdfium is not thread-safe.
"""

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2_raw as pdfium

from documents.extractors.failures import ExtractionFailure
from documents.extractors.progress import report

_MOST_PAGES = 100_000
_MISSING_IN_A_ROW = 1_000
_MOST_BOOKMARKS = 5_000
_DEEPEST_BOOKMARK = 32
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_SPOKEN_ANNOTATIONS = frozenset({pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_WIDGET})

Handle = Any
"""A pointer of pdfium's; its bindings have no types."""


@dataclass(frozen=True, slots=True)
class RawPage:
    """The uncleaned characters of a page, None when they cannot be read; whether annotations may add to them.

    A page that is not there is declared by the file, and cannot even be opened.
    """

    text: str | None
    has_spoken_annotations: bool = False
    is_there: bool = True


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A line of the outline; `page` is a page number, None where the entry leads nowhere that is known."""

    title: str
    page: int | None


@dataclass(frozen=True, slots=True)
class RawPdf:
    """A PDF before cleaning."""

    pages: tuple[RawPage, ...]
    outline: tuple[OutlineEntry, ...] = ()
    title: str | None = None
    has_labels: bool = False
    by_second_reader: bool = False


def read_with_pdfium(source: Path | bytes) -> RawPdf | None:
    """None when pdfium cannot open the file or finds no page in it; ExtractionFailure when it needs a password."""
    with open_document(source) as document:
        if document is None:
            return None
        pages = _read_pages(document)
        if not pages:
            return None
        return RawPdf(
            pages=pages,
            outline=tuple(_outline(document)),
            title=_metadata(document, b"Title"),
            has_labels=pdfium.FPDF_GetPageLabel(document, 0, None, 0) > 0,
        )


@cache
def start_library() -> None:
    pdfium.FPDF_InitLibrary()


@contextmanager
def open_document(source: Path | bytes) -> Iterator[Handle | None]:
    """None when pdfium cannot open the file; ExtractionFailure when it needs a password."""
    start_library()
    if isinstance(source, bytes):
        document = pdfium.FPDF_LoadMemDocument64(source, len(source), None)
    else:
        document = pdfium.FPDF_LoadDocument(str(source).encode(), None)
    if not document:
        if pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD:
            raise ExtractionFailure("password-needed")
        yield None
        return
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _read_pages(document: Handle) -> tuple[RawPage, ...]:
    """As many as are declared; but the declared number may be a lie, so long runs of missing pages end the reading."""
    pages: list[RawPage] = []
    missing = 0
    count = pdfium.FPDF_GetPageCount(document)
    for index in range(count):
        if index >= _MOST_PAGES:
            raise ExtractionFailure("expands-too-much", f"more than {_MOST_PAGES} pages")
        report(index, count)
        pages.append(_read_page(document, index))
        missing = 0 if pages[-1].is_there else missing + 1
        if missing == _MISSING_IN_A_ROW:
            return tuple(pages[:-missing])
    return tuple(pages)


def _read_page(document: Handle, index: int) -> RawPage:
    page = pdfium.FPDF_LoadPage(document, index)
    if not page:
        return RawPage(None, is_there=False)
    try:
        return RawPage(_page_text(page), _has_spoken_annotations(page))
    finally:
        pdfium.FPDF_ClosePage(page)


def _page_text(page: Handle) -> str | None:
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        return None
    try:
        return join_surrogates(text_units(text_page))
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def text_units(text_page: Handle) -> str:
    """The characters of a page as pdfium counts them, and as it numbers their boxes: UTF-16 units."""
    code_at = pdfium.FPDFText_GetUnicode
    return "".join([chr(code_at(text_page, index)) for index in range(pdfium.FPDFText_CountChars(text_page))])


def join_surrogates(text: str) -> str:
    """pdfium counts in UTF-16 units: two of them are one astral character."""
    return _SURROGATE_PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


def _has_spoken_annotations(page: Handle) -> bool:
    return any(_subtype(page, index) in _SPOKEN_ANNOTATIONS for index in range(pdfium.FPDFPage_GetAnnotCount(page)))


def _subtype(page: Handle, index: int) -> int | None:
    annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if not annotation:
        return None
    try:
        return int(pdfium.FPDFAnnot_GetSubtype(annotation))
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _outline(document: Handle) -> Iterator[OutlineEntry]:
    """In reading order; a tree that bites its own tail is left where it does."""
    seen: set[int] = set()
    waiting = [(pdfium.FPDFBookmark_GetFirstChild(document, None), 1)]
    while waiting and len(seen) < _MOST_BOOKMARKS:
        bookmark, depth = waiting.pop()
        address = ctypes.addressof(bookmark.contents) if bookmark else None
        if address is None or address in seen:
            continue
        seen.add(address)
        yield OutlineEntry(_bookmark_title(bookmark), _bookmark_page(document, bookmark))
        waiting.append((pdfium.FPDFBookmark_GetNextSibling(document, bookmark), depth))
        if depth < _DEEPEST_BOOKMARK:
            waiting.append((pdfium.FPDFBookmark_GetFirstChild(document, bookmark), depth + 1))


def _bookmark_title(bookmark: Handle) -> str:
    return _utf16_string(lambda buffer, size: pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size))


def _bookmark_page(document: Handle, bookmark: Handle) -> int | None:
    destination = pdfium.FPDFBookmark_GetDest(document, bookmark)
    if not destination:
        action = pdfium.FPDFBookmark_GetAction(bookmark)
        destination = pdfium.FPDFAction_GetDest(document, action) if action else None
    index = pdfium.FPDFDest_GetDestPageIndex(document, destination) if destination else -1
    return index + 1 if index >= 0 else None


def _metadata(document: Handle, key: bytes) -> str | None:
    return _utf16_string(lambda buffer, size: pdfium.FPDF_GetMetaText(document, key, buffer, size)) or None


def _utf16_string(fill: Callable[[Any, int], int]) -> str:
    """pdfium's way of handing out strings: ask for the size in bytes, then for the UTF-16 text and its NUL."""
    size = fill(None, 0)
    buffer = ctypes.create_string_buffer(size)
    fill(buffer, size)
    return buffer.raw[: max(0, size - 2)].decode("utf-16-le", errors="replace")
