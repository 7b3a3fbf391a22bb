"""What Tesseract says of a page, in its table of words: its own blocks, paragraphs and lines, in its own order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from documents.ocr.layout import Line, Paragraph, Piece

_COLUMNS = 12
_WORD = "5"  # levels: page, block, paragraph, line, word

_LEAST_CONFIDENCE = 30.0
"""Of a line, of 100. The grain of a photograph is read as letters too, with less than this."""


@dataclass(frozen=True, slots=True)
class TsvPage:
    """The paragraphs of a page, and how sure of its words Tesseract is: 0 to 100, 0 for a page without any."""

    paragraphs: tuple[Paragraph, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class _Word:
    paragraph: tuple[str, str]
    line: str
    piece: Piece
    confidence: float


def read_tsv(table: str) -> TsvPage:
    """ValueError for anything that is not such a table."""
    header, *rows = table.split("\n")
    if header.split("\t")[:1] != ["level"]:
        raise ValueError("no table of words")
    words = [word for row in rows if row and (word := _word(row.removesuffix("\r").split("\t")))]
    kept = [line for line in _lines(words) if _confidence(line) >= _LEAST_CONFIDENCE]
    paragraphs = groupby(kept, key=lambda line: line[0].paragraph)
    return TsvPage(tuple(tuple(map(_line, lines)) for _, lines in paragraphs), _confidence(words))


def _word(cells: Sequence[str]) -> _Word | None:
    """None for a row that is no word."""
    if len(cells) != _COLUMNS:
        raise ValueError(f"{len(cells)} columns in a row")
    level, _, block, paragraph, line, _, left, top, width, height, confidence, text = cells
    if level != _WORD or not text.strip():
        return None
    x, y = int(left), int(top)
    box = float(x), float(y), float(x + int(width)), float(y + int(height))
    return _Word((block, paragraph), line, Piece(text.strip(), box), max(0.0, float(confidence)))


def _lines(words: Sequence[_Word]) -> Iterator[list[_Word]]:
    for _, line in groupby(words, key=lambda word: (word.paragraph, word.line)):
        yield list(line)


def _confidence(words: Sequence[_Word]) -> float:
    """The mean, each word counting as much as it is long."""
    length = sum(len(word.piece.text) for word in words)
    return sum(word.confidence * len(word.piece.text) for word in words) / length if length else 0.0


def _line(words: Sequence[_Word]) -> Line:
    x0, y0, x1, y1 = zip(*(word.piece.box for word in words), strict=True)
    return Line((min(x0), min(y0), max(x1), max(y1)), tuple(word.piece for word in words))
