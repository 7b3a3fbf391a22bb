"""The smallest packages that are read as what they say they are."""

import zipfile
from collections.abc import Mapping, Sequence
from typing import BinaryIO

_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_X = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

DOCX_START = f'<w:document xmlns:w="{_W}"><w:body>'.encode()
DOCX_END = b"</w:body></w:document>"
XLSX_SHEET_START = f'<worksheet xmlns="{_X}"><sheetData>'.encode()
XLSX_SHEET_END = b"</sheetData></worksheet>"
_ODF_NAMES = f'xmlns:office="{_OASIS}:office:1.0" xmlns:text="{_OASIS}:text:1.0" xmlns:table="{_OASIS}:table:1.0"'
ODT_START = f"<office:document-content {_ODF_NAMES}><office:body><office:text>".encode()
ODT_END = b"</office:text></office:body></office:document-content>"
ODS_START = (
    f'<office:document-content {_ODF_NAMES}><office:body><office:spreadsheet><table:table table:name="A">'.encode()
)
ODS_END = b"</table:table></office:spreadsheet></office:body></office:document-content>"


def write_zip(file: BinaryIO, parts: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)


def docx_parts(related: Sequence[str] = ()) -> dict[str, bytes]:
    """All but the document; `related` are kinds of parts, "footnotes", that stand beside it."""
    relations = [(kind, f"{_RELATIONS}/{kind}", f"{kind}.xml") for kind in related]
    return {
        "[Content_Types].xml": _types("/word/document.xml", "wordprocessingml.document.main+xml"),
        "_rels/.rels": _relationships([("main", f"{_RELATIONS}/officeDocument", "word/document.xml")]),
        "word/_rels/document.xml.rels": _relationships(relations),
    }


def xlsx_parts(*, with_strings: bool = False) -> dict[str, bytes]:
    """All but the sheet and its strings."""
    relations = [("sheet", f"{_RELATIONS}/worksheet", "sheet.xml")]
    if with_strings:
        relations.append(("strings", f"{_RELATIONS}/sharedStrings", "strings.xml"))
    workbook = (
        f'<workbook xmlns="{_X}" xmlns:r="{_RELATIONS}"><sheets>'
        '<sheet name="A" sheetId="1" r:id="sheet"/></sheets></workbook>'
    )
    return {
        "[Content_Types].xml": _types("/xl/workbook.xml", "spreadsheetml.sheet.main+xml"),
        "_rels/.rels": _relationships([("main", f"{_RELATIONS}/officeDocument", "xl/workbook.xml")]),
        "xl/_rels/workbook.xml.rels": _relationships(relations),
        "xl/workbook.xml": workbook.encode(),
    }


def odf_parts(kind: str) -> dict[str, bytes]:
    """All but the content; `kind` is "text" or "spreadsheet"."""
    return {"mimetype": f"application/vnd.oasis.opendocument.{kind}".encode()}


def epub_parts(spine: Sequence[str]) -> dict[str, bytes]:
    """All but the chapters, which stand in OPS/."""
    items = "".join(
        f'<item id="i{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in dict.fromkeys(spine)
    )
    references = "".join(f'<itemref idref="i{name}"/>' for name in spine)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f"<manifest>{items}</manifest><spine>{references}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    return {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": container.encode(),
        "OPS/book.opf": package.encode(),
    }


def _types(main: str, content_type: str) -> bytes:
    override = f'<Override PartName="{main}" ContentType="{_OPEN_XML}.{content_type}"/>'
    return f'<Types xmlns="{_PACKAGE}/content-types">{override}</Types>'.encode()


def _relationships(entries: Sequence[tuple[str, str, str]]) -> bytes:
    items = "".join(f'<Relationship Id="{i}" Type="{t}" Target="{target}"/>' for i, t, target in entries)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'.encode()
