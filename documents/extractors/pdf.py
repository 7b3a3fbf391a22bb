"""PDF: the text that pdfium reads, the structure that pypdf knows, each standing in for the other where it fails."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import place_label
from documents.extractors.failures import ExtractionFailure
from documents.extractors.glyph_rubbish import is_glyph_rubbish
from documents.extractors.limits import Limits
from documents.extractors.media_types import PDF
from documents.extractors.outcome import ExtractedText, PageSource
from documents.extractors.pdf_label_signs import may_declare_labels
from documents.extractors.pdf_outline import cleaned_outline, places_on
from documents.extractors.pdf_pages import RawPage, RawPdf, read_with_pdfium
from documents.extractors.pdf_repair import with_trailer
from documents.extractors.pdf_second_reader import SecondReader
from documents.text import PageText, clean_page_text, has_ink, words_of

_WHOLE_FILE_DAMAGED = "The file is damaged. It was read as far as possible; pages may be missing."
_PDFIUM, _PYPDF = "pypdfium2", "pypdf"

_FILE_NAME = re.compile(r"\.(?:pdf|docx?|odt|rtf|pages|indd|tex|dvi|xlsx?|pptx?|html?|txt)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _PageReading:
    """The raw text of one page, the name of what read it, and the code of what is wrong with it (page_problems.py).

    A blank page is one on which certainly nothing is drawn. That is not wrong.
    """

    text: str
    reader: str | None
    problem: str | None = None
    is_blank: bool = False


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Every page in order, with its number; ExtractionFailure `password-needed` or `damaged`."""
    second = SecondReader(path)
    first = read_with_pdfium(path)
    raw = first or _read_repaired(path) or second.whole_file()
    extractor = _PYPDF if raw.by_second_reader else _PDFIUM
    count = len(raw.pages)
    readings = _Pages(raw, second).readings()
    if all(reading.problem == "unreadable" for reading in readings):
        raise ExtractionFailure("damaged", f"none of its pages can be read ({count})")
    pages = _cleaned([reading.text for reading in readings])
    outline = cleaned_outline(raw.outline)
    return ExtractedText(
        extractor=extractor,
        extractor_version=version(extractor),
        media_type=PDF,
        pages=pages,
        places=places_on(pages, outline),
        page_labels=second.labels(count) if raw.by_second_reader or may_declare_labels(path) else None,
        page_sources=tuple(_source(page) for page in pages),
        page_extractors=tuple(_with_version(reading.reader) for reading in readings),
        page_problems=tuple(map(_problem, readings, pages)),
        attachments=second.attachments() if raw.has_attachments else (),
        outline=outline,
        title=_title(raw),
        notes=() if first else (_WHOLE_FILE_DAMAGED,),
    )


def _read_repaired(path: Path) -> RawPdf | None:
    repaired = with_trailer(path.read_bytes())
    return None if repaired is None else read_with_pdfium(repaired)


@dataclass(frozen=True, slots=True)
class _Pages:
    """Reads the pages of one file, each by the first reader that can."""

    raw: RawPdf
    second: SecondReader

    def readings(self) -> list[_PageReading]:
        return [self._reading(number, page) for number, page in enumerate(self.raw.pages, start=1)]

    def _reading(self, number: int, page: RawPage) -> _PageReading:
        reading = _usable(self._by_pypdf(number) if self.raw.by_second_reader else self._by_pdfium(number, page))
        if not page.has_spoken_annotations:
            return replace(reading, is_blank=self._is_blank(number, page))
        spoken = self.second.spoken_annotations(number, len(self.raw.pages))
        return replace(reading, text="\n".join([reading.text.rstrip(), *spoken]))

    def _is_blank(self, number: int, page: RawPage) -> bool:
        shows_nothing = page.draws_nothing and not page.shows_annotations
        return shows_nothing and self.second.can_be_unpacked(number, len(self.raw.pages))

    def _by_pdfium(self, number: int, page: RawPage) -> _PageReading:
        """A page that draws nothing is asked about again: pdfium does not say when it could not unpack one."""
        count = len(self.raw.pages)
        if page.text is not None and not (page.draws_nothing and self.second.cannot_be_unpacked(number, count)):
            return _PageReading(page.text, _PDFIUM)
        text = self.second.page_text(number, count)
        if text is None or (page.text is not None and not has_ink(text)):
            return _PageReading("", None, "unreadable")
        return _PageReading(text, _PYPDF, "second-reader")

    def _by_pypdf(self, number: int) -> _PageReading:
        """The file is one that pdfium cannot open; a page of it, put into a file of its own, it often can."""
        count = len(self.raw.pages)
        text = self.second.page_text(number, count)
        if text is not None and (has_ink(text) or not self.second.cannot_be_unpacked(number, count)):
            return _PageReading(text, _PYPDF)
        text = self.second.page_text_by_pdfium(number, count)
        if text is None or not has_ink(text):
            return _PageReading("", None, "unreadable")
        return _PageReading(text, _PDFIUM, "second-reader")


def _usable(reading: _PageReading) -> _PageReading:
    """Glyphs without letters are no text. No other reader is asked: without a mapping it could only guess."""
    return replace(reading, text="", problem="unusable-text-layer") if is_glyph_rubbish(reading.text) else reading


def _with_version(reader: str | None) -> str | None:
    return None if reader is None else f"{reader} {version(reader)}"


def _cleaned(raw_texts: Sequence[str]) -> tuple[PageText, ...]:
    """In two passes: a hyphen at a line end is judged by the words of the whole document."""
    known_words: set[str] = set().union(*map(words_of, raw_texts))
    return tuple(
        PageText(number, clean_page_text(text, known_words=known_words))
        for number, text in enumerate(raw_texts, start=1)
    )


def _source(page: PageText) -> PageSource:
    return "text layer" if has_ink(page.text) else "none"


def _problem(reading: _PageReading, page: PageText) -> str | None:
    """A page that has something on it and no text is as a scan is, whether or not that is a picture."""
    return reading.problem or (None if reading.is_blank or has_ink(page.text) else "no-text-layer")


def _title(raw: RawPdf) -> str | None:
    """As declared; programs that have none to declare write the name of their own file."""
    title = place_label(clean_page_text(raw.title or ""))
    return None if not title or _FILE_NAME.search(title) else title
