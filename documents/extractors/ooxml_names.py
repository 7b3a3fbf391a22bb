"""One short name for each element and attribute, whether the file is transitional or strict OOXML."""

from functools import cache
from typing import TypeAlias

from lxml.etree import _Element

from documents.extractors.xml_names import short_names

_NAMESPACES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
}
_OFF = frozenset({"0", "false", "off", "none"})

Element: TypeAlias = _Element


name_of = short_names(_NAMESPACES)
""" "w:p", "mc:Choice"…; "" for an element of another vocabulary, and for what is no element."""


@cache
def long_names(name: str) -> tuple[str, ...]:
    """The names that lxml may have for it: one for each kind of OOXML."""
    prefix, _, local = name.partition(":")
    return tuple(f"{{{namespace}}}{local}" for namespace, short in _NAMESPACES.items() if short == prefix)


def attribute(element: Element, name: str) -> str | None:
    """The attribute "w:val", "r:id"…, or None."""
    return next((value for tag in long_names(name) if (value := element.get(tag)) is not None), None)


def child(element: Element | None, *path: str) -> Element | None:
    """The first child of that name, and so on down the path; None where it ends."""
    for name in path:
        if element is None:
            return None
        element = next(element.iterchildren(*long_names(name)), None)
    return element


def children(element: Element, *names: str) -> list[Element]:
    """The children of any of these names, in document order."""
    return list(element.iterchildren(*(tag for name in names for tag in long_names(name))))


def descendants(element: Element, *names: str) -> list[Element]:
    """The descendants of any of these names, in document order."""
    return list(element.iterdescendants(*(tag for name in names for tag in long_names(name))))


def value_of(element: Element | None, *path: str) -> str | None:
    """The w:val of the child at the end of `path`, or None."""
    found = child(element, *path)
    return None if found is None else attribute(found, "w:val")


def is_on(element: Element | None, *path: str) -> bool:
    """Whether the switch at the end of `path` is there and not turned off."""
    found = child(element, *path)
    return found is not None and (attribute(found, "w:val") or "on").casefold() not in _OFF


def whole_number(text: str | None) -> int | None:
    """The number that an attribute gives, None for anything that is none."""
    try:
        return int(text) if text is not None and len(text) < 10 else None
    except ValueError:
        return None
