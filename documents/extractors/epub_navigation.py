"""The table of contents of a book: which words stand for which point of which document."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from documents.extractors.epub_package import Book, resolved
from documents.extractors.failures import ExtractionFailure
from documents.extractors.html import decode_html, parse_html
from documents.extractors.parts import part_label
from documents.extractors.safe_xml import parse_xml
from documents.extractors.xhtml import as_html

_DAMAGED = "The book's table of contents is damaged and was left out."


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: `document` by its name, `anchor` in it or "" for its beginning, `label` as shown."""

    document: str
    anchor: str
    label: str


def contents(book: Book) -> list[Entry]:
    """In the order of the contents; [] where a book has none that can be read. Lists of printed pages are none."""
    return list(_new_contents(book)) or list(_old_contents(book))


def _new_contents(book: Book) -> Iterator[Entry]:
    name = book.navigation()
    data = book.read(name) if name is not None else None
    if name is None or data is None:
        return
    try:
        tree = parse_html(as_html(decode_html(data).text))
    except ExtractionFailure:
        book.notes.append(_DAMAGED)
        return
    for nav in tree.css("nav"):
        if "toc" in (nav.attributes.get("epub:type") or "").split():
            for link in nav.css("a"):
                yield from _entry(name, link.attributes.get("href") or "", _words(link))


def _words(link: LexborNode) -> str:
    return link.text(deep=True)


def _old_contents(book: Book) -> Iterator[Entry]:
    name = book.old_navigation()
    data = book.read(name) if name is not None else None
    if name is None or data is None:
        return
    try:
        root = parse_xml(data, name, may_name_type=True)
    except ExtractionFailure:
        book.notes.append(_DAMAGED)
        return
    for point in root.iterfind("{*}navMap//{*}navPoint"):
        content = point.find("{*}content")
        label = point.findtext("{*}navLabel/{*}text") or ""
        yield from _entry(name, "" if content is None else content.get("src", ""), label)


def _entry(base: str, address: str, label: str) -> Iterator[Entry]:
    shown = part_label(label)
    if shown and address:
        yield Entry(resolved(base, address), unquote(address.partition("#")[2]), shown)
