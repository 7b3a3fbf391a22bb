"""Pages whose writing stands where a test puts it, and what is read of them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from documents.extractors.pdf_pages import read_with_pdfium

from .pdf_files import FONT, raw_pdf

LATIN = FONT
VERTICAL = (
    "<</Type/Font/Subtype/Type0/BaseFont/Nowhere/Encoding/UniJIS-UCS2-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType0"
    "/BaseFont/Nowhere/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000>>]>>"
)
"""A font of vertical writing that is not in the file."""

FERRY = (
    "the ferry leaves from the",
    "northern pier at seven in",
    "the morning and it comes",
    "back at dusk, except on",
    "feast days when nobody is",
    "on the quay to receive it",
)
BAKERS = (
    "bakers open their shop at",
    "nine on the market square",
    "and close it when all the",
    "bread is sold, which hap-",
    "pens before noon on most",
    "days of the week in june",
)
POEM = (
    "吾輩は猫である名前はまだ無い",
    "どこで生れたか見当がつかぬ",
    "何でも薄暗いじめじめした所で",
    "泣いていた事だけは記憶している",
)

LEFT, RIGHT, TOP, PITCH = 60, 330, 700, 14


def at(x: float, y: float, text: str, size: float = 11, turn: str = "1 0 0 1") -> str:
    """Draws Latin words from a point; `turn` are the first four numbers of the text matrix."""
    return f"BT /F1 {size} Tf {turn} {x} {y} Tm ({text}) Tj ET\n"


def down(x: float, y: float, text: str, size: float = 12) -> str:
    """Draws vertical writing from a point."""
    return f"BT /F2 {size} Tf {x} {y} Td <{''.join(f'{ord(letter):04x}' for letter in text)}> Tj ET\n"


def drawn(*pages: str, entries: str = "/MediaBox[0 0 612 792]", latin: str = LATIN) -> bytes:
    """A PDF with a page for each drawing; `entries` are those of every page."""
    numbers = range(5, 5 + 2 * len(pages), 2)
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{' '.join(f'{number} 0 R' for number in numbers)}]/Count {len(pages)}>>",
        latin,
        VERTICAL,
    ]
    for number, drawing in zip(numbers, pages, strict=True):
        objects += (
            f"<</Type/Page/Parent 2 0 R{entries}/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents {number + 1} 0 R>>",
            f"<</Length {len(drawing)}>>\nstream\n{drawing}\nendstream",
        )
    return raw_pdf(*objects)


def row_by_row(*columns: Sequence[str], lefts: Sequence[float] = (LEFT, RIGHT), drop: float = 0) -> str:
    """The columns as a file draws them line by line, each column `drop` points lower than the one before."""
    return "".join(
        at(left, TOP - PITCH * row - drop * place, line)
        for row, lines in enumerate(zip(*columns, strict=True))
        for place, (left, line) in enumerate(zip(lefts, lines, strict=True))
    )


def text_of(folder: Path, data: bytes, page: int = 1) -> str:
    """The raw text of a page, with line ends as LF."""
    path = folder / "drawn.pdf"
    path.write_bytes(data)
    raw = read_with_pdfium(path)
    assert raw is not None
    return (raw.pages[page - 1].text or "").replace("\r\n", "\n")


def lines_of(folder: Path, data: bytes) -> list[str]:
    """The lines of the first page; a mark of a broken word is shown as the hyphen that is printed."""
    return [line.strip() for line in text_of(folder, data).replace("\x02", "-").split("\n")]


def joined(columns: Iterable[Sequence[str]]) -> list[str]:
    return [line for column in columns for line in column]
