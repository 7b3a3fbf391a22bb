"""How large pages are drawn to be read, and which are certainly blank: who calls one so keeps words from being read."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from documents.ocr.rendering import DPI, is_blank, picture_of
from documents.pictures.pages import open_pdf
from tests.documents.extractors.pdf_files import make_pdf

MOST_PIXELS = 12_000_000
PAPER = (250, 246, 235)


def paper(*spots: tuple[tuple[int, int], tuple[int, int, int]]) -> Image.Image:
    image = Image.new("RGB", (620, 877), PAPER)
    for at, colour in spots:
        ImageDraw.Draw(image).point(at, colour)
    return image


def test_paper_of_one_colour_is_blank() -> None:
    assert is_blank(paper())
    assert is_blank(Image.new("RGB", (1, 1), (0, 0, 0)))


def test_what_nobody_sees_is_not_ink() -> None:
    assert is_blank(paper(((300, 400), (246, 250, 231))))


@pytest.mark.parametrize("colour", [(0, 0, 0), (240, 246, 235), (250, 246, 225), (255, 255, 244)])
def test_a_single_dot_of_another_colour_is_ink(colour: tuple[int, int, int]) -> None:
    """In any band: red print on green paper may be as dark as its paper."""
    assert not is_blank(paper(((619, 876), colour)))


def test_the_grain_of_a_scanner_is_not_called_blank() -> None:
    assert not is_blank(Image.effect_noise((620, 877), 10).convert("RGB"))


def pictures(path: Path, data: bytes, *numbers: int) -> list[tuple[Image.Image, int]]:
    path.write_bytes(data)
    with open_pdf(path) as document:
        return [picture_of(document, number, MOST_PIXELS) for number in numbers]


def test_a_page_is_judged_by_its_picture(tmp_path: Path) -> None:
    drawn = pictures(tmp_path / "upload", make_pdf("", "."), 1, 2)
    assert [is_blank(picture) for picture, _ in drawn] == [True, False]


def test_a_page_of_many_metres_is_drawn_as_small_as_is_allowed(tmp_path: Path) -> None:
    data = make_pdf("A line of text.")
    assert data.count(b"[0 0 595.28 841.89]") == 1
    ((large, dpi),) = pictures(tmp_path / "upload", data.replace(b"[0 0 595.28 841.89]", b"[0 0 14400 14400]"), 1)
    assert 0.99 * MOST_PIXELS < large.width * large.height <= MOST_PIXELS
    assert dpi == round(72 * large.width / 14400)
    ((usual, dpi),) = pictures(tmp_path / "upload", data, 1)
    assert (dpi, usual.width) == (DPI, int(595.28 * DPI / 72))
