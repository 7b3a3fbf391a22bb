"""Text with page markers, as an older system stored it. Only an import calls a file so; no look at a file does.

An import lets a text in only when its pages are certain, or when someone asked for the rule that decides; so what
is read here was let in by one of the two, and "read again" gives the same pages.
"""

from dataclasses import dataclass
from pathlib import Path

from documents.extractors.encodings import READER_VERSION, decode_text
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import MARKED_TEXT
from documents.extractors.outcome import ExtractedText, PageSource
from documents.extractors.plain import encoding_notes
from documents.text import PageText, clean_page_text, has_ink
from documents.text.legacy import MarkedText, pages_from_marked_text, pages_in_ascending_order

_NO_MARKER = "There is no page marker."


@dataclass(frozen=True, slots=True)
class Reading:
    """A file with its pages as they are certain; where they are not, `on_request` has those of the rule."""

    certain: MarkedText
    on_request: MarkedText
    notes: tuple[str, ...]


def read_marked(data: bytes) -> Reading:
    """Decode and clean the bytes, then look for the markers. Without any page there are always problems in words.

    Words that a line end broke stay broken: the pages are those that were stored, to the letter.
    """
    decoded = decode_text(data)
    text = clean_page_text(decoded.text)
    certain = _or_problem(pages_from_marked_text(text))
    on_request = certain if certain.pages else _or_problem(pages_in_ascending_order(text))
    return Reading(certain, on_request, encoding_notes(decoded))


def _or_problem(marked: MarkedText) -> MarkedText:
    return marked if marked.pages or marked.problems else MarkedText((), (_NO_MARKER,))


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The pages between the markers; a number that no marker has is a page without text."""
    reading = read_marked(path.read_bytes())
    marked = reading.certain if reading.certain.pages else reading.on_request
    if not marked.pages:
        raise ExtractionFailure("ambiguous-pages", " ".join(marked.problems))
    pages = with_missing_pages(marked.pages)
    reader = f"marked-text {READER_VERSION}"
    return ExtractedText(
        extractor="marked-text",
        extractor_version=READER_VERSION,
        media_type=MARKED_TEXT,
        pages=pages,
        page_sources=tuple(_source(page) for page in pages),
        page_extractors=(reader,) * len(pages),
        notes=(*reading.notes, *marked.decisions),
    )


def with_missing_pages(pages: tuple[PageText, ...]) -> tuple[PageText, ...]:
    """Every physical page from 1 to the last one; `pages` ascend and are not empty."""
    texts = {page.number: page.text for page in pages}
    return tuple(PageText(number, texts.get(number, "")) for number in range(1, pages[-1].number + 1))


def _source(page: PageText) -> PageSource:
    return "text layer" if has_ink(page.text) else "none"
