"""Rich Text Format: the body in document order, without pages, for a layout that nobody saw has none."""

from pathlib import Path

from documents.extractors.blocks import Block, place_label, render_blocks
from documents.extractors.limits import Limits
from documents.extractors.media_types import RTF
from documents.extractors.outcome import ExtractedText
from documents.extractors.rtf_reader import RtfReader
from documents.extractors.rtf_state import Document
from documents.text import clean_page_text

_VERSION = "1"
"""Of the reader, which is this project's own."""
_CUT_OFF = "The file ends before its text does: it was cut off."


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Headers, body with its notes, footers; each heading is a place."""
    reader = RtfReader()
    body = reader.read(path.read_bytes())
    text, places = render_blocks([
        *_margin_blocks(reader.document, "header"),
        *body,
        *_margin_blocks(reader.document, "footer"),
    ])  # fmt: skip
    return ExtractedText(
        extractor="rtf",
        extractor_version=_VERSION,
        media_type=RTF,
        text=text,
        places=places,
        title=place_label(clean_page_text(reader.document.title)) or None,
        notes=(_CUT_OFF,) if reader.is_cut_off else (),
    )


def _margin_blocks(document: Document, kind: str) -> list[Block]:
    """What stands in the headers or footers of all sections, each text once."""
    unseen = {*(() if document.has_first_pages else (f"{kind}f",)), *(() if document.has_left_pages else (f"{kind}l",))}
    blocks = [
        block for word, story in document.margins for block in story if word.startswith(kind) and word not in unseen
    ]
    return [Block(text, leaves_section=True) for text in dict.fromkeys(block.text.strip() for block in blocks) if text]
