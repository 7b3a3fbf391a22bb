"""EPUB books: their documents in reading order, with the entries of the contents and the headings as places.

A book has no pages: where it lists those of a printed edition, they are not the file's own and are left out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block
from documents.extractors.epub_navigation import Entry, contents
from documents.extractors.epub_package import Book
from documents.extractors.failures import ExtractionFailure
from documents.extractors.html import HtmlReading, decode_html, read_html
from documents.extractors.limits import Limits
from documents.extractors.media_types import EPUB
from documents.extractors.outcome import ExtractedText
from documents.extractors.parts import Part, part_label, render_parts
from documents.extractors.xhtml import as_html


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The whole book as one text without pages."""
    with path.open("rb") as file:
        book = Book(file, limits)
        text, places = render_parts(_parts(book))
    return ExtractedText(
        extractor="epub",
        extractor_version=version("selectolax"),
        media_type=EPUB,
        text=text,
        places=places,
        title=part_label(book.title) or None,
        notes=tuple(book.notes),
    )


def _parts(book: Book) -> list[Part]:
    """What stands under no entry of the contents belongs to the one before it, also across documents."""
    entries = _by_document(contents(book))
    readings = _readings(book, entries)
    opened: tuple[str, list[Block]] = ("", [])
    parts = [opened]
    for name, reading in readings.items():
        starts = _starts(entries.get(name, ()), reading) if entries else {0: reading.title or ""}
        for index, block in enumerate(reading.blocks):
            if index in starts:
                opened = (starts[index], [])
                parts.append(opened)
            opened[1].append(block)
    return [Part(label, blocks) for label, blocks in parts]


def _by_document(entries: Sequence[Entry]) -> Mapping[str, Sequence[Entry]]:
    grouped: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        grouped[entry.document.casefold()].append(entry)
    return grouped


def _readings(book: Book, entries: Mapping[str, Sequence[Entry]]) -> dict[str, HtmlReading]:
    readings = {}
    for name in book.documents:
        data = book.read(name)
        if data is not None:
            anchors = {entry.anchor for entry in entries.get(name.casefold(), ())} - {""}
            readings[name.casefold()] = read_html(as_html(decode_html(data).text), anchors)
    if not readings:
        raise ExtractionFailure("damaged", "none of the book's documents can be read")
    return readings


def _starts(entries: Sequence[Entry], reading: HtmlReading) -> dict[int, str]:
    """Where entries begin in a document, by the index of a block; of several at one point the last is the narrowest."""
    found = [(0 if not entry.anchor else reading.anchors.get(entry.anchor), entry.label) for entry in entries]
    return {index: label for index, label in found if index is not None}
