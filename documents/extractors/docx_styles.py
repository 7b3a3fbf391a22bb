"""What a paragraph inherits from its style: whether it is a heading, and which list it belongs to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from documents.extractors.ooxml_names import (
    Element,
    attribute,
    child,
    children,
    value_of,
    whole_number,
)

_HEADING_NAME = re.compile(r"(?:heading [1-9]|title)$", re.IGNORECASE)
_BODY_LEVEL = 9
_DEEPEST_STYLE = 32


@dataclass(frozen=True, slots=True)
class ListPosition:
    """Which list (w:numId) and which of its levels, from 0."""

    list_id: str
    level: int


class Styles:
    """The paragraph styles of one document."""

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, Element] = {}
        self._default: str | None = None
        for style in children(root, "w:style") if root is not None else []:
            style_id = attribute(style, "w:styleId") or ""
            self._styles[style_id] = style
            if attribute(style, "w:type") == "paragraph" and attribute(style, "w:default") in (
                "1",
                "true",
                "on",
            ):
                self._default = style_id

    def is_heading(self, paragraph: Element) -> bool:
        """By its own outline level, or by the name or outline level of its style."""
        own = whole_number(value_of(paragraph, "w:pPr", "w:outlineLvl"))
        if own is not None:
            return own < _BODY_LEVEL
        verdicts = (_is_heading_style(style) for style in self._chain(paragraph))
        return next((verdict for verdict in verdicts if verdict is not None), False)

    def list_position(self, paragraph: Element) -> ListPosition | None:
        """Where the paragraph stands in a list, None when it stands in none."""
        list_id = level = None
        for holder in (paragraph, *self._chain(paragraph)):
            numbering = child(holder, "w:pPr", "w:numPr")
            list_id = value_of(numbering, "w:numId") if list_id is None else list_id
            level = whole_number(value_of(numbering, "w:ilvl")) if level is None else level
        if list_id is None or list_id == "0":
            return None
        return ListPosition(list_id, level or 0)

    def _chain(self, paragraph: Element) -> Iterator[Element]:
        style_id = value_of(paragraph, "w:pPr", "w:pStyle") or self._default
        for _ in range(_DEEPEST_STYLE):
            style = self._styles.get(style_id or "")
            if style is None:
                return
            yield style
            style_id = value_of(style, "w:basedOn")


def _is_heading_style(style: Element) -> bool | None:
    """None when the style leaves it to the one that it is based on."""
    level = whole_number(value_of(style, "w:pPr", "w:outlineLvl"))
    if level is not None:
        return level < _BODY_LEVEL
    return True if _HEADING_NAME.match(value_of(style, "w:name") or "") else None
