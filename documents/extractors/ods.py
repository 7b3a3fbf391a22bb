"""OpenDocument spreadsheets (.ods): each sheet a place, its rows as lines of cells, as they were last shown."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block
from documents.extractors.limits import Limits
from documents.extractors.media_types import ODS
from documents.extractors.odf_inline import read_inline
from documents.extractors.odf_names import Element, attribute, child, children, count_of, descendants, name_of
from documents.extractors.odf_package import OpenDocument
from documents.extractors.odf_text import StoryReader, repeated, table_rows
from documents.extractors.outcome import ExtractedText
from documents.extractors.sections import Section, render_sections
from documents.extractors.sheets import Row, TextBudget, one_line, sheet_section

_ROWS, _COLUMNS = "table:number-rows-repeated", "table:number-columns-repeated"


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Hidden sheets too, and the notes say which."""
    with path.open("rb") as file:
        document = OpenDocument(file, limits)
        sections = list(_sections(document, TextBudget(limits.output_bytes)))
        title, attachments = document.title(), document.attachments()
    # No row continues the one above it, so no word is joined over the end of a line.
    text, places = render_sections(sections, known_words=())
    return ExtractedText(
        extractor="ods",
        extractor_version=version("lxml"),
        media_type=ODS,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(document.notes),
    )


def _sections(document: OpenDocument, budget: TextBudget) -> Iterator[Section]:
    reader, styles = StoryReader(document), document.named("style:style")
    for table in children(document.body("spreadsheet"), "table:table"):
        name = attribute(table, "table:name")
        properties = child(styles.get(attribute(table, "table:style-name")), "style:table-properties")
        if attribute(properties, "table:display") == "false":
            document.notes.append(f"The sheet “{name}” is hidden in the workbook; it was read.")
        yield sheet_section(name, list(_rows(table, budget)), list(_further(table, reader)))


def _rows(table: Element, budget: TextBudget) -> Iterator[Row]:
    number = 1
    for row in table_rows(table):
        cells = list(_cells(row))
        for at in range(repeated(row, _ROWS) if cells else 0):
            budget.spend("".join(text for _, text in cells))
            yield Row(number + at, cells)
        number += count_of(row, _ROWS)


def _cells(row: Element) -> Iterator[tuple[int, str]]:
    """What merged cells cover is not shown."""
    column = 1
    for cell in children(row, "table:table-cell", "table:covered-table-cell"):
        is_shown = name_of(cell) == "table:table-cell"
        text = one_line("\n".join(read_inline(line).text for line in children(cell, "text:p"))) if is_shown else ""
        for at in range(repeated(cell, _COLUMNS) if text else 0):
            yield column + at, text
        column += count_of(cell, _COLUMNS)


def _further(table: Element, reader: StoryReader) -> Iterator[Block]:
    """What floats over the cells: comments and text boxes."""
    for comment in descendants(table, "office:annotation"):
        yield reader.note_block(comment)
    for shapes in children(table, "table:shapes"):
        yield from reader.read(shapes)
