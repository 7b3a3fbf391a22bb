"""What text recognition is asked and what it answers."""

from dataclasses import dataclass

WHOLE = 65_535
"""The right and the bottom edge of a page in the numbers of a `WordBox`."""


@dataclass(frozen=True, slots=True)
class WordBox:
    """Where one word of a `RecognizedText` stands: `[start, end)` in code points of its text.

    The edges are integers from 0 to `WHOLE`, fractions of the page as displayed, origin top left.
    """

    start: int
    end: int
    x0: int
    y0: int
    x1: int
    y1: int


@dataclass(frozen=True, slots=True)
class RecognizedText:
    """What was read on one page, before cleaning; lines end with a line feed, paragraphs with an empty line.

    Columns stand one after the other. `text` is "" where nothing was found. `words` are in the order of the text and
    do not overlap in it. `seconds` is the wall time of rendering and reading; of the first page with ink,
    also that of loading the engine.
    """

    page: int
    engine: str
    engine_version: str
    text: str
    words: tuple[WordBox, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class PageFailure:
    """Why a page could not be read: a code of `extractors.page_problems`, and a detail for staff."""

    page: int
    code: str
    detail: str
    seconds: float


@dataclass(frozen=True, slots=True)
class OcrLimits:
    """What reading one page may cost, and how it is read.

    `seconds` of wall time a page; `memory_bytes` of address space of the process that reads; `languages` as in
    "eng+deu"; `engine` is "auto", "rapidocr" or "tesseract". A picture has at most `most_pixels`. `threads` is how
    many cores one page may use, 0 for all of this process's.
    """

    seconds: float
    memory_bytes: int
    languages: str
    engine: str
    most_pixels: int = 12_000_000
    threads: int = 0
