"""Word documents (.docx): the body in document order, without pages, for a layout that nobody saw has none."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block, render_blocks
from documents.extractors.docx_body import StoryReader
from documents.extractors.docx_chunks import Chunks
from documents.extractors.docx_notes import Notes
from documents.extractors.docx_numbering import Numbering
from documents.extractors.docx_styles import Styles
from documents.extractors.limits import Limits
from documents.extractors.media_types import DOCX
from documents.extractors.ooxml_names import Element, attribute, children, descendants, is_on
from documents.extractors.ooxml_package import Package
from documents.extractors.outcome import ExtractedText

_UNREAD_PARTS = "The file has another document embedded in it, which was not read."


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Headers, body with its notes, footers; each heading is a place."""
    with path.open("rb") as file:
        package = Package(file, limits, DOCX)
        main = package.main_part()
        chunks = Chunks(package, limits, _read_body)
        reader = _story_reader(package, chunks)
        text, places = render_blocks([
            *_margin_blocks(package, main, reader, "header"),
            *reader.read(main),
            *_margin_blocks(package, main, reader, "footer"),
        ])  # fmt: skip
        title, attachments = package.title(), package.attachments()
    notes = [*package.notes, *([_UNREAD_PARTS] if chunks.are_unread else [])]
    return ExtractedText(
        extractor="docx",
        extractor_version=version("lxml"),
        media_type=DOCX,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(notes),
    )


def _story_reader(package: Package, chunks: Chunks) -> StoryReader:
    styles, numbering = Styles(package.part("styles")), Numbering(package.part("numbering"))
    return StoryReader(styles, numbering, Notes(package), chunks)


def _read_body(package: Package, chunks: Chunks) -> list[Block]:
    """Of a document within the document: what Word takes over of it."""
    return _story_reader(package, chunks).read(package.main_part())


def _margin_blocks(package: Package, main: Element, reader: StoryReader, kind: str) -> list[Block]:
    """What stands in the headers or footers of all sections, each text once."""
    blocks: dict[str, Block] = {}
    for relationship_id in dict.fromkeys(_margin_references(main, kind)):
        story = package.part_by_id(relationship_id)
        for block in reader.read(story) if story is not None else []:
            blocks.setdefault(block.text.strip(), Block(block.text, leaves_section=True))
    return list(blocks.values())


def _margin_references(main: Element, kind: str) -> Iterator[str]:
    for section in descendants(main, "w:sectPr"):
        for reference in children(section, f"w:{kind}Reference"):
            is_first_page = attribute(reference, "w:type") == "first"
            if not is_first_page or is_on(section, "w:titlePg"):
                yield attribute(reference, "r:id") or ""
