"""Content decides what a file is, never its name."""

import io
import struct
from pathlib import Path

import pytest

from documents.extractors import sniffing
from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import (
    DOC,
    DOCX,
    EML,
    ENCRYPTED_OFFICE,
    EPUB,
    HTML,
    MARKDOWN,
    PDF,
    PLAIN,
    PPT,
    RTF,
    XLS,
    XLSB,
)
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

from .docx_files import make_docx, paragraph, zip_file
from .ole_files import ole_file
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
        (b"{\\rtf1 text}", RTF),
        (b"\r\n{\\rtf1\\ansi <html>}", RTF),
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
        b"PK is how its maker signed the first ZIP.",
        "Grüße, “quoted”".encode("cp1252"),
        "Grüße".encode("utf-16"),
        "Some longer text".encode("utf-16-le"),
        "Текст".encode("koi8_r"),
        b"one\0stray",
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


@pytest.mark.parametrize("name", ["frag.html", "FRAG.HTM", "frag.xhtml"])
@pytest.mark.parametrize(
    "data",
    [
        b"<div><p>Hello <b>x</b></p></div>",
        b"\n<p>Hello",
        b"<!-- made by hand -->\n<h1 id=a>Hello</h1>",
        b"<br/>Hello",
        b"<div>" * 200_000 + b"deep",
    ],
)
def test_a_piece_of_a_web_page_is_one_where_its_name_says_so(data: bytes, name: str) -> None:
    assert sniff(data, name) == HTML
    assert sniff(data, "frag.txt") == PLAIN


@pytest.mark.parametrize("data", [b"Hello <b>x</b>", b"< 5 of them", b"<3", b"<me@example.org> wrote"])
def test_words_are_no_web_page_whatever_their_name(data: bytes) -> None:
    assert sniff(data, "frag.html") == PLAIN


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize(
    "text",
    [
        "Паром уходит в семь. ",
        "船は七時に北の埠頭を出ます。",
        "नाव सात बजे रवाना होती है। ",
        "המעבורת יוצאת בשבע. ",
        "👩\u200d👧 ",
        "a\u0315\u0300",
    ],
)
def test_a_character_that_the_end_of_the_head_cuts_makes_no_other_encoding(text: str, shift: int) -> None:
    assert sniff(b"x" * shift + text.encode() * 2000, "notes.txt") == PLAIN


def test_an_empty_file_is_called_empty() -> None:
    assert refusal(b"").code == "empty-file"


OLD_OFFICE = [("WordDocument", DOC), ("Workbook", XLS), ("Book", XLS), ("PowerPoint Document", PPT)]


@pytest.fixture
def _without_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffing, "find_office_program", lambda: None)


@pytest.fixture
def _with_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniffing, "find_office_program", lambda: Path("/opt/soffice"))


@pytest.mark.parametrize(("stream", "_media_type"), OLD_OFFICE)
@pytest.mark.usefixtures("_without_libreoffice")
def test_old_office_files_are_called_so_where_nothing_reads_them(stream: str, _media_type: str) -> None:
    assert refusal(ole_file(stream), "new.docx").code == "legacy-office"


@pytest.mark.parametrize(("stream", "media_type"), OLD_OFFICE)
@pytest.mark.usefixtures("_with_libreoffice")
def test_old_office_files_are_taken_where_libreoffice_is(stream: str, media_type: str) -> None:
    assert sniff(ole_file(stream), "new.docx") == media_type


@pytest.mark.usefixtures("_with_libreoffice")
def test_a_binary_workbook_is_taken_where_libreoffice_is() -> None:
    assert sniff(office_zip("application/vnd.ms-excel.sheet.binary.macroEnabled.main")) == XLSB


@pytest.mark.usefixtures("_without_libreoffice")
def test_a_binary_workbook_is_refused_with_what_is_missing() -> None:
    failure = refusal(office_zip("application/vnd.ms-excel.sheet.binary.macroEnabled.main"))
    assert failure.code == "unsupported-type"
    assert "LibreOffice" in failure.detail


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (office_zip("application/vnd.ms-powerpoint.addin.macroEnabled.main+xml"), "PowerPoint"),
        (office_zip("application/vnd.ms-excel.addin.macroEnabled.main+xml"), "Excel"),
        (office_zip("application/vnd.unheard-of+xml"), "Office file"),
        (zip_file({"mimetype": "application/vnd.oasis.opendocument.graphics"}), "OpenDocument file"),
        (zip_file({"a.txt": "text"}), "ZIP archive"),
        (b"PK\x03\x04" + bytes(100), "damaged ZIP"),
        (b"MSCF" + bytes(100), "This is a Microsoft cabinet file."),
        (b"PK\x05\x06" + bytes(18), "ZIP archive"),
        (b"PK00PK\x03\x04" + bytes(100), "damaged ZIP"),
        (ole_file("__properties_version1.0"), "Outlook"),
        (ole_file("anything"), "OLE"),
        (b"%!PS-Adobe-3.0\n", "PostScript"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(40), "This is a PNG picture."),
        (bytes(range(256)) * 4, "unknown kind"),
    ],
)
def test_other_kinds_are_refused_by_name(data: bytes, kind: str) -> None:
    failure = refusal(data)
    assert failure.code == "unsupported-type"
    assert kind.casefold() in failure.detail.casefold()


@pytest.mark.parametrize("name", ["a.doc", "A.XLS", "a.ppt", "a.bin"])
@pytest.mark.parametrize("length", [8, 700, 1024])
def test_a_compound_file_that_is_cut_before_its_directory_is_damaged(length: int, name: str) -> None:
    assert refusal(ole_file("WordDocument")[:length], name).code == "damaged"


def test_a_compound_file_without_what_its_name_says_is_damaged() -> None:
    assert refusal(ole_file("anything"), "a.doc").code == "damaged"
    assert refusal(ole_file("__properties_version1.0"), "a.doc").code == "unsupported-type"


def test_a_head_of_endless_comments_is_soon_decided() -> None:
    assert sniff(b"<!---->" * 1100) == PLAIN
    assert sniff(b"<!--" * 2000) == PLAIN
    assert sniff(b"a:b\n " * 1600) == PLAIN


@pytest.mark.usefixtures("_without_libreoffice")
def test_an_ole_directory_that_bites_its_tail_is_left() -> None:
    looped = bytearray(ole_file("WordDocument"))
    struct.pack_into("<L", looped, 512 + 8, 1)
    assert refusal(bytes(looped)).code == "legacy-office"
