"""One paragraph of an OpenDocument file as text, and what hangs on it: text boxes, notes, comments.

Deletions that were tracked are kept elsewhere in the file and never read. Fields that count pages are left out, for
nobody saw the layout; so are hidden text and the readings above ruby bases.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from documents.extractors.odf_names import Element, attribute, count_of, name_of

_LEFT_OUT = frozenset({
    "text:tracked-changes", "text:page-number", "text:page-count", "text:page-continuation", "text:ruby-text",
    "text:number", "text:note-citation", "office:event-listeners",
})  # fmt: skip
_NOTES = frozenset({"text:note", "office:annotation"})
_MOST_SPACES = 1000
_WHITE_SPACE = re.compile("[ \\t\\r\\n]+")

Hides: TypeAlias = Callable[[Element], bool]
"""Whether a part of a paragraph is not shown."""


@dataclass(slots=True)
class Inline:
    """The text of a paragraph, its shapes and its notes, each in order."""

    text: str = ""
    boxes: list[Element] = field(default_factory=list)
    notes: list[Element] = field(default_factory=list)


def _nothing(_element: Element) -> bool:
    return False


def read_inline(paragraph: Element, hides: Hides = _nothing) -> Inline:
    """What a reader of the paragraph sees. White space counts as in HTML: runs of it are one space."""
    found = Inline()
    _walk(paragraph, found, hides)
    return found


def _walk(parent: Element, found: Inline, hides: Hides) -> None:
    _add(parent.text, found)
    for element in parent:
        _read(element, name_of(element), found, hides)
        _add(element.tail, found)


def _read(element: Element, name: str, found: Inline, hides: Hides) -> None:
    if name == "text:s":
        found.text += " " * min(count_of(element, "text:c"), _MOST_SPACES)
    elif name == "text:tab":
        found.text += "\t"
    elif name == "text:line-break":
        found.text += "\n"
    elif name in _NOTES:
        found.notes.append(element)
    elif name.startswith("draw:") and name != "draw:a":
        found.boxes.append(element)
    elif not _is_left_out(element, name) and not hides(element):
        _walk(element, found, hides)


def _is_left_out(element: Element, name: str) -> bool:
    if name in ("text:hidden-text", "text:hidden-paragraph"):
        return attribute(element, "text:is-hidden") != "false"
    return name in _LEFT_OUT


def _add(text: str | None, found: Inline) -> None:
    """Spaces that are written out are text:s; of others, one at most is shown."""
    if not text:
        return
    collapsed = _WHITE_SPACE.sub(" ", text)
    found.text += collapsed[1:] if found.text[-1:] in ("", "\n", " ") and collapsed[0] == " " else collapsed
