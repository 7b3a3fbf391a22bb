"""Tables as text (CSV, TSV): a line for each row, "value | value", under the names of the columns."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from documents.extractors.blocks import Block, render_blocks
from documents.extractors.delimiters import declared_delimiter, likely_delimiter
from documents.extractors.encodings import READER_VERSION, decode_text
from documents.extractors.limits import Limits
from documents.extractors.media_types import CSV
from documents.extractors.outcome import ExtractedText
from documents.extractors.plain import encoding_notes
from documents.extractors.table_rows import row_blocks

_LINE_END = re.compile(r"\r\n?|\n")
_LAST_ROW = "\x01"
"""Stands below the table while it is read: it is a row of its own unless a quotation mark is still open there."""
_OPEN_QUOTE = "A quotation mark in the file is never closed, so quotation marks were read as they stand."


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The whole table as one text without pages. A row with line breaks in a value is told value by value."""
    decoded = decode_text(path.read_bytes())
    source = decoded.text.lstrip("\ufeff").replace("\0", "")
    declared = declared_delimiter(source)
    table = source if declared is None else source.partition("\n")[2]
    rows, notes = _read(table, declared or likely_delimiter(table))
    # No row continues the one above it, so no word is joined over the end of a line.
    text, _ = render_blocks(list(row_blocks(_cells(rows))), known_words=())
    return ExtractedText(
        extractor="csv",
        extractor_version=READER_VERSION,
        media_type=CSV,
        text=text,
        notes=(*encoding_notes(decoded), *notes),
    )


def _read(table: str, delimiter: str) -> tuple[list[list[str]], tuple[str, ...]]:
    """The rows, and what there is to say about them."""
    csv.field_size_limit(max(csv.field_size_limit(), len(table)))
    lines = io.StringIO(f"{table}\n{_LAST_ROW}", newline="")
    rows = list(csv.reader(lines, delimiter=delimiter))
    if rows[-1] == [_LAST_ROW]:
        return rows[:-1], ()
    return [line.split(delimiter) for line in _LINE_END.split(table)], (_OPEN_QUOTE,)


def _cells(rows: Sequence[Sequence[str]]) -> Iterator[list[list[Block]]]:
    """Each value as the blocks of a cell; one with line breaks, and its neighbours, named by their columns."""
    names = rows[0] if rows else []
    for row in rows:
        values = [value.strip() for value in row]
        if row is not names and any("\n" in value or "\r" in value for value in values):
            values = [_named(names, column, value) for column, value in enumerate(values)]
        yield [[Block(value)] if value else [] for value in values]


def _named(names: Sequence[str], column: int, value: str) -> str:
    name = names[column].strip() if column < len(names) else ""
    return f"{name}: {value}" if name and value else value
