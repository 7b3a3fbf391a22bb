"""The numbers that Word shows before list items and headings; they are nowhere in the text of the file."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from documents.extractors.docx_styles import ListPosition
from documents.extractors.ooxml_names import (
    Element,
    attribute,
    children,
    is_on,
    value_of,
    whole_number,
)
from documents.text.numerals import letters, roman

_LEVELS = 9
_BULLET = "•"
_PLACEHOLDER = re.compile(r"%([1-9])")
_FORMATS: dict[str, Callable[[int], str]] = {
    "lowerRoman": roman,
    "upperRoman": lambda number: roman(number).upper(),
    "lowerLetter": letters,
    "upperLetter": lambda number: letters(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
}


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    format: str
    text: str
    is_legal: bool


@dataclass(frozen=True, slots=True)
class _List:
    """`family` is the definition that shares its counters; `restarts` are levels that this list starts anew."""

    family: str
    levels: dict[int, _Level]
    restarts: dict[int, int]


class Numbering:
    """Counts through the lists of a document; ask once for each list item, in document order."""

    def __init__(self, root: Element | None) -> None:
        self._lists = dict(_lists(root)) if root is not None else {}
        self._counters: dict[str, list[int | None]] = {}
        self._started: set[str] = set()

    def next_number(self, position: ListPosition) -> str:
        """What stands before the item, as "3.2" or "•"; "" when it is not known or nothing is shown."""
        found = self._lists.get(position.list_id)
        level = found.levels.get(position.level) if found else None
        if found is None or level is None:
            return ""
        counters = self._counters.setdefault(found.family, [None] * _LEVELS)
        self._restart(position.list_id, found, counters)
        current = counters[position.level]
        counters[position.level] = level.start if current is None else current + 1
        counters[position.level + 1 :] = [None] * (_LEVELS - position.level - 1)
        return _shown(level, found, counters)

    def _restart(self, list_id: str, found: _List, counters: list[int | None]) -> None:
        if list_id in self._started:
            return
        self._started.add(list_id)
        for level, start in found.restarts.items():
            counters[level] = start - 1


def _shown(level: _Level, found: _List, counters: list[int | None]) -> str:
    if level.format == "bullet":
        return _BULLET
    if level.format == "none":
        return ""
    return _PLACEHOLDER.sub(lambda match: _spelled(int(match[1]) - 1, level, found, counters), level.text).strip()


def _spelled(index: int, asking: _Level, found: _List, counters: list[int | None]) -> str:
    level = found.levels.get(index)
    if level is None:
        return ""
    count = counters[index]
    spell = str if asking.is_legal else _FORMATS.get(level.format, str)
    return spell(level.start if count is None else count)


def _lists(root: Element) -> Iterator[tuple[str, _List]]:
    definitions = {attribute(item, "w:abstractNumId") or "": item for item in children(root, "w:abstractNum")}
    by_style = {style: item for item in definitions.values() if (style := value_of(item, "w:styleLink"))}
    for item in children(root, "w:num"):
        family = value_of(item, "w:abstractNumId") or ""
        definition = definitions.get(family)
        linked = value_of(definition, "w:numStyleLink")
        if definition is not None:
            yield (
                attribute(item, "w:numId") or "",
                _list(item, family, by_style.get(linked or "", definition)),
            )


def _list(item: Element, family: str, definition: Element) -> _List:
    levels = dict(_levels(definition))
    restarts = {}
    for override in children(item, "w:lvlOverride"):
        index = _level_index(override)
        start = whole_number(value_of(override, "w:startOverride"))
        if index is not None and start is not None:
            restarts[index] = start
        levels.update(_levels(override))
    return _List(family, levels, restarts)


def _levels(holder: Element) -> Iterator[tuple[int, _Level]]:
    for item in children(holder, "w:lvl"):
        index = _level_index(item)
        if index is not None:
            yield index, _level(item)


def _level(item: Element) -> _Level:
    start = whole_number(value_of(item, "w:start"))
    return _Level(
        start=1 if start is None else start,
        format=value_of(item, "w:numFmt") or "decimal",
        text=value_of(item, "w:lvlText") or "",
        is_legal=is_on(item, "w:isLgl"),
    )


def _level_index(item: Element) -> int | None:
    index = whole_number(attribute(item, "w:ilvl"))
    return index if index is not None and 0 <= index < _LEVELS else None
