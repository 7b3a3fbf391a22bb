"""PowerPoint presentations (.pptx): slides in the order of the show, each a place and never a page."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from documents.extractors.drawing_text import text_block
from documents.extractors.limits import Limits
from documents.extractors.media_types import PPTX
from documents.extractors.ooxml_names import Element, attribute, child, children, descendants
from documents.extractors.ooxml_package import Package
from documents.extractors.outcome import ExtractedText
from documents.extractors.pptx_shapes import SlideReader, placeholder_type
from documents.extractors.sections import Section, render_sections
from documents.extractors.slides import slide_section

_OFF = frozenset({"0", "false"})


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Each slide with its notes and comments; hidden slides too, and the notes say which they are."""
    with path.open("rb") as file:
        package = Package(file, limits, PPTX)
        sections = list(_sections(package))
        title, attachments = package.title(), package.attachments()
    text, places = render_sections(sections)
    return ExtractedText(
        extractor="pptx",
        extractor_version=version("lxml"),
        media_type=PPTX,
        text=text,
        places=places,
        attachments=attachments,
        title=title,
        notes=tuple(package.notes),
    )


def _sections(package: Package) -> Iterator[Section]:
    footers: set[str] = set()
    for number, name in enumerate(_slide_names(package), start=1):
        slide = package.root(name)
        if slide is None:
            continue
        if slide.get("show") in _OFF:
            package.notes.append(f"Slide {number} is hidden in the show; it was read.")
        shapes = SlideReader(package, name, footers).shapes(slide)
        yield slide_section(number, shapes, _speaker_notes(package, name), list(_comments(package, name)))


def _slide_names(package: Package) -> Iterator[str]:
    """In the order of the show; a slide whose file is missing keeps its number."""
    for entry in children(_list_of(package.main_part()), "p:sldId"):
        found = package.target(package.main_name, attribute(entry, "r:id") or "")
        yield "" if found is None else found.target


def _list_of(presentation: Element) -> Element:
    found = child(presentation, "p:sldIdLst")
    return presentation if found is None else found


def _speaker_notes(package: Package, name: str) -> str:
    notes = package.root(package.related(name, "notesSlide"))
    shapes = descendants(notes, "p:sp") if notes is not None else []
    bodies = [child(shape, "p:txBody") for shape in shapes if placeholder_type(shape) == "body"]
    return "\n".join(text_block(body).text for body in bodies)


def _comments(package: Package, name: str) -> Iterator[str]:
    """Of old and new kind: the one has plain text, the other paragraphs."""
    root = package.root(package.related(name, "comments"))
    for comment in root.iter("{*}cm", "{*}reply") if root is not None else ():
        bodies = [text_block(body).text for body in comment.iterchildren("{*}txBody")]
        text = "\n".join([comment.findtext("{*}text") or "", *bodies]).strip()
        if text:
            yield f"Comment: {text}"
