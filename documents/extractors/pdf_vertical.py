"""Vertical writing: columns from right to left, each from top to bottom. pdfium sorts them from left to right."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from documents.extractors.pdf_characters import Boxes

Point = tuple[float, float]

_SCRIPT = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
)
_ASKED = 60
_LEAST_ASKED = 4
_VERTICAL_SHARE = 0.7
_STRAIGHT = 0.3  # this and those below in distances from letter to letter
_LONGEST_STEP = 2.6
_WIDEST_STEP = 1.4
_NO_INK = frozenset(" \t\r\n")


@dataclass(slots=True)
class _Column:
    """Units in a row, and where they begin; all in one column, or else all beside each other or alone."""

    units: list[int] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    is_vertical: bool = False

    @property
    def x(self) -> float:
        return self.points[0][0]

    @property
    def top(self) -> float:
        return self.points[0][1]

    @property
    def bottom(self) -> float:
        return self.points[-1][1]


def may_be_vertical(units: str) -> bool:
    return _SCRIPT.search(units) is not None


def vertical_order(units: str, origin: Boxes) -> list[int | None] | None:
    """The indices of the units in reading order, None for a line end; None altogether where the page is not vertical.

    What is not vertical on it (a page number, a caption) keeps its place before or after all columns.
    """
    step = _step(units, origin)
    if step is None:
        return None
    columns = _columns(units, origin, step)
    vertical = [column for column in columns if column.is_vertical]
    if len(vertical) < 2:
        return None
    at = columns.index(vertical[0])
    others = [column for column in columns if not column.is_vertical]
    before = sum(not column.is_vertical for column in columns[:at])
    order: list[int | None] = []
    for column in [*others[:before], *_from_the_right(vertical), *others[before:]]:
        order += [*column.units, None]
    return order[:-1]


def _step(units: str, origin: Boxes) -> float | None:
    """The distance from letter to letter down the page; None where most letters go on beside each other."""
    steps: list[float] = []
    asked = 0
    for found in _SCRIPT.finditer(units):
        at = found.start()
        if not _SCRIPT.match(units, at + 1):
            continue
        one, other = origin(at), origin(at + 1)
        if one is None or other is None:
            continue
        asked += 1
        if _is_below(one[:2], other[:2], abs(one[1] - other[1])):
            steps.append(one[1] - other[1])
        if asked == _ASKED:
            break
    return median(steps) if steps and asked >= _LEAST_ASKED and len(steps) >= _VERTICAL_SHARE * asked else None


def _is_below(one: Point, other: Point, step: float) -> bool:
    return abs(one[0] - other[0]) <= _STRAIGHT * step and 0 < one[1] - other[1] <= _LONGEST_STEP * step


def _columns(units: str, origin: Boxes, step: float) -> list[_Column]:
    """In pdfium's order."""
    columns: list[_Column] = []
    for at, unit in enumerate(units):
        if unit in _NO_INK:
            continue
        found = origin(at)
        point = found[:2] if found else None
        last = columns[-1] if columns else None
        if last is None:
            columns.append(_Column([at], [point or (0.0, 0.0)]))
        elif point is None or point == last.points[-1] or _belongs(last, point, step):
            last.is_vertical |= point is not None and _is_below(last.points[-1], point, step)
            last.units += _with_blanks(units, last.units[-1], at)
            last.points.append(point or last.points[-1])
        else:
            columns.append(_Column([at], [point]))
    for column in columns:
        if len(column.units) == 1:
            column.is_vertical = _SCRIPT.match(units, column.units[0]) is not None
    return columns


def _with_blanks(units: str, last: int, at: int) -> Sequence[int]:
    """A letter and the blanks before it; vertical letters have none between them but what pdfium adds."""
    is_dense = _SCRIPT.match(units, last) and _SCRIPT.match(units, at)
    has_line_end = not {"\r", "\n"}.isdisjoint(units[last + 1 : at])
    return [at] if is_dense or has_line_end else range(last + 1, at + 1)


def _belongs(column: _Column, point: Point, step: float) -> bool:
    last = column.points[-1]
    if _is_below(last, point, step):
        return column.is_vertical or len(column.points) == 1
    is_beside = abs(last[1] - point[1]) <= _STRAIGHT * step and 0 < point[0] - last[0] <= _WIDEST_STEP * step
    return is_beside and not column.is_vertical


def _from_the_right(columns: Sequence[_Column]) -> list[_Column]:
    """Tier by tier where columns stand above each other, and from the right in each."""
    tiers: list[list[_Column]] = []
    bottom = 0.0
    for column in sorted(columns, key=lambda column: -column.top):
        if tiers and column.top > bottom:
            tiers[-1].append(column)
            bottom = min(bottom, column.bottom)
        else:
            tiers.append([column])
            bottom = column.bottom
    return [column for tier in tiers for column in sorted(tier, key=lambda column: (-column.x, -column.top))]
