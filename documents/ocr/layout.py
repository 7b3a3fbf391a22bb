"""From lines anywhere on a page to paragraphs in reading order: pure arithmetic on boxes.

A page is cut into zones from top to bottom. Where a gutter runs down through a zone with prose on both sides of it, the
zone has columns, and what is left of the gutter is read first. Elsewhere, as in a table, what stands side by side is
one line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1: pixels, origin top left, of a picture in which the lines lie level."""

# All of these are in heights of a line, which is the median of the heights on the page.
_GUTTER = 0.5  # the least white between columns: what finds lines draws their boxes too large
_PROSE_WIDTH = 8.0  # narrower lines are the cells of a table
_PARAGRAPH_GAP = 0.5  # more white than usual between two lines
_HEADING_GAP = 0.5  # white above a heading that ends the columns over it
_ROW_GAP = 4.0  # lines so far apart do not make up paragraphs of one another

_LEAST_PROSE_LINES = 3
_FULL_LINE = 0.6  # of the width of its column: the last line of a paragraph may be shorter
_LEAST_FULL_SHARE = 0.5
_CORE = 0.25  # of the height, cut off above and below: boxes of neighbouring lines touch each other
_SAME_ROW = 0.5  # of the smaller height
_DEEPEST = 12  # columns within columns: more is not a page but an attack


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a character of a script without spaces; `box` is where it is on the picture as it was read."""

    text: str
    box: Box
    after_space: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """What was found as one line. Its box is for putting it in order only: the page may be askew."""

    box: Box
    pieces: tuple[Piece, ...]


Paragraph = tuple[Line, ...]


def arrange(lines: Sequence[Line]) -> tuple[Paragraph, ...]:
    """All of the lines as paragraphs in reading order; those that stand side by side in one row are joined."""
    if not lines:
        return ()
    return tuple(_arranged(lines, median(_height(line) for line in lines), _DEEPEST))


def _arranged(lines: Sequence[Line], unit: float, depth: int) -> Iterator[Paragraph]:
    for zone in _zones(lines, unit):
        columns = _columns(zone, unit) if depth else None
        if columns:
            for column in columns:
                yield from _arranged(column, unit, depth - 1)
        else:
            yield from _paragraphs(_rows(zone), unit)


def _zones(lines: Sequence[Line], unit: float) -> list[list[Line]]:
    """Cut where a gutter begins or ends. Zones without columns that follow each other are one."""
    zones: list[list[Line]] = []
    for bands in _banded_zones(lines, unit):
        zone = [line for band in bands for line in band]
        if zones and not _columns(zones[-1], unit) and not _columns(zone, unit):
            zones[-1] += zone
        else:
            zones.append(zone)
    return zones


def _banded_zones(lines: Sequence[Line], unit: float) -> list[list[list[Line]]]:
    zones: list[list[list[Line]]] = []
    for band in _bands(lines):
        if not zones:
            zones.append([band])
        elif _may_grow([line for one in zones[-1] for line in one], band, unit):
            zones[-1].append(band)
        else:
            heading = [zones[-1].pop()] if _ends_in_heading(zones[-1], unit) else []
            zones.append([*heading, band])
    return zones


def _ends_in_heading(bands: Sequence[Sequence[Line]], unit: float) -> bool:
    """Whether a line stands by itself under columns: it belongs to what follows, on whichever side it begins."""
    if len(bands) < 2 or len(bands[-1]) > 1:
        return False
    white = bands[-1][0].box[1] - max(line.box[3] for line in bands[-2])
    return white > _HEADING_GAP * unit and bool(_gutters([line for band in bands for line in band], unit))


def _may_grow(zone: Sequence[Line], band: Sequence[Line], unit: float) -> bool:
    """A zone keeps its gutters as long as one is left, and one without any takes no band that has one."""
    if _gutters(zone, unit):
        return bool(_gutters([*zone, *band], unit))
    return not _gutters(band, unit)


def _bands(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that overlap from one to the next in height: as much as cannot be cut straight across."""
    band: list[Line] = []
    bottom = float("-inf")
    for line in sorted(lines, key=_core_top):
        if band and _core_top(line) >= bottom:
            yield band
            band = []
        bottom = max(bottom, _core_bottom(line)) if band else _core_bottom(line)
        band.append(line)
    if band:
        yield band


