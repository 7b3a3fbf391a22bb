"""Content decides what a file is, never its name."""

import io
import struct

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import DOCX, EML, ENCRYPTED_OFFICE, EPUB, HTML, MARKDOWN, PDF, PLAIN
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

from .docx_files import make_docx, paragraph, zip_file
from .pdf_files import make_pdf


def sniff(data: bytes, name: str = "upload.bin") -> str:
    return sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), name)


def refusal(data: bytes, name: str = "upload.bin") -> ExtractionFailure:
    with pytest.raises(ExtractionFailure) as caught:
        sniff(data, name)
    return caught.value


def office_zip(content_type: str, part: str = "/main.xml") -> bytes:
    types = f'<Types xmlns="x"><Override PartName="{part}" ContentType="{content_type}"/></Types>'
    return zip_file({"[Content_Types].xml": types})


def ole_file(*names: str) -> bytes:
    """A compound file of one table sector and one directory sector."""
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<H", header, 30, 9)
    struct.pack_into("<L", header, 48, 1)
    struct.pack_into("<109L", header, 76, 0, *[0xFFFFFFFF] * 108)
    table = struct.pack("<128L", 0xFFFFFFFD, 2, 0xFFFFFFFE, *[0xFFFFFFFF] * 125)
    entries = b"".join(_ole_entry(name) for name in ("Root Entry", "", "", "", *names))
    return bytes(header) + table + entries.ljust(1024, b"\0")


def _ole_entry(name: str) -> bytes:
    encoded = name.encode("utf-16-le") + b"\0\0"
    return encoded.ljust(64, b"\0") + struct.pack("<H", len(encoded)) + bytes(62)


@pytest.mark.parametrize("name", ["a.pdf", "a.txt", "a.docx", "a", ".md"])
@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (make_pdf("text"), PDF),
        (b"%%PRINT TICKET\r\n" * 20 + make_pdf("text"), PDF),
        (make_docx(paragraph("text")), DOCX),
        (make_docx(paragraph("text"), main="document2.xml", strict=True), DOCX),
        (make_docx(paragraph("text" * 5000))[:300], DOCX),
        (zip_file({"mimetype": "application/epub+zip"}), EPUB),
        (b"MIME-Version: 1.0\nFrom: me\n\ntext", EML),
        ("Message-ID: <1@x>\r\nFrom: me\r\n\r\ntext".encode("utf-16"), EML),
        (b"<!DOCTYPE html><p>text", HTML),
        (b"\xef\xbb\xbf \n<!-- a --><!-- b --><HTML><p>text", HTML),
        (b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"/>', HTML),
        ("<html><p>text".encode("utf-16"), HTML),
        (ole_file("EncryptionInfo", "EncryptedPackage"), ENCRYPTED_OFFICE),
    ],
)
def test_the_content_decides(data: bytes, media_type: str, name: str) -> None:
    assert sniff(data, name) == media_type


@pytest.mark.parametrize(
    "data",
    [
        b"Some text.",
        "Grüße, “quoted”".encode("cp1252"),
        "Grüße".encode("utf-16"),
        "Some longer text".encode("utf-16-le"),
        "Текст".encode("koi8_r"),
        b"A text with one NUL\0 in it, and enough other characters that it is still clearly a text.",
        b"The header of such a file is %PDF-1.7, as every reader knows.",
        b"Compare <html> with <p>.",
        b"From: me\nTo: you\n\nA memo, not a message.",
        "ä".encode() * HEAD_BYTES,
        b"x" + "ä".encode() * HEAD_BYTES,
    ],
)
def test_text_is_plain_or_markdown_by_its_name(data: bytes) -> None:
    assert sniff(data, "notes.txt") == PLAIN
    assert sniff(data, "NOTES.MD") == MARKDOWN


def test_an_empty_file_is_called_empty() -> None:
    assert refusal(b"").code == "empty-file"


@pytest.mark.parametrize("stream", ["WordDocument", "Workbook", "Book", "PowerPoint Document"])
def test_old_office_files_are_called_so(stream: str) -> None:
    assert refusal(ole_file(stream), "new.docx").code == "legacy-office"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (office_zip("application/vnd.ms-powerpoint.addin.macroEnabled.main+xml"), "PowerPoint"),
        (office_zip("application/vnd.ms-excel.sheet.binary.macroEnabled.main"), "Excel"),
        (office_zip("application/vnd.unheard-of+xml"), "Office file"),
        (zip_file({"mimetype": "application/vnd.oasis.opendocument.graphics"}), "OpenDocument file"),
        (zip_file({"a.txt": "text"}), "ZIP archive"),
        (b"PK\x03\x04" + bytes(100), "damaged ZIP"),
        (ole_file("__properties_version1.0"), "Outlook"),
        (ole_file("anything"), "OLE"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "OLE"),
        (b"{\\rtf1 text}", "RTF"),
        (b"%!PS-Adobe-3.0\n", "PostScript"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(40), "Portable Network Graphics"),
        (bytes(range(256)) * 4, "unknown kind"),
    ],
)
def test_other_kinds_are_refused_by_name(data: bytes, kind: str) -> None:
    failure = refusal(data)
    assert failure.code == "unsupported-type"
    assert kind.casefold() in failure.detail.casefold()


def test_a_head_of_endless_comments_is_soon_decided() -> None:
    assert sniff(b"<!---->" * 1100) == PLAIN
    assert sniff(b"<!--" * 2000) == PLAIN
    assert sniff(b"a:b\n " * 1600) == PLAIN


def test_an_ole_directory_that_bites_its_tail_is_left() -> None:
    looped = bytearray(ole_file("WordDocument"))
    struct.pack_into("<L", looped, 512 + 8, 1)
    assert refusal(bytes(looped)).code == "legacy-office"
