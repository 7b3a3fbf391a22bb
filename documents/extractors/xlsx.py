"""Excel workbooks (.xlsx): each sheet a place, its rows as lines of cells, its ranges as places. Never a page."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block
from documents.extractors.drawing_parts import chart_blocks
from documents.extractors.drawing_text import text_block
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import XLSX
from documents.extractors.ooxml_names import Element, attribute, child, children, descendants
from documents.extractors.ooxml_package import Package
from documents.extractors.outcome import ExtractedText
from documents.extractors.sections import Section, render_sections
from documents.extractors.sheets import Row, TextBudget, sheet_section
from documents.extractors.xlsx_cells import CellReader, read_rows, shared_strings
from documents.extractors.xlsx_comments import comment_blocks
from documents.extractors.xlsx_formats import NumberFormats

_HIDDEN = frozenset({"hidden", "veryHidden"})


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Values as they are shown, as far as their formats are simple; hidden sheets too, and the notes say which."""
    with path.open("rb") as file:
        package = Package(file, limits, XLSX)
        sections = list(_sections(package, TextBudget(limits.output_bytes)))
        title, attachments = package.title(), package.attachments()
    # No row continues the one above it, so no word is joined over the end of a line.
    text, places = render_sections(sections, known_words=())
    return ExtractedText(
        extractor="xlsx",
        extractor_version=version("lxml"),
        media_type=XLSX,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(package.notes),
    )


def _sections(package: Package, budget: TextBudget) -> Iterator[Section]:
    workbook = package.main_part()
    cells = CellReader(_shared_strings(package), _formats(package, workbook), budget)
    for sheet in descendants(workbook, "x:sheet"):
        name = sheet.get("name", "")
        found = package.target(package.main_name, attribute(sheet, "r:id") or "")
        if found is None or found.kind not in ("worksheet", "chartsheet"):
            continue
        if sheet.get("state") in _HIDDEN:
            package.notes.append(f"The sheet “{name}” is hidden in the workbook; it was read.")
        yield sheet_section(name, _rows(package, found.target, cells), list(_further(package, found.target)))
    if cells.formulas_without_result:
        package.notes.append(f"Formulas without a stored result, and not read: {cells.formulas_without_result}.")


def _shared_strings(package: Package) -> list[str]:
    name = package.related(package.main_name, "sharedStrings")
    data = package.data(name)
    strings: list[str] = []
    try:
        strings.extend(shared_strings(data, name or "") if data is not None else ())
    except ExtractionFailure as failure:
        package.leave_out(name or "", failure)
    return strings


def _formats(package: Package, workbook: Element) -> NumberFormats:
    properties = child(workbook, "x:workbookPr")
    since_1904 = properties is not None and properties.get("date1904") in ("1", "true")
    return NumberFormats(package.part("styles"), since_1904=since_1904)


def _rows(package: Package, name: str, cells: CellReader) -> list[Row]:
    """Those before the damage, where a sheet is damaged."""
    data = package.data(name)
    rows: list[Row] = []
    try:
        rows.extend(read_rows(data, name, cells) if data is not None else ())
    except ExtractionFailure as failure:
        package.leave_out(name, failure)
    return rows


def _further(package: Package, name: str) -> Iterator[Block]:
    """What floats over the cells: comments, text boxes, the titles of charts."""
    yield from comment_blocks(package, name)
    drawing_name = package.related(name, "drawing")
    drawing = package.root(drawing_name)
    if drawing_name is None or drawing is None:
        return
    for body in drawing.iterdescendants("{*}txBody"):
        if children(body, "a:p"):
            yield text_block(body)
    yield from chart_blocks(package, drawing_name, drawing)
