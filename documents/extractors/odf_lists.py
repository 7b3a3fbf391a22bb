"""The numbers of headings and list items, which an OpenDocument file leaves to its styles."""

from collections.abc import Callable
from dataclasses import dataclass, field

from documents.extractors.odf_names import Element, attribute, children, count_of, name_of
from documents.text.numerals import letters, roman

_LEVELS = 10
_BULLET = "•"
_FORMATS: dict[str, Callable[[int], str]] = {
    "1": str,
    "i": roman,
    "I": lambda number: roman(number).upper(),
    "a": letters,
    "A": lambda number: letters(number).upper(),
}


@dataclass(frozen=True, slots=True)
class _Level:
    is_bullet: bool
    format: str
    prefix: str
    suffix: str
    shown_levels: int
    start: int


@dataclass(slots=True)
class Counter:
    """Counts through one list, or through the headings of a document; levels are from 1."""

    style: Element | None
    counts: dict[int, int] = field(default_factory=dict)

    def next_number(self, level: int, restart_at: int | None = None) -> str:
        """What stands before the next item of that level, as "3.2." or "•"; "" when nothing is shown."""
        levels = _levels(self.style)
        if level not in levels:
            return ""
        first = levels[level].start if restart_at is None else restart_at
        is_new = restart_at is not None or level not in self.counts
        self.counts[level] = first if is_new else self.counts[level] + 1
        for deeper in range(level + 1, _LEVELS + 1):
            self.counts.pop(deeper, None)
        return self._shown(level, levels)

    def _shown(self, level: int, levels: dict[int, _Level]) -> str:
        own = levels[level]
        if own.is_bullet:
            return _BULLET
        if not own.format:
            return ""
        spelled = [self._spelled(one, levels) for one in range(level - own.shown_levels + 1, level + 1) if one > 0]
        return f"{own.prefix}{'.'.join(filter(None, spelled))}{own.suffix}".strip()

    def _spelled(self, level: int, levels: dict[int, _Level]) -> str:
        known = levels.get(level)
        if known is None or known.format not in _FORMATS:
            return ""
        return _FORMATS[known.format](self.counts.get(level, known.start))


def _levels(style: Element | None) -> dict[int, _Level]:
    found = children(
        style, "text:list-level-style-number", "text:list-level-style-bullet", "text:outline-level-style"
    )  # fmt: skip
    return {count_of(level, "text:level", 0): _level(level) for level in found}


def _level(level: Element) -> _Level:
    return _Level(
        is_bullet=name_of(level) == "text:list-level-style-bullet",
        format=attribute(level, "style:num-format"),
        prefix=attribute(level, "style:num-prefix"),
        suffix=attribute(level, "style:num-suffix"),
        shown_levels=count_of(level, "text:display-levels"),
        start=count_of(level, "text:start-value"),
    )
