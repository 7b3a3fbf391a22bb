"""Files that a Word document has taken in whole are read where they stand."""

from pathlib import Path

import pytest

from documents.extractors.docx import extract
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText

from .docx_files import make_docx, paragraph
from .limits import ROOMY

HTML = b"<html><head><title>no</title></head><body><h1>Terms</h1><p>Paid <b>late</b>.</p></body></html>"
MHT = (
    b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n"
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=C3=BC=C3=9Fe</p>\r\n--x--\r\n"
)
UNREAD = "The file has another document embedded in it, which was not read."


def chunk(name: str) -> str:
    return f'<w:altChunk r:id="{name}"><w:altChunkPr/></w:altChunk>'


def read(data: bytes, folder: Path, limits: Limits = ROOMY) -> ExtractedText:
    path = folder / "a.docx"
    path.write_bytes(data)
    return extract(path, limits)


def around(name: str, data: bytes) -> bytes:
    return make_docx(paragraph("Before.") + chunk(name) + paragraph("After."), chunks={name: data})


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.html", HTML, "Terms\n\nPaid late."),
        ("a.txt", "Grüße.".encode(), "Grüße."),
        ("a.rtf", rb"{\rtf1\ansi\ansicpg1252 Gr\'fc\'dfe\par{\b more}}", "Grüße\n\nmore"),
        ("a.mht", MHT, "Grüße"),
        ("wrong.txt", HTML, "Terms\n\nPaid late."),
        ("a.docx", make_docx(paragraph("Within.")), "Within."),
        ("a.docx", around("b.html", b"<html><p>Deep."), "Before.\n\nDeep.\n\nAfter."),
    ],
)
def test_it_is_read_in_its_place(name: str, data: bytes, text: str, tmp_path: Path) -> None:
    outcome = read(around(name, data), tmp_path)
    assert outcome.text == f"Before.\n\n{text}\n\nAfter."
    assert UNREAD not in outcome.notes


def test_its_headings_are_places(tmp_path: Path) -> None:
    assert [place.label for place in read(around("a.html", HTML), tmp_path).places] == ["Terms"]


def test_one_in_a_cell_is_read_in_the_cell(tmp_path: Path) -> None:
    table = f"<w:tbl><w:tr><w:tc>{paragraph('a')}</w:tc><w:tc>{chunk('b.txt')}<w:p/></w:tc></w:tr></w:tbl>"
    assert read(make_docx(table, chunks={"b.txt": b"b"}), tmp_path).text == "a | b"


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\x03\x04 broken", make_docx("<broken")])
def test_what_cannot_be_read_is_noted(data: bytes, tmp_path: Path) -> None:
    outcome = read(around("a.docx", data), tmp_path)
    assert outcome.text == "Before.\n\nAfter."
    assert UNREAD in outcome.notes


def test_one_that_is_not_there_is_noted(tmp_path: Path) -> None:
    outcome = read(make_docx(paragraph("text") + chunk("x")), tmp_path)
    assert (outcome.text, outcome.notes) == ("text", (UNREAD,))


def test_documents_in_documents_are_read_to_a_limited_depth(tmp_path: Path) -> None:
    data = make_docx(paragraph("0"))
    for number in range(1, 6):
        data = make_docx(paragraph(str(number)) + chunk("in.docx"), chunks={"in.docx": data})
    outcome = read(data, tmp_path)
    assert outcome.text == "5\n\n4\n\n3\n\n2"
    assert outcome.notes == (UNREAD,)


def test_one_that_unpacks_to_too_much_is_a_failure_of_the_file(tmp_path: Path) -> None:
    bomb = make_docx(paragraph("x" * 4_000_000))
    with pytest.raises(ExtractionFailure, match="expands-too-much"):
        read(around("a.docx", bomb), tmp_path, Limits(60, 32 << 20, 1 << 26))
