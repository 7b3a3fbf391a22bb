"""The sample PDF: roman front matter, running lines, a blank page, an outline, and sentences that cross pages."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

_SOURCE = Path(__file__).with_name("sample_handbook.txt")
_WHEN = datetime(2024, 3, 1, tzinfo=UTC)
_PAGE_SIZE = (148, 210)
_LINE_HEIGHT = 5.4
_ROOM_UNDER_A_HEADING = 22
_FIRST_CHAPTER = "1 The station"
_CHAPTER_AFTER_THE_BLANK = "4 Storms and failures"


class _Handbook(FPDF):
    """Small pages with running lines, but for the title page and the blank one. Lengths are millimetres."""

    def __init__(self) -> None:
        super().__init__(format=_PAGE_SIZE)
        self._plain_pages = {1}
        self.set_margins(18, 20, 18)
        self.set_auto_page_break(auto=True, margin=20)

    def header(self) -> None:
        self._running_line(10, "Field Handbook - North Quay Station")
        self.set_y(20)

    def footer(self) -> None:
        self._running_line(-14, f"Harbour Office, third edition - {self.get_page_label()}")

    def _running_line(self, y: float, text: str) -> None:
        if self.page not in self._plain_pages:
            self.set_y(y)
            self.set_font("Times", "I", 8.5)
            self.cell(0, 4, text, align="C")
        self.set_font("Times", "", 11)

    def add_blank_page(self) -> None:
        self._plain_pages.add(self.page + 1)
        self.add_page()

    def lines(self, text: str, height: float = _LINE_HEIGHT, align: str = "L") -> None:
        self.multi_cell(0, height, text, align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def heading(self, text: str) -> None:
        if self.will_page_break(_ROOM_UNDER_A_HEADING):
            self.add_page()
        self.start_section(text)
        self.set_font("Times", "B", 15)
        self.lines(text, 8)
        self.ln(2)
        self.set_font("Times", "", 11)

    def paragraph(self, text: str) -> None:
        self.lines(text)
        self.ln(2.2)


def write_handbook(path: Path) -> None:
    """Write the handbook to `path`."""
    sections = list(_sections())
    pdf = _Handbook()
    pdf.set_creation_date(_WHEN)
    pdf.set_title("Field Handbook for a Tide-Gauge Station")
    pdf.set_author("Harbour Office")
    _add_title_page(pdf)
    _add_contents(pdf, [heading for heading, _ in sections[1:]])
    for heading, paragraphs in sections:
        _turn_page(pdf, heading)
        pdf.heading(heading)
        for paragraph in paragraphs:
            pdf.paragraph(paragraph)
    pdf.output(str(path))


def _sections() -> Iterator[tuple[str, list[str]]]:
    """Heading and paragraphs of each section of the source."""
    for section in _SOURCE.read_text(encoding="utf-8").removeprefix("# ").split("\n# "):
        heading, *paragraphs = section.strip().split("\n\n")
        yield heading, [" ".join(paragraph.split()) for paragraph in paragraphs]


def _add_title_page(pdf: _Handbook) -> None:
    pdf.add_page(label_style="r", label_start=1)
    pdf.set_y(60)
    pdf.set_font("Times", "B", 22)
    pdf.lines("Field Handbook for a\nTide-Gauge Station", 10, "C")
    pdf.set_font("Times", "", 11)
    pdf.lines("Written for the observers of North Quay\nThird edition", 8, "C")


def _add_contents(pdf: _Handbook, headings: list[str]) -> None:
    pdf.add_page()
    pdf.heading("Contents")
    pdf.lines("\n".join(f"Chapter {heading.replace(' ', ': ', 1)}" for heading in headings), 7)
    pdf.add_page()


def _turn_page(pdf: _Handbook, heading: str) -> None:
    if heading == _FIRST_CHAPTER:
        pdf.add_page(label_style="D", label_start=1)
    elif heading == _CHAPTER_AFTER_THE_BLANK:
        pdf.add_blank_page()
        pdf.add_page()
    else:
        pdf.ln(4)
