"""What pdfium says about a PDF: the text of each page, in the order in which people read it, and the outline.

The raw interface on purpose: its import is a third of the helpers'.
One file at a time and one thread: pdfium is not thread-safe.
"""

import ctypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2_raw as pdfium

from documents.extractors import passwords
from documents.extractors.failures import ExtractionFailure
from documents.extractors.outcome import OutlineEntry
from documents.extractors.pdf_characters import Handle, join_surrogates, open_text_page, text_units
from documents.extractors.pdf_order import in_reading_order
from documents.extractors.progress import report

_MOST_PAGES = 100_000
_MISSING_IN_A_ROW = 1_000
_MOST_BOOKMARKS = 5_000
_DEEPEST_BOOKMARK = 32
_SPOKEN_ANNOTATIONS = frozenset({pdfium.FPDF_ANNOT_TEXT, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_WIDGET})
_UNSEEN_ANNOTATIONS = frozenset({pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP})


@dataclass(frozen=True, slots=True)
class RawPage:
    """The uncleaned characters of a page, None when they cannot be read; whether annotations may add to them.

    A page that is not there is declared by the file, and cannot even be opened. One that draws nothing is blank, or
    what it draws cannot be unpacked: pdfium does not tell which. Links and windows of comments show nothing.
    """

    text: str | None
    has_spoken_annotations: bool = False
    shows_annotations: bool = False
    is_there: bool = True
    draws_nothing: bool = False
    has_attachments: bool = False


@dataclass(frozen=True, slots=True)
class RawPdf:
    """A PDF before cleaning, its outline as well."""

    pages: tuple[RawPage, ...]
    outline: tuple[OutlineEntry, ...] = ()
    title: str | None = None
    has_attachments: bool = False
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
            has_attachments=_has_attachments(document, pages),
        )


@cache
def start_library() -> None:
    pdfium.FPDF_InitLibrary()


@contextmanager
def open_document(source: Path | bytes) -> Iterator[Handle | None]:
    """None when pdfium cannot open the file; ExtractionFailure when it needs a password."""
    start_library()
    document = _load(source)
    if not document:
        yield None
        return
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _load(source: Path | bytes) -> Handle | None:
    """Without a password; with one only when the file asks for it."""
    document = _load_with(source, None)
    if document:
        passwords.refuse_unneeded()
        return document
    if pdfium.FPDF_GetLastError() != pdfium.FPDF_ERR_PASSWORD:
        return None
    for password in passwords.spellings():
        if document := _load_with(source, password.encode()):
            return document
    raise passwords.still_locked()


def _load_with(source: Path | bytes, password: bytes | None) -> Handle | None:
    if isinstance(source, bytes):
        return pdfium.FPDF_LoadMemDocument64(source, len(source), password)
    return pdfium.FPDF_LoadDocument(str(source).encode(), password)


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
        subtypes = _annotation_subtypes(page)
        return RawPage(
            _page_text(page),
            has_spoken_annotations=not subtypes.isdisjoint(_SPOKEN_ANNOTATIONS),
            shows_annotations=not subtypes <= _UNSEEN_ANNOTATIONS,
            draws_nothing=pdfium.FPDFPage_CountObjects(page) == 0,
            has_attachments=pdfium.FPDF_ANNOT_FILEATTACHMENT in subtypes,
        )
    finally:
        pdfium.FPDF_ClosePage(page)


def _page_text(page: Handle) -> str | None:
    with open_text_page(page) as text_page:
        if text_page is None:
            return None
        return join_surrogates(in_reading_order(page, text_page, text_units(text_page)).units)


def _has_attachments(document: Handle, pages: Iterable[RawPage]) -> bool:
    return pdfium.FPDFDoc_GetAttachmentCount(document) > 0 or any(page.has_attachments for page in pages)


def _annotation_subtypes(page: Handle) -> set[int | None]:
    return {_subtype(page, index) for index in range(pdfium.FPDFPage_GetAnnotCount(page))}


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
