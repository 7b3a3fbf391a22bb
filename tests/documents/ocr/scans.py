"""Scans, made of drawn letters: pictures of pages, and PDFs that hold nothing else."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

DPI = 150
PAPER = (1240, 1754)  # A4
LETTERS = 27  # pixels: some thirteen points

PROSE = (
    "The harbour master keeps two books. The first names every",
    "ship that enters, its flag and its cargo, and the hour of",
    "the tide. The second is kept under lock, and is shown to",
    "the council once a year, on the first Monday of March.",
    "Ships that leave by night are entered the next morning,",
    "with the name of the watchman who saw them go.",
)


def picture(*texts: tuple[int, int, Sequence[str]], letters: int = LETTERS) -> Image.Image:
    """Black on white: from each (x, y) downwards the lines."""
    image = Image.new("L", PAPER, 255)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(letters)
    for x, y, lines in texts:
        for at, line in enumerate(lines):
            pen.text((x, y + at * letters * 3 // 2), line, fill=0, font=font)
    return image


def scan_of(*images: Image.Image) -> bytes:
    """A PDF of one page for each, without a text layer."""
    out = io.BytesIO()
    images[0].save(out, "PDF", resolution=DPI, save_all=True, append_images=images[1:])
    return out.getvalue()
