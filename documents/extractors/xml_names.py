"""The names of elements as people write them: "w:p", "text:h"."""

from collections.abc import Callable, Mapping
from functools import cache

from lxml.etree import _Element


def short_names(namespaces: Mapping[str, str]) -> Callable[[_Element], str]:
    """A function from an element to its name, by the prefix of its namespace.

    "" for an element of another vocabulary, and for what is no element.
    """

    @cache
    def short(tag: str) -> str:
        namespace, _, local = tag.removeprefix("{").rpartition("}")
        prefix = namespaces.get(namespace)
        return f"{prefix}:{local}" if prefix else ""

    def name_of(element: _Element) -> str:
        return short(element.tag) if isinstance(element.tag, str) else ""

    return name_of
