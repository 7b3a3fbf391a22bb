"""EPUB: the documents in reading order; contents and headings are places; there is never a page."""

import io
from pathlib import Path

import pytest

from documents.extractors.epub import extract
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import EPUB
from documents.extractors.outcome import ExtractedText
from documents.extractors.sniffing import sniff_media_type
from documents.extractors.xhtml import as_html

from .conftest import Read
from .docx_files import zip_file
from .epub_files import CONTAINER, make_epub, nav_point, package, xhtml

TWO = {"a.xhtml": "<h1>One</h1><p>first</p>", "b.xhtml": "<h2>Two</h2><p>second</p>"}


def places_of(outcome: ExtractedText) -> list[tuple[str, str, str]]:
    return [(place.kind, place.label, outcome.text[place.start : place.end]) for place in outcome.places]


def failure_of(read: Read, data: bytes) -> str:
    with pytest.raises(ExtractionFailure) as caught:
        read(data, EPUB)
    return caught.value.code


def test_the_spine_orders_the_text_and_nothing_is_a_page(read: Read) -> None:
    outcome = read(make_epub(TWO, spine=["b.xhtml", "a.xhtml", "b.xhtml"]), EPUB)
    assert outcome.text == "Two\n\nsecond\n\nOne\n\nfirst"
    assert (outcome.title, outcome.notes) == ("The Book", ())
    assert (outcome.pages, outcome.page_labels, outcome.page_sources) == (None, None, None)


@pytest.mark.parametrize(
    "contents",
    [
        {"nav": '<ol><li><a href="a.xhtml">Part <i>I</i></a></li><li><a href="b.xhtml#here">Late</a></li></ol>'},
        {"ncx": nav_point("Part I", "a.xhtml") + nav_point("Late", "b.xhtml#here") + nav_point("x", "b.xhtml#gone")},
    ],
)
def test_an_entry_of_the_contents_begins_where_it_points_and_lasts_until_the_next(
    read: Read, contents: dict[str, str]
) -> None:
    documents = TWO | {"b.xhtml": '<p>still one</p><h2><a id="here"/>Late</h2><p>second</p>'}
    assert places_of(read(make_epub(documents, **contents), EPUB)) == [
        ("part", "Part I", "One\n\nfirst\n\nstill one"),
        ("heading", "One", "One\n\nfirst\n\nstill one"),
        ("part", "Late", "Late\n\nsecond"),
    ]


def test_without_contents_the_title_of_a_document_is_its_label(read: Read) -> None:
    titled = {"OPS/a.xhtml": xhtml("<p>first</p>", "<title>Preface</title>")}
    assert places_of(read(make_epub(TWO, extra=titled), EPUB)) == [
        ("part", "Preface", "first"),
        ("heading", "Two", "Two\n\nsecond"),
    ]


def test_an_element_that_closes_itself_swallows_nothing(read: Read) -> None:
    assert read(make_epub({"a.xhtml": '<script src="x"/><p>a<br/>b<a id="x"/>c</p>'}), EPUB).text == "a\nbc"
    assert as_html('<p class="x"/><br/><IMG src="y" />') == '<p class="x"></p><br/><IMG src="y" />'


def test_what_is_missing_or_damaged_is_noted_and_the_rest_is_read(read: Read) -> None:
    opf = {"OPS/book.opf": package(["a.xhtml", "c.xhtml"], ["a.xhtml", "c.xhtml"]), "OPS/toc.ncx": "<ncx>"}
    outcome = read(make_epub(TWO, extra=opf), EPUB)
    assert outcome.text == "One\n\nfirst"
    assert len(outcome.notes) == 2


@pytest.mark.parametrize(
    "files",
    [
        {"mimetype": "application/epub+zip"},
        {"META-INF/container.xml": CONTAINER},
        {"META-INF/container.xml": CONTAINER, "OPS/book.opf": "<package>"},
        {"META-INF/container.xml": CONTAINER, "OPS/book.opf": package(["a"], ["a"])},
        {"META-INF/container.xml": '<!DOCTYPE x [<!ENTITY a "b">]><container/>'},
    ],
)
def test_a_book_without_its_bones_is_damaged(read: Read, files: dict[str, str]) -> None:
    assert failure_of(read, zip_file(files)) == "damaged"


def encryption(name: str) -> dict[str, str]:
    reference = f'<enc:CipherReference URI="{name}"/>'
    data = f"<enc:EncryptedData><enc:CipherData>{reference}</enc:CipherData></enc:EncryptedData>"
    xmlns = 'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"'
    return {"META-INF/encryption.xml": f"<encryption {xmlns}>{data}</encryption>"}


def test_a_protected_book_says_so_and_scrambled_fonts_do_not_matter(read: Read) -> None:
    assert failure_of(read, make_epub(TWO, extra=encryption("OPS/b.xhtml"))) == "copy-protected"
    assert read(make_epub(TWO, extra=encryption("OPS/font.otf")), EPUB).text


def test_a_bomb_is_stopped_by_the_limits_of_containers(tmp_path: Path) -> None:
    path = tmp_path / "bomb.epub"
    path.write_bytes(make_epub({"a.xhtml": "x" * 3_000_000}))
    with pytest.raises(ExtractionFailure) as caught:
        extract(path, Limits(seconds=10, memory_bytes=1 << 24, output_bytes=1 << 24))
    assert caught.value.code == "expands-too-much"


@pytest.mark.parametrize(
    "data",
    [
        make_epub(TWO),
        make_epub(TWO)[:400],
        zip_file({"META-INF/container.xml": CONTAINER, "OPS/book.opf": "<package/>"}),
    ],
)
def test_a_book_is_told_by_its_content(data: bytes) -> None:
    assert sniff_media_type(data, lambda: io.BytesIO(data), "x.zip") == EPUB
