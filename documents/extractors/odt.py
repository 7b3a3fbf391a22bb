"""OpenDocument texts (.odt): the body in document order, without pages, for a layout that nobody saw has none."""

from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block, render_blocks
from documents.extractors.limits import Limits
from documents.extractors.media_types import ODT
from documents.extractors.odf_names import descendants
from documents.extractors.odf_package import OpenDocument
from documents.extractors.odf_text import StoryReader
from documents.extractors.outcome import ExtractedText


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Headers, body with its notes, footers; each heading is a place."""
    with path.open("rb") as file:
        document = OpenDocument(file, limits)
        reader = StoryReader(document)
        text, places = render_blocks([
            *_margin_blocks(document, reader, "header"),
            *reader.read(document.body("text")),
            *_margin_blocks(document, reader, "footer"),
        ])  # fmt: skip
        title, attachments = document.title(), document.attachments()
    return ExtractedText(
        extractor="odt",
        extractor_version=version("lxml"),
        media_type=ODT,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(document.notes),
    )


def _margin_blocks(document: OpenDocument, reader: StoryReader, kind: str) -> list[Block]:
    """What stands in the headers or footers of all kinds of page, each text once."""
    names = (f"style:{kind}", f"style:{kind}-first", f"style:{kind}-left")
    masters = descendants(document.styles, "style:master-page")
    blocks = [block for master in masters for margin in descendants(master, *names) for block in reader.read(margin)]
    return [Block(text, leaves_section=True) for text in dict.fromkeys(block.text.strip() for block in blocks) if text]
