"""HTML: the text that a reader of the page sees, with its headings as places. Nothing is loaded, nothing is run."""

import codecs
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from documents.extractors.blocks import Block, place_label, render_blocks
from documents.extractors.encodings import DecodedText, decode_anyway, decode_text
from documents.extractors.html_blocks import BlockCollector
from documents.extractors.html_nesting import refuse_endless_nesting
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


@dataclass(frozen=True, slots=True)
class HtmlReading:
    """What a reader sees of an HTML source; `anchors` has the index of the block that each wanted id stands at."""

    blocks: Sequence[Block]
    title: str | None
    anchors: Mapping[str, int]


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The page as one text without pages, with a place for each heading."""
    decoded = decode_html(path.read_bytes())
    reading = read_html(decoded.text)
    text, places = render_blocks(reading.blocks)
    return ExtractedText(
        extractor="selectolax",
        extractor_version=version("selectolax"),
        media_type=HTML,
        text=text,
        places=places,
        title=reading.title,
        notes=encoding_notes(decoded),
    )


def read_html(source: str, wanted_anchors: Container[str] = ()) -> HtmlReading:
    """The blocks of the source, raw, in document order."""
    tree = parse_html(source)
    collector = BlockCollector(wanted_anchors=wanted_anchors)
    blocks = collector.collect(tree.root) if tree.root is not None else []
    return HtmlReading(blocks, _title(tree), collector.anchors)


def parse_html(source: str) -> LexborHTMLParser:
    """Anything is HTML to the parser: it only fails where it gets no memory for what it wants to build.

    ExtractionFailure where it would work without end.
    """
    refuse_endless_nesting(source)
    try:
        return LexborHTMLParser(source.replace("\0", ""))
    except SelectolaxError as error:
        raise MemoryError from error


def decode_html(data: bytes) -> DecodedText:
    """What can be told from the bytes wins over what the page declares, and that over a guess."""
    decoded = decode_anyway(data)
    if not decoded.is_guess:
        return decoded
    declared = _declared_encoding(data)
    if declared is None:
        return decode_text(data)
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
