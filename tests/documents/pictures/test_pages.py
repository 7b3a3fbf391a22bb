"""What is read of a page beside its text: here in this process, on files of our own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.extractors.pdf_characters import join_surrogates
from documents.pictures.failures import PictureFailure
from documents.pictures.pages import _first_units, open_pdf, page_sizes, placed_text
from tests.documents.extractors.pdf_files import FONT, content_stream, make_pdf, raw_pdf, rewrite_pdf

units = st.text(st.sampled_from("ab\ud800\udbff\udc00\udfff"))


@given(units)
def test_each_character_has_the_number_of_its_first_unit(text: str) -> None:
    numbers = list(_first_units(text))
    assert len(numbers) == len(join_surrogates(text))
    assert [text[number] for number in numbers] == [
        joined.encode("utf-16-le", "surrogatepass")[:2].decode("utf-16-le", "surrogatepass")
        for joined in join_surrogates(text)
    ]


def test_text_and_boxes_go_together(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(make_pdf("Two words."))
    with open_pdf(path) as document, placed_text(document, 1) as placed:
        boxes = [placed.boxes[at] for at in range(len(placed.boxes))]
    assert len(placed.text) == len(boxes)
    assert all(box for character, box in zip(placed.text, boxes, strict=True) if not character.isspace())


def test_a_file_that_lost_its_trailer_is_opened_as_extraction_opens_it(tmp_path: Path) -> None:
    whole = raw_pdf(
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>",
        FONT,
        content_stream("Words"),
    )
    path = tmp_path / "file.pdf"
    path.write_bytes(whole[: whole.index(b"xref")])
    with open_pdf(path) as document, placed_text(document, 1) as placed:
        assert placed.text == "Words"


@pytest.mark.parametrize(("data", "code"), [(b"", "damaged"), (b"%PDF-1.7 and nothing", "damaged")])
def test_what_cannot_be_opened_has_a_code(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    with pytest.raises(PictureFailure) as caught, open_pdf(path):
        pass
    assert caught.value.code == code


def test_a_locked_file_needs_its_password(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(rewrite_pdf(make_pdf("Secret."), lambda writer: writer.encrypt("open", algorithm="AES-256")))
    with pytest.raises(PictureFailure) as caught, open_pdf(path):
        pass
    assert caught.value.code == "password-needed"


def test_a_page_that_is_not_there_is_damaged_and_has_no_size(tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[9 0 R]/Count 1>>"))
    with open_pdf(path) as document:
        assert page_sizes(document) == [None]
        with pytest.raises(PictureFailure), placed_text(document, 1):
            pass
