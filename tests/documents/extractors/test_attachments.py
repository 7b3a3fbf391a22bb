"""Files inside a file are listed, with clean names and where they are marked, and never opened."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import pytest
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from documents.extractors.attachments import MOST_ATTACHMENTS, clean_file_name
from documents.extractors.media_types import DOCX, EML, ODT, PDF, PPTX, XLSX
from documents.extractors.outcome import Attachment, decode_outcome, encode_outcome

from .conftest import Read
from .docx_files import make_docx, paragraph
from .office_files import make_odf, make_pptx, make_xlsx, shape, sheet, slide
from .pdf_files import make_pdf, rewrite_pdf


def file_specification(writer: PdfWriter, name: str, size: int | None) -> DictionaryObject:
    stream = DecodedStreamObject()
    stream.set_data(b"never opened")
    if size is not None:
        stream[NameObject("/Params")] = DictionaryObject({NameObject("/Size"): NumberObject(size)})
    reference = writer._add_object(stream)
    return DictionaryObject({
        NameObject("/Type"): NameObject("/Filespec"),
        NameObject("/UF"): TextStringObject(name),
        NameObject("/EF"): DictionaryObject({NameObject("/F"): reference}),
    })  # fmt: skip


def embed(writer: PdfWriter, *leaves: tuple[str, DictionaryObject]) -> None:
    """Into the catalogue's tree, one level down."""
    names = ArrayObject([item for name, leaf in leaves for item in (TextStringObject(name), leaf)])
    kid = writer._add_object(DictionaryObject({NameObject("/Names"): names}))
    tree = DictionaryObject({NameObject("/Kids"): ArrayObject([kid, kid])})
    writer.root_object[NameObject("/Names")] = DictionaryObject({NameObject("/EmbeddedFiles"): tree})


def mark(writer: PdfWriter, page: int, specification: DictionaryObject) -> None:
    annotation = DictionaryObject({
        NameObject("/Type"): NameObject("/Annot"),
        NameObject("/Subtype"): NameObject("/FileAttachment"),
        NameObject("/Rect"): ArrayObject([NumberObject(0)] * 4),
        NameObject("/FS"): specification,
    })  # fmt: skip
    writer.add_annotation(page - 1, annotation)


def test_the_files_that_a_pdf_names_are_listed(read: Read) -> None:
    def change(writer: PdfWriter) -> None:
        embed(
            writer,
            ("a", file_specification(writer, "C:\\offers\\Über sicht.xlsx", 1234)),
            ("b", file_specification(writer, "", None)),
        )

    outcome = read(rewrite_pdf(make_pdf("one"), change), PDF)
    assert outcome.attachments == (Attachment("Über sicht.xlsx", 1234), Attachment("b"))
    assert decode_outcome(encode_outcome(outcome)) == outcome


def test_one_that_is_marked_on_a_page_has_that_page_and_is_listed_once(read: Read) -> None:
    def change(writer: PdfWriter) -> None:
        shared = file_specification(writer, "drawing.dwg", 9)
        embed(writer, ("drawing.dwg", shared), ("other.txt", file_specification(writer, "other.txt", 3)))
        mark(writer, 2, shared)

    outcome = read(rewrite_pdf(make_pdf("one", "two"), change), PDF)
    assert outcome.attachments == (Attachment("drawing.dwg", 9, 2), Attachment("other.txt", 3))


@pytest.mark.parametrize("size", [-1, 1 << 70])
def test_a_size_that_cannot_be_is_none(read: Read, size: int) -> None:
    def change(writer: PdfWriter) -> None:
        embed(writer, ("a", file_specification(writer, "a", size)))

    assert read(rewrite_pdf(make_pdf("one"), change), PDF).attachments == (Attachment("a"),)


def test_a_name_without_a_file_is_no_attachment(read: Read) -> None:
    def change(writer: PdfWriter) -> None:
        specification = DictionaryObject({NameObject("/F"): TextStringObject("elsewhere.txt")})
        embed(writer, ("a", specification))

    assert read(rewrite_pdf(make_pdf("one"), change), PDF).attachments == ()


def test_a_tree_that_bites_its_own_tail_ends(read: Read) -> None:
    def change(writer: PdfWriter) -> None:
        embed(writer, ("a", file_specification(writer, "a", 1)))
        tree = writer.root_object["/Names"]["/EmbeddedFiles"]  # type: ignore[index]
        reference = writer._add_object(tree)
        tree[NameObject("/Kids")].append(reference)

    assert read(rewrite_pdf(make_pdf("one"), change), PDF).attachments == (Attachment("a", 1),)


def test_no_more_than_the_most_are_listed(read: Read) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Many"
    mail["From"] = "a@example.org"
    mail.set_content("text")
    for number in range(MOST_ATTACHMENTS + 5):
        mail.add_attachment(b"x", maintype="application", subtype="pdf", filename=f"{number}.pdf")
    attachments = read(mail.as_bytes(), EML).attachments
    assert len(attachments) == MOST_ATTACHMENTS
    assert attachments[-1] == Attachment(f"{MOST_ATTACHMENTS - 1}.pdf", 1)


def with_part(data: bytes, name: str) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr(name, bytes(321))
    return out.getvalue()


@pytest.mark.parametrize(
    ("media_type", "data", "part"),
    [
        (DOCX, make_docx(paragraph("one")), "word/embeddings/Sheet1.xlsx"),
        (PPTX, make_pptx(slide(shape("one"))), "ppt/embeddings/Sheet1.xlsx"),
        (XLSX, make_xlsx([("Q3", sheet(""))]), "xl/embeddings/Sheet1.xlsx"),
    ],
)
def test_what_is_embedded_in_an_office_file_is_listed(read: Read, media_type: str, data: bytes, part: str) -> None:
    assert read(data, media_type).attachments == ()
    assert read(with_part(data, part), media_type).attachments == (Attachment("Sheet1.xlsx", 321),)


def test_what_is_embedded_in_an_opendocument_file_is_listed_and_its_charts_are_not(read: Read) -> None:
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>'
        for path, kind in [
            ("/", "application/vnd.oasis.opendocument.text"),
            ("Object 1/", "application/vnd.oasis.opendocument.spreadsheet"),
            ("Object 2/", "application/vnd.oasis.opendocument.chart"),
            ("Object 3", "application/vnd.sun.star.oleobject"),
        ]
    )
    data = make_odf("text", "<text:p>one</text:p>", manifest=entries)
    assert read(data, ODT).attachments == (Attachment("Object 1"), Attachment("Object 3"))


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("../../etc/passwd", "passwd"),
        ("a\\b\\c.txt", "c.txt"),
        ("folder/", "folder"),
        ("in\u202evoice\u0000\r\n.exe", "invoice.exe"),
        ("u\u0308ber", "über"),
        ("x" * 300, "x" * 255),
        ("\ud800a", "a"),
        ("..", ".."),
        (" \t", ""),
    ],
)
def test_names_are_fit_to_be_shown(name: str, clean: str) -> None:
    assert clean_file_name(name) == clean
