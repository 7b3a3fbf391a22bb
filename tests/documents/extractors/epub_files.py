"""Small EPUB books for tests, written part by part."""

from collections.abc import Mapping

from .docx_files import zip_file

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def make_epub(
    documents: Mapping[str, str],
    *,
    nav: str = "",
    ncx: str = "",
    extra: Mapping[str, str | bytes] | None = None,
    spine: list[str] | None = None,
) -> bytes:
    """A book of these documents (name -> body), with this table of contents: links (EPUB 3) or navPoints (EPUB 2)."""
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OPS/book.opf": package(spine or list(documents), list(documents)),
        **{f"OPS/{name}": xhtml(body) for name, body in documents.items()},
    }
    if nav:
        files["OPS/nav.xhtml"] = xhtml(
            f'<nav epub:type="toc">{nav}</nav><nav epub:type="page-list"><a href="x">7</a></nav>'
        )
    if ncx:
        doctype = '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">'
        files["OPS/toc.ncx"] = (
            f'{doctype}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{ncx}</navMap></ncx>'
        )
    return zip_file(files | dict(extra or {}))


def package(spine: list[str], names: list[str]) -> str:
    """A package document."""
    items = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    references = "".join(f'<itemref idref="{name}"/>' for name in spine)
    return (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<metadata><dc:title>The  Book</dc:title></metadata>"
        f'<manifest>{items}<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>'
        f'<spine toc="ncx">{references}</spine></package>'
    )


def xhtml(body: str, title: str = "<title/>") -> str:
    """A document of a book."""
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"'
        f' xmlns:epub="http://www.idpf.org/2007/ops"><head>{title}</head><body>{body}</body></html>'
    )


def nav_point(label: str, address: str) -> str:
    """One entry of an EPUB 2 table of contents."""
    return f'<navPoint><navLabel><text>{label}</text></navLabel><content src="{address}"/></navPoint>'
