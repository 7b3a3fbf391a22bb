"""The paragraph styles of an RTF file, as far as they say what is a heading."""

import re
from dataclasses import dataclass, field

_HEADING_NAME = re.compile(r"(?:heading [1-9]|title)$", re.IGNORECASE)
_BODY_LEVEL = 9
_DEEPEST_STYLE = 32


@dataclass(slots=True)
class Style:
    """One entry of the stylesheet while it is read; `level` is its outline level, from 0."""

    number: int = 0
    based_on: int | None = None
    level: int | None = None
    name: str = ""

    def add_name(self, text: str) -> None:
        """A piece of its name; a semicolon ends it."""
        self.name += text.partition(";")[0]

    @property
    def is_heading(self) -> bool | None:
        """None when the style leaves it to the one that it is based on."""
        if self.level is not None:
            return self.level < _BODY_LEVEL
        return True if _HEADING_NAME.match(self.name.strip()) else None


@dataclass(slots=True)
class Styles:
    """By their numbers."""

    _styles: dict[int, Style] = field(default_factory=dict)

    def add(self, style: Style) -> None:
        """An entry that was read to its end. One without a name is of characters, or none."""
        if style.name:
            self._styles[style.number] = style

    def is_heading(self, number: int, level: int | None) -> bool:
        """Of a paragraph with that style, and with an outline level of its own or none."""
        if level is not None:
            return level < _BODY_LEVEL
        following: int | None = number
        for _ in range(_DEEPEST_STYLE):
            style = self._styles.get(following) if following is not None else None
            if style is None:
                return False
            if style.is_heading is not None:
                return style.is_heading
            following = style.based_on
        return False