def _gutters(lines: Sequence[Line], unit: float) -> list[tuple[float, float]]:
    """The white that runs down through all of these lines, from the left to the right."""
    gutters = []
    reach: float | None = None
    for line in sorted(lines, key=lambda line: line.box[0]):
        if reach is not None and line.box[0] - reach >= _GUTTER * unit:
            gutters.append((reach, line.box[0]))
        reach = line.box[2] if reach is None else max(reach, line.box[2])
    return gutters


def _columns(lines: Sequence[Line], unit: float) -> tuple[list[Line], list[Line]] | None:
    """What is left and right of the widest gutter between prose; None where there is no such gutter."""
    for left, _ in sorted(_gutters(lines, unit), key=lambda gutter: gutter[0] - gutter[1]):
        sides = [line for line in lines if line.box[0] < left], [line for line in lines if line.box[0] >= left]
        if all(_is_prose(side, unit) for side in sides):
            return sides
    return None


def _is_prose(lines: Sequence[Line], unit: float) -> bool:
    """Several lines, wide, and most of them full: what stands in the cells of a table is short, and ragged."""
    widths = [line.box[2] - line.box[0] for line in lines]
    if len(widths) < _LEAST_PROSE_LINES or median(widths) < _PROSE_WIDTH * unit:
        return False
    width = max(line.box[2] for line in lines) - min(line.box[0] for line in lines)
    parts = len(_gutters(lines, unit)) + 1
    full = sum(1 for one in widths if one >= _FULL_LINE * width / parts)
    return full >= _LEAST_FULL_SHARE * len(widths)


def _rows(lines: Sequence[Line]) -> list[Line]:
    """Lines from the top to the bottom, those of one height joined from the left to the right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=_middle):
        if rows and _share_row(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_joined(sorted(row, key=lambda line: line.box[0])) for row in rows]


def _share_row(one: Line, other: Line) -> bool:
    overlap = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    beside = other.box[0] >= _centre(one) or other.box[2] <= _centre(one)
    return beside and overlap >= _SAME_ROW * min(_height(one), _height(other))


def _joined(row: Sequence[Line]) -> Line:
    x0, y0, x1, y1 = zip(*(line.box for line in row), strict=True)
    return Line((min(x0), min(y0), max(x1), max(y1)), tuple(piece for line in row for piece in line.pieces))


def _paragraphs(rows: Sequence[Line], unit: float) -> Iterator[Paragraph]:
    """Cut where there is clearly more white between two rows than there usually is in this zone."""
    gaps = [below.box[1] - above.box[3] for above, below in pairwise(rows)]
    usual = median(gap for gap in gaps if gap < _ROW_GAP * unit) if any(g < _ROW_GAP * unit for g in gaps) else 0.0
    paragraph: list[Line] = []
    for row, gap in zip(rows, [0.0, *gaps], strict=True):
        if paragraph and gap > usual + _PARAGRAPH_GAP * unit:
            yield tuple(paragraph)
            paragraph = []
        paragraph.append(row)
    if paragraph:
        yield tuple(paragraph)


def _height(line: Line) -> float:
    return line.box[3] - line.box[1]


def _middle(line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2


def _centre(line: Line) -> float:
    return (line.box[0] + line.box[2]) / 2


def _core_top(line: Line) -> float:
    return line.box[1] + _CORE * _height(line)


def _core_bottom(line: Line) -> float:
    return line.box[3] - _CORE * _height(line)
