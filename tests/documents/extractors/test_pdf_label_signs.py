"""Whether pypdf need be asked for labels: never in vain for ordinary files, and always where there are any."""

import io
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader, PdfWriter

from documents.extractors import pdf_label_signs
from documents.extractors.media_types import PDF
from documents.extractors.pdf_label_signs import may_declare_labels

from .conftest import Read
from .pdf_files import FONT, content_stream, make_pdf, raw_pdf, rewrite_pdf

CATALOGUE = b"<</Type/Catalog/Pages 2 0 R/PageLabels 4 0 R>>"
PLAIN_CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"


def packed(
    content: bytes, facts: bytes = b"/Filter/FlateDecode", pack: Callable[[bytes], bytes] = zlib.compress
) -> bytes:
    data = pack(b"1 0 " + content)
    return b"%%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4%b/Length %d>>\nstream\r\n%b\nendstream\nendobj\n" % (
        facts,
        len(data),
        data,
    )


def may(tmp_path: Path, data: bytes) -> bool:
    path = tmp_path / "a.pdf"
    path.write_bytes(data)
    return may_declare_labels(path)


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"", False),
        (make_pdf("text"), False),
        (b"1 0 obj\n" + CATALOGUE, True),
        (packed(CATALOGUE), True),
        (packed(PLAIN_CATALOGUE), False),
        (packed(PLAIN_CATALOGUE) + packed(CATALOGUE), True),
        (packed(CATALOGUE, b"", bytes), True),
        (packed(PLAIN_CATALOGUE, b"", bytes), False),
        (packed(CATALOGUE, b"/Filter[/FlateDecode]"), True),
        (packed(PLAIN_CATALOGUE, b"/Filter [ /FlateDecode ]"), False),
        (packed(PLAIN_CATALOGUE * 100_000), False),
        (b"a text that names /ObjStm", False),
    ],
)
def test_the_entry_is_seen_plain_and_packed(tmp_path: Path, data: bytes, *, answer: bool) -> None:
    assert may(tmp_path, data) is answer


@pytest.mark.parametrize(
    "data",
    [
        packed(PLAIN_CATALOGUE, b"/Filter/LZWDecode"),
        packed(PLAIN_CATALOGUE, b"/Filter[/ASCII85Decode/FlateDecode]"),
        packed(PLAIN_CATALOGUE, b"/Filter[/FlateDecode/ASCII85Decode]"),
        packed(PLAIN_CATALOGUE, b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>"),
        packed(PLAIN_CATALOGUE, pack=lambda data: zlib.compress(data)[:-9]),
        packed(PLAIN_CATALOGUE, pack=lambda data: b"no zlib" + data),
        packed(PLAIN_CATALOGUE * 500_000),
        packed(PLAIN_CATALOGUE) + b"trailer\n<</Encrypt 9 0 R>>",
    ],
    ids=lambda data: repr(data[35:75]),
)
def test_what_cannot_be_unpacked_here_is_left_to_pypdf(data: bytes, tmp_path: Path) -> None:
    assert may(tmp_path, data)


def test_very_many_streams_are_left_to_pypdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_label_signs, "_MOST_STREAMS", 3)
    assert not may(tmp_path, packed(PLAIN_CATALOGUE) * 3)
    assert may(tmp_path, packed(PLAIN_CATALOGUE) * 4)


@given(data=st.binary(max_size=300), before=st.binary(max_size=20))
def test_no_bytes_are_too_odd(data: bytes, before: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "odd.pdf"
    path.write_bytes(before + b"/ObjStm/Filter/FlateDecode>>stream\n" + data + b" 0 obj /ObjStm")
    assert may_declare_labels(path) in (True, False)


def test_labels_in_an_object_stream_are_read(read: Read) -> None:
    """pypdf writes object streams only where they were: so one is made by hand, of the catalogue."""
    data = labelled_in_object_stream()
    assert b"/PageLabels" not in data
    assert read(data, PDF).page_labels == ("i",)


def test_labels_of_an_encrypted_file_are_read(read: Read) -> None:
    def lock(writer: PdfWriter) -> None:
        writer.set_page_label(0, 0, style="/r")
        writer.encrypt("", owner_password="owner", algorithm="AES-256")

    assert read(rewrite_pdf(make_pdf("text"), lock), PDF).page_labels == ("i",)


def test_a_circle_of_labels_costs_the_file_nothing(read: Read) -> None:
    data = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R/PageLabels 6 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        content_stream("Words"),
        FONT,
        "<</Kids[6 0 R]>>",
    )
    outcome = read(data, PDF)
    assert outcome.pages is not None
    assert (outcome.pages[0].text.strip(), outcome.page_labels) == ("Words", None)


def labelled_in_object_stream() -> bytes:
    catalogue = b"<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>]>>>>"
    drawing = content_stream("Words").encode()
    bodies = {
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        4: drawing,
        5: FONT.encode(),
    }
    out = io.BytesIO()
    out.write(packed(catalogue).replace(b"1 0 obj", b"6 0 obj"))
    rows = {1: (2, 6, 0), 6: (1, 9, 0)}
    for number, body in bodies.items():
        rows[number] = (1, out.tell(), 0)
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = out.tell()
    rows[7] = (1, start, 0)
    table = bytes(6) + b"".join(
        bytes([kind]) + where.to_bytes(4, "big") + bytes([last]) for _, (kind, where, last) in sorted(rows.items())
    )
    facts = b"<</Type/XRef/Size 8/W[1 4 1]/Root 1 0 R/Length %d>>" % len(table)
    out.write(b"7 0 obj\n%b\nstream\n%b\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (facts, table, start))
    assert len(PdfReader(io.BytesIO(out.getvalue())).pages) == 1
    return out.getvalue()
