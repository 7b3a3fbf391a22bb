"""PDF: the text that pdfium reads, the structure that pypdf knows, each standing in for the other where it fails."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from documents.extractors.blocks import place_label
from documents.extractors.glyph_rubbish import is_glyph_rubbish
from documents.extractors.limits import Limits
from documents.extractors.media_types import PDF
from documents.extractors.outcome import ExtractedText, PageSource
from documents.extractors.page_ranges import name_pages
from documents.extractors.pdf_outline import outline_places
from documents.extractors.pdf_pages import OutlineEntry, RawPage, RawPdf, read_with_pdfium
from documents.extractors.pdf_repair import with_trailer
from documents.extractors.pdf_second_reader import SecondReader
from documents.text import PageText, Place, clean_page_text, has_ink, render_plain, words_of

_WHOLE_FILE_DAMAGED = "The file is damaged. It was read as far as possible; pages may be missing."
_UNREADABLE = "Damaged, and not read: {pages}."
_SECOND = "Damaged, and read by the second reader: {pages}."
_RUBBISH = "The text layer is unusable (glyphs without letters), as on a scan: {pages}."

_FILE_NAME = re.compile(r"\.(?:pdf|docx?|odt|rtf|pages|indd|tex|dvi|xlsx?|pptx?|html?|txt)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _PageReading:
    """The raw text of one page, and the note (of the sentences above) that it gives rise to."""

    text: str
    note: str | None = None


def extract(path: Path, limits: Limits) -> ExtractedText:
    """Every page in order, with its number; ExtractionFailure `password-needed` or `damaged`."""
    second = SecondReader(path)
    first = read_with_pdfium(path)
    raw = first or _read_repaired(path) or second.whole_file()
    extractor = "pypdf" if raw.by_second_reader else "pypdfium2"
    count = len(raw.pages)
    readings = [_read(number, page, count, second) for number, page in enumerate(raw.pages, start=1)]
    pages = _cleaned([reading.text for reading in readings])
    return ExtractedText(
        extractor=extractor,
        extractor_version=version(extractor),
        media_type=PDF,
        pages=pages,
        places=_places(pages, raw.outline),
        page_labels=second.labels(count) if raw.has_labels else None,
        page_sources=tuple(_source(page) for page in pages),
        title=_title(raw),
        notes=(*(() if first else (_WHOLE_FILE_DAMAGED,)), *_page_notes(readings, raw)),
    )


def _read_repaired(path: Path) -> RawPdf | None:
    repaired = with_trailer(path.read_bytes())
    return None if repaired is None else read_with_pdfium(repaired)


def _read(number: int, page: RawPage, count: int, second: SecondReader) -> _PageReading:
    reading = _text_layer(number, page, count, second)
    if not page.has_spoken_annotations:
        return reading
    spoken = second.spoken_annotations(number, count)
    return _PageReading("\n".join([reading.text.rstrip(), *spoken]), reading.note)


def _text_layer(number: int, page: RawPage, count: int, second: SecondReader) -> _PageReading:
    text, note = page.text, None
    if text is None:
        text = second.page_text(number, count)
        note = _UNREADABLE if text is None else _SECOND
    if text is not None and is_glyph_rubbish(text):
        return _PageReading("", _RUBBISH)
    return _PageReading(text or "", note)


def _cleaned(raw_texts: Sequence[str]) -> tuple[PageText, ...]:
    """In two passes: a hyphen at a line end is judged by the words of the whole document."""
    known_words: set[str] = set().union(*map(words_of, raw_texts))
    return tuple(
        PageText(number, clean_page_text(text, known_words=known_words))
        for number, text in enumerate(raw_texts, start=1)
    )


def _places(pages: Sequence[PageText], outline: Sequence[OutlineEntry]) -> tuple[Place, ...]:
    if not outline:
        return ()
    text, spans = render_plain(pages)
    return outline_places(outline, text, spans, len(pages))


def _source(page: PageText) -> PageSource:
    return "text layer" if has_ink(page.text) else "none"


def _title(raw: RawPdf) -> str | None:
    """As declared; programs that have none to declare write the name of their own file."""
    title = place_label(clean_page_text(raw.title or ""))
    return None if not title or _FILE_NAME.search(title) else title


def _page_notes(readings: Sequence[_PageReading], raw: RawPdf) -> Iterable[str]:
    for sentence in (_UNREADABLE, _RUBBISH) if raw.by_second_reader else (_UNREADABLE, _SECOND, _RUBBISH):
        numbers = [number for number, reading in enumerate(readings, start=1) if reading.note == sentence]
        if numbers:
            yield sentence.format(pages=name_pages(numbers))
