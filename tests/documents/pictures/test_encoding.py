"""Letters stay sharp and small; photographs and colours stay what they are."""

import io

import pytest
from PIL import Image, ImageDraw

from documents.pictures.encoding import PNG, WEBP, encode


def paper(colour: str = "black") -> Image.Image:
    image = Image.new("RGB", (200, 100), "white")
    ImageDraw.Draw(image).rectangle((20, 20, 60, 40), fill=colour)
    return image


def decoded(content: bytes) -> Image.Image:
    with Image.open(io.BytesIO(content)) as image:
        return image.convert("RGB")


def test_text_on_paper_is_a_png_without_loss_of_black_and_white() -> None:
    media_type, content = encode(paper())
    assert media_type == PNG
    assert decoded(content).tobytes() == paper().tobytes()


@pytest.mark.parametrize("shade", [1, 8, 100, 127, 200, 254])
def test_a_shade_becomes_the_nearest_of_sixteen(shade: int) -> None:
    image = paper(f"#{shade:02x}{shade:02x}{shade:02x}")
    got = decoded(encode(image)[1]).getpixel((30, 30))
    assert isinstance(got, tuple)
    assert abs(got[0] - shade) <= 8


def test_a_page_with_colour_is_a_webp() -> None:
    assert encode(paper("red"))[0] == WEBP


def test_a_photograph_in_grey_is_a_webp() -> None:
    gradient = Image.linear_gradient("L").convert("RGB")
    assert encode(gradient)[0] == WEBP
