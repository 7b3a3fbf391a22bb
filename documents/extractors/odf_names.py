"""One short name for each element and attribute of an OpenDocument file."""

from functools import cache
from typing import TypeAlias

from lxml.etree import _Element

from documents.extractors.xml_names import short_names

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
_NAMESPACES = {
    f"{_OASIS}:office:1.0": "office",
    f"{_OASIS}:text:1.0": "text",
    f"{_OASIS}:table:1.0": "table",
    f"{_OASIS}:style:1.0": "style",
    f"{_OASIS}:drawing:1.0": "draw",
    f"{_OASIS}:presentation:1.0": "presentation",
    f"{_OASIS}:manifest:1.0": "manifest",
    f"{_OASIS}:svg-compatible:1.0": "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_LONG = {short: namespace for namespace, short in _NAMESPACES.items()}
_LARGEST = 10**6

Element: TypeAlias = _Element


name_of = short_names(_NAMESPACES)
""" "text:p", "draw:frame"…; "" for an element of another vocabulary, and for what is no element."""


@cache
def long_name(name: str) -> str:
    """The name as lxml writes it."""
    prefix, _, local = name.partition(":")
    return f"{{{_LONG[prefix]}}}{local}"


def attribute(element: Element | None, name: str) -> str:
    """The attribute "table:name"…; "" without it."""
    return "" if element is None else element.get(long_name(name), "")


def count_of(element: Element, name: str, default: int = 1) -> int:
    """A small number that an attribute gives; `default` for anything else."""
    value = attribute(element, name)
    return min(int(value), _LARGEST) if value.isascii() and value.isdecimal() and len(value) < 10 else default


def child(element: Element | None, *path: str) -> Element | None:
    """The first child of that name, and so on down the path; None where it ends."""
    for name in path:
        if element is None:
            return None
        element = element.find(long_name(name))
    return element


def children(element: Element | None, *names: str) -> list[Element]:
    """The children of any of these names, in document order."""
    return [] if element is None else list(element.iterchildren(*map(long_name, names)))


def descendants(element: Element | None, *names: str) -> list[Element]:
    """The descendants of any of these names, in document order."""
    return [] if element is None else list(element.iterdescendants(*map(long_name, names)))
