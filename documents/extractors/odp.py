"""OpenDocument presentations (.odp): slides in the order of the show, each a place and never a page."""

import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import Block
from documents.extractors.limits import Limits
from documents.extractors.media_types import ODP
from documents.extractors.odf_names import Element, attribute, child, children, name_of
from documents.extractors.odf_package import OpenDocument
from documents.extractors.odf_text import StoryReader
from documents.extractors.outcome import ExtractedText
from documents.extractors.sections import Section, render_sections
from documents.extractors.slides import Shape, in_reading_order, slide_section

_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt|pc|px)")
_EMU = {"cm": 360_000, "mm": 36_000, "in": 914_400, "pt": 12_700, "pc": 152_400, "px": 9_525}
_COUNTERS = frozenset({"page-number", "date-time", "footer", "header"})
_NO_SHAPES = frozenset({"presentation:notes", "office:annotation", "office:forms"})


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Each slide with its notes and comments; hidden slides too, and the notes say which they are."""
    with path.open("rb") as file:
        document = OpenDocument(file, limits)
        sections = list(_sections(document))
        title, attachments = document.title(), document.attachments()
    text, places = render_sections(sections)
    return ExtractedText(
        extractor="odp",
        extractor_version=version("lxml"),
        media_type=ODP,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(document.notes),
    )


def _sections(document: OpenDocument) -> Iterator[Section]:
    reader, styles = StoryReader(document), document.named("style:style")
    for number, slide in enumerate(children(document.body("presentation"), "draw:page"), start=1):
        properties = child(styles.get(attribute(slide, "draw:style-name")), "style:drawing-page-properties")
        if attribute(properties, "presentation:visibility") == "hidden":
            document.notes.append(f"Slide {number} is hidden in the show; it was read.")
        comments = [reader.note_block(comment).text for comment in children(slide, "office:annotation")]
        yield slide_section(number, list(_shapes(slide, reader)), _speaker_notes(slide, reader), comments)


def _speaker_notes(slide: Element, reader: StoryReader) -> str:
    notes = child(slide, "presentation:notes")
    shapes = [] if notes is None else list(_shapes(notes, reader))
    return "\n".join(block.text for shape in shapes for block in shape.blocks)


def _shapes(parent: Element, reader: StoryReader) -> Iterator[Shape]:
    for element in parent:
        name = name_of(element)
        kind = attribute(element, "presentation:class")
        if (
            not name
            or name in _NO_SHAPES
            or kind in _COUNTERS
            or attribute(element, "presentation:placeholder") == "true"
        ):
            continue
        blocks = _group_blocks(element, reader) if name == "draw:g" else reader.read(element)
        if any(block.text.strip() for block in blocks):
            top, left = _emu(attribute(element, "svg:y")), _emu(attribute(element, "svg:x"))
            yield Shape(blocks, top, left, is_title=kind == "title")


def _group_blocks(group: Element, reader: StoryReader) -> list[Block]:
    return [block for shape in in_reading_order(list(_shapes(group, reader))) for block in shape.blocks]


def _emu(length: str) -> int | None:
    match = _LENGTH.fullmatch(length)
    return round(float(match[1]) * _EMU[match[2]]) if match else None
