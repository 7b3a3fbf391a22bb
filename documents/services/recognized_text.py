"""Which pages of a file want text recognition, and the file's text with what was recognized in its place. No I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from documents.extractors.outcome import ExtractedText, PageSource
from documents.extractors.pdf_outline import places_on
from documents.text import PageText, clean_page_text, has_ink, words_of

FOUND_NOTHING, FAILED, UNUSABLE = "ocr-found-nothing", "ocr-failed", "unusable-text-layer"
UNREADABLE = "unreadable"
_NOT_BY_ITSELF = frozenset({FOUND_NOTHING, FAILED, UNREADABLE})


@dataclass(frozen=True, slots=True)
class RecognizedRaw:
    """What was recognized on one page, before cleaning; `reader` is the engine with its version."""

    text: str
    reader: str
    problem: str = ""


def pages_to_recognize(
    sources: Sequence[str] | None, problems: Sequence[str | None] | None, *, again: bool = True
) -> list[int]:
    """The numbers of the pages without text, and of those whose text layer is unusable; `[]` for a file without pages.

    Blank pages are left out, and unless `again`, damaged ones and those on which recognition failed or found nothing.
    A page that has its text from recognition does not want it.
    """
    columns = zip(sources or (), problems or [None] * len(sources or ()), strict=True)
    blank = set(blank_pages(sources, problems))
    return [
        number
        for number, (source, problem) in enumerate(columns, start=1)
        if source != "OCR"
        and (source == "none" or problem == UNUSABLE)
        and (again or problem not in _NOT_BY_ITSELF)
        and number not in blank
    ]


def blank_pages(sources: Sequence[str] | None, problems: Sequence[str | None] | None) -> list[int]:
    """The numbers of the pages on which nothing is drawn: no text, and nothing wrong with that.

    None where problems are not told, as of a text that was read before they were.
    """
    if sources is None or problems is None:
        return []
    columns = zip(sources, problems, strict=True)
    return [number for number, told in enumerate(columns, start=1) if told == ("none", None)]


def with_recognized(extracted: ExtractedText, recognized: Mapping[int, RecognizedRaw]) -> ExtractedText:
    """`extracted` with the text of the pages that were recognized, cleaned with the words of the whole document.

    A page with a text layer stays as it is. What annotations say on a page whose text layer is unusable follows the
    recognized text, as it follows a text layer. The outline is looked for anew: its lines may be among what was
    recognized.
    """
    pages = extracted.pages or ()
    known_words: set[str] = set().union(
        *(words_of(page.text) for page in pages), *(words_of(raw.text) for raw in recognized.values())
    )
    rows = [_row(extracted, page, recognized.get(page.number), known_words) for page in pages]
    found = tuple(row.page for row in rows)
    return replace(
        extracted,
        pages=found,
        places=places_on(found, extracted.outline),
        page_sources=tuple(row.source for row in rows),
        page_extractors=tuple(row.reader for row in rows),
        page_problems=tuple(row.problem for row in rows),
    )


@dataclass(frozen=True, slots=True)
class _Row:
    page: PageText
    source: PageSource
    reader: str | None
    problem: str | None


def _row(extracted: ExtractedText, page: PageText, raw: RecognizedRaw | None, known_words: set[str]) -> _Row:
    at = page.number - 1
    sources, readers, problems = extracted.page_sources, extracted.page_extractors, extracted.page_problems
    source: PageSource = sources[at] if sources else "text layer" if has_ink(page.text) else "none"
    whole_file = f"{extracted.extractor} {extracted.extractor_version}" if source == "text layer" else None
    row = _Row(page, source, readers[at] if readers else whole_file, problems[at] if problems else None)
    if raw is None:
        return row
    text = clean_page_text(raw.text, known_words=known_words)
    if not has_ink(text):
        # That nobody could read a damaged page says more than that nothing was seen on it.
        return row if row.problem == UNREADABLE else replace(row, problem=raw.problem or FOUND_NOTHING)
    if has_ink(page.text):
        text = f"{text.rstrip()}\n{page.text}"
    return _Row(PageText(page.number, text), "OCR", raw.reader, raw.problem or None)
