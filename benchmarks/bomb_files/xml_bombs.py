"""Well-made packages whose XML wants to grow, to nest, to repeat or to fetch."""

from typing import BinaryIO

from benchmarks.bomb_files.bomb import WORDS, Bomb
from benchmarks.bomb_files.packages import (
    DOCX_END,
    DOCX_START,
    ODS_END,
    ODS_START,
    ODT_END,
    ODT_START,
    XLSX_SHEET_END,
    XLSX_SHEET_START,
    docx_parts,
    epub_parts,
    odf_parts,
    write_zip,
    xlsx_parts,
)

_RUN = b"<w:r><w:t>%b</w:t></w:r>"
_LAUGHS = (
    b'<!DOCTYPE w [<!ENTITY a0 "ha ha ha ha ">'
    + b"".join(b'<!ENTITY a%d "%b">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10))
    + b"]>"
)
_FETCHING = b'<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b SYSTEM "http://127.0.0.1:9/b">]>'
_FETCHING_TYPE = b'<!DOCTYPE html SYSTEM "http://127.0.0.1:9/type.dtd" [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>'


def _document(file: BinaryIO, body: bytes, before: bytes = b"", **related: bytes) -> None:
    parts = docx_parts(list(related)) | {"word/document.xml": before + DOCX_START + body + DOCX_END}
    write_zip(file, parts | {f"word/{kind}.xml": content for kind, content in related.items()})


def _billion_laughs(file: BinaryIO, size: float) -> None:
    _document(file, b"<w:p>" + _RUN % b"&a9;" + b"</w:p>", _LAUGHS)


def _quadratic(file: BinaryIO, size: float) -> None:
    length = int(100_000 * size)
    entity = b'<!DOCTYPE w [<!ENTITY a "%b">]>' % (b"x" * length)
    _document(file, b"<w:p>" + _RUN % (b"&a;" * length) + b"</w:p>", entity)


def _fetching(file: BinaryIO, size: float) -> None:
    _document(file, b"<w:p>" + _RUN % b"&a;&b;" + b"</w:p>", _FETCHING)


def _fetching_odt(file: BinaryIO, size: float) -> None:
    write_zip(file, odf_parts("text") | {"content.xml": _FETCHING + ODT_START + b"<text:p>&a;&b;</text:p>" + ODT_END})


def _fetching_epub(file: BinaryIO, size: float) -> None:
    chapter = _FETCHING_TYPE + b"<html><body><p>Some words &p;</p></body></html>"
    write_zip(file, epub_parts(["a.xhtml"]) | {"OPS/a.xhtml": chapter})


def _deep_docx(file: BinaryIO, size: float) -> None:
    depth = int(1_000_000 * size)
    _document(file, b"<w:sdt>" * depth + b"<w:p/>" + b"</w:sdt>" * depth)


def _deep_tables(file: BinaryIO, size: float) -> None:
    """As deep as the XML parser lets pass."""
    depth = 80
    table = b"<w:tbl><w:tr><w:tc>" * depth + b"<w:p>" + _RUN % WORDS + b"</w:p>" + b"</w:tc></w:tr></w:tbl>" * depth
    _document(file, table * int(2000 * size))


def _note_references(file: BinaryIO, size: float) -> None:
    """A million references to one note of ten kilobytes."""
    note = b'<w:footnote w:id="2"><w:p>' + _RUN % (WORDS * 200) + b"</w:p></w:footnote>"
    notes = DOCX_START.replace(b"document", b"footnotes").replace(b"<w:body>", b"") + note + b"</w:footnotes>"
    body = b'<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>' * int(1_000_000 * size)
    _document(file, body, footnotes=notes)


def _wide_cells(file: BinaryIO, size: float) -> None:
    cell = b'<w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr><w:p>' + _RUN % WORDS + b"</w:p></w:tc>"
    _document(file, b"<w:tbl><w:tr>" + cell * 100 + b"</w:tr></w:tbl>")


def _far_cell(file: BinaryIO, size: float) -> None:
    """Declared as a sheet of seventeen billion cells, with one of them."""
    start = XLSX_SHEET_START.replace(b"<sheetData>", b'<dimension ref="A1:XFD1048576"/><sheetData>')
    row = b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>Far</t></is></c></row>'
    write_zip(file, xlsx_parts() | {"xl/sheet.xml": start + row + XLSX_SHEET_END})


def _shared_string(file: BinaryIO, size: float) -> None:
    """A string of a megabyte in ten thousand cells."""
    strings = b"<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>%b</t></si></sst>"
    rows = b"".join(
        b'<row r="%d"><c r="A%d" t="s"><v>0</v></c></row>' % (n, n) for n in range(1, int(10_000 * size) + 2)
    )
    parts = {"xl/sheet.xml": XLSX_SHEET_START + rows + XLSX_SHEET_END, "xl/strings.xml": strings % (WORDS * 20_000)}
    write_zip(file, xlsx_parts(with_strings=True) | parts)


def _repeated_cells(file: BinaryIO, size: float) -> None:
    """One cell, repeated to a sheet of sixteen billion."""
    cell = b'<table:table-cell table:number-columns-repeated="16384"><text:p>Again</text:p></table:table-cell>'
    row = b'<table:table-row table:number-rows-repeated="1048576">' + cell + b"</table:table-row>"
    write_zip(file, odf_parts("spreadsheet") | {"content.xml": ODS_START + row * 5 + ODS_END})


def _repeated_spaces(file: BinaryIO, size: float) -> None:
    body = b'<text:p>A<text:s text:c="2000000000"/>B</text:p>'
    write_zip(file, odf_parts("text") | {"content.xml": ODT_START + body * 10 + ODT_END})


def _deep_chapter(file: BinaryIO, size: float) -> None:
    depth = int(1_000_000 * size)
    chapter = b"<html><body>" + b"<div>" * depth + WORDS + b"</div>" * depth + b"</body></html>"
    write_zip(file, epub_parts(["a.xhtml"]) | {"OPS/a.xhtml": chapter})


XML_BOMBS = (
    Bomb("billion-laughs.docx", _billion_laughs),
    Bomb("quadratic-entities.docx", _quadratic),
    Bomb("external-entities.docx", _fetching),
    Bomb("external-entities.odt", _fetching_odt),
    Bomb("external-type.epub", _fetching_epub),
    Bomb("deep-nesting.docx", _deep_docx),
    Bomb("deep-tables.docx", _deep_tables),
    Bomb("1000000-note-references.docx", _note_references),
    Bomb("wide-cells.docx", _wide_cells),
    Bomb("far-cell.xlsx", _far_cell),
    Bomb("one-string-10000-times.xlsx", _shared_string),
    Bomb("repeated-cells.ods", _repeated_cells),
    Bomb("repeated-spaces.odt", _repeated_spaces),
    Bomb("deep-chapter.epub", _deep_chapter),
)
