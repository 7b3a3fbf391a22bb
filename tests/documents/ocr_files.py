"""A scan made here, and a stand-in for the engine: it reads what a test lays on each page."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.ocr.engines import Engine, OcrUnavailable
from documents.ocr.values import WHOLE, OcrLimits, PageFailure, RecognizedText, WordBox
from documents.services import recognizing, requesting_ocr

Answer = RecognizedText | PageFailure
PAGE = (1240, 1754)  # A4 at 150 dots an inch
FONT_SIZE = 40


def scan_pdf(*pages: Sequence[str]) -> bytes:
    """A PDF of pictures of lines: no page has a text layer. A page without lines is blank paper."""
    drawn = [_drawn(lines) for lines in pages]
    stream = io.BytesIO()
    drawn[0].save(stream, "PDF", resolution=150, save_all=True, append_images=drawn[1:])
    return stream.getvalue()


def _drawn(lines: Sequence[str]) -> Image.Image:
    image = Image.new("L", PAGE, 255)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(FONT_SIZE)
    for at, line in enumerate(lines):
        pen.text((120, 160 + at * 80), line, font=font, fill=0)
    return image


def recognized_page(page: int, text: str) -> RecognizedText:
    """Each word in a box of its own: its number in the line is its column of ten, its line its row of forty."""
    words, start = [], 0
    for row, line in enumerate(text.split("\n")):
        at = start
        for column, word in enumerate(line.split()):
            first = text.index(word, at)
            at = first + len(word)
            words.append(WordBox(first, at, *_box(column, row)))
        start += len(line) + 1
    return RecognizedText(page, "rapidocr", "3.10.0", text, tuple(words), 0.5)


def _box(column: int, row: int) -> tuple[int, int, int, int]:
    wide, high = WHOLE // 10, WHOLE // 40
    return column * wide, row * high, column * wide + wide * 9 // 10, row * high + high * 8 // 10


@dataclass
class FakeEngine:
    """Reads `texts`; `asked` are the pages that it was asked for, in order. `before` is called before each answer."""

    texts: dict[int, str]
    failing: tuple[int, ...] = ()
    before: Callable[[int], None] = lambda page: None
    asked: list[int] = field(default_factory=list)
    version: str = "3.10.0"
    missing: bool = False

    def engine_for(self, asked: str, languages: str) -> Engine:
        if self.missing:
            raise OcrUnavailable("ocr-engine-missing", "Text recognition is not installed here.")
        return Engine("rapidocr", self.version, languages)

    def recognize_pages(self, path: Path, pages: Sequence[int], limits: OcrLimits) -> Iterator[Answer]:
        assert path.read_bytes().startswith(b"%PDF")
        for page in pages:
            self.asked.append(page)
            self.before(page)
            yield self._answer(page)

    def _answer(self, page: int) -> Answer:
        if page in self.failing:
            return PageFailure(page, "ocr-failed", "the model was lost", 1.0)
        return recognized_page(page, self.texts.get(page, ""))


def use_engine(monkeypatch: pytest.MonkeyPatch, engine: FakeEngine) -> FakeEngine:
    monkeypatch.setattr(requesting_ocr, "engine_for", engine.engine_for)
    monkeypatch.setattr(recognizing, "recognize_pages", engine.recognize_pages)
    return engine
