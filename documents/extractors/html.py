"""HTML: the text that a reader of the page sees, with its headings as places. Nothing is loaded, nothing is run."""

import codecs
import re
from importlib.metadata import version
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from documents.extractors.blocks import place_label, render_blocks
from documents.extractors.encodings import DecodedText, decode_text
from documents.extractors.html_blocks import BlockCollector
from documents.extractors.limits import Limits
from documents.extractors.media_types import HTML
from documents.extractors.outcome import ExtractedText
from documents.extractors.plain import encoding_notes
from documents.text import clean_page_text

_DECLARED_WITHIN = 4096
_DECLARED = re.compile(
    rb"<meta[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE
)
_AS_BROWSERS_DO = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The page as one text without pages, with a place for each heading."""
    decoded = decode_html(path.read_bytes())
    tree = LexborHTMLParser(decoded.text.replace("\0", ""))
    text, places = render_blocks(BlockCollector().collect(tree.root) if tree.root is not None else [])
    return ExtractedText(
        extractor="selectolax",
        extractor_version=version("selectolax"),
        media_type=HTML,
        text=text,
        places=places,
        title=_title(tree),
        notes=encoding_notes(decoded),
    )


def decode_html(data: bytes) -> DecodedText:
    """What can be told from the bytes wins over what the page declares, and that over a guess."""
    decoded = decode_text(data)
    declared = _declared_encoding(data) if decoded.is_guess else None
    if declared is None:
        return decoded
    return DecodedText(data.decode(declared, errors="replace"), declared, is_guess=False)


def _declared_encoding(data: bytes) -> str | None:
    match = _DECLARED.search(data[:_DECLARED_WITHIN])
    if match is None:
        return None
    try:
        name = codecs.lookup((match[1] or match[2]).decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return None
    return _AS_BROWSERS_DO.get(name, name)


def _title(tree: LexborHTMLParser) -> str | None:
    node = tree.css_first("title")
    return place_label(clean_page_text(node.text())) or None if node is not None else None
