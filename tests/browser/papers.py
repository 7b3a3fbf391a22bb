"""PDFs whose every word stands where the test put it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fpdf import FPDF

from documents.extractors.limits import Limits
from documents.extractors.media_types import PDF
from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import extract

WIDTH, HEIGHT = 595.0, 842.0  # points
LEFT, TOP, LINE_HEIGHT, SIZE = 72.0, 90.0, 18.0, 12.0
ASCENT, DESCENT = 0.72 * SIZE, 0.21 * SIZE  # Helvetica
LIMITS = Limits(seconds=60, memory_bytes=2**30, output_bytes=2**26)


@dataclass(frozen=True, slots=True)
class Box:
    """Fractions of the page, origin top left."""

    x0: float
    y0: float
    x1: float
    y1: float


def paper(pages: Sequence[str], *, roman: int = 0, headings: Sequence[str] = ()) -> bytes:
    """A PDF with one page for each text, line for line; the first `roman` pages are labelled i, ii, ...

    `headings` are the outline's titles, one a page from the first on.
    """
    pdf = _new_paper()
    for number, text in enumerate(pages, start=1):
        is_front = number <= roman
        pdf.add_page(label_style="r" if is_front else "D", label_start=1 if number in (1, roman + 1) else None)
        if number <= len(headings):
            pdf.start_section(headings[number - 1])
        for line_number, line in enumerate(text.splitlines()):
            pdf.text(LEFT, _baseline(line_number), line)
    return bytes(pdf.output())


def box_of(words: str, page: str) -> Box:
    """Where `words`, which stand in one line of the text `page`, are drawn."""
    line_number, line = next((at, line) for at, line in enumerate(page.splitlines()) if words in line)
    pdf = _new_paper()
    start = LEFT + pdf.get_string_width(line[: line.index(words)])
    base = _baseline(line_number)
    return Box(
        start / WIDTH,
        (base - ASCENT) / HEIGHT,
        (start + pdf.get_string_width(words)) / WIDTH,
        (base + DESCENT) / HEIGHT,
    )


@cache
def read_paper(content: bytes) -> ExtractedText:
    """What the real extractor reads from it; read once a run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "paper.pdf")
        path.write_bytes(content)
        return extract(path, PDF, LIMITS)


def _new_paper() -> FPDF:
    pdf = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    pdf.set_font("Helvetica", size=SIZE)
    return pdf


def _baseline(line_number: int) -> float:
    return TOP + line_number * LINE_HEIGHT
