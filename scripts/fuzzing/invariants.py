"""What holds for whatever a reader hands back, whichever file it was handed."""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence

from documents.extractors.outcome import ExtractedText, decode_outcome, encode_outcome
from documents.text import ChunkPolicy, check_page_spans, chunk_text, has_ink, is_ink, render_plain

_FORBIDDEN = re.compile("[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff]")
_TOKEN = re.compile(r"\w+|[^\w\s]")


def problems(outcome: ExtractedText) -> Iterator[str]:
    """In words, each beginning with the same ones for the same kind; nothing where all is well."""
    if decode_outcome(json.loads(json.dumps(encode_outcome(outcome)))) != outcome:
        yield "changed by its own encoding"
    text = outcome.text
    if outcome.pages is not None:
        text, spans = render_plain(outcome.pages)
        yield from (f"page spans: {problem}" for problem in check_page_spans(text, spans, len(outcome.pages)))
        if [page.number for page in outcome.pages] != list(range(1, len(outcome.pages) + 1)):
            yield "pages are not counted from 1"
    yield from _of_text(text)
    yield from _of_words(outcome)
    yield from _of_places(outcome, text)
    yield from _of_chunks(text)


def _of_text(text: str) -> Iterator[str]:
    if found := _FORBIDDEN.search(text):
        yield f"text: holds U+{ord(found[0]):04X}"
    if not unicodedata.is_normalized("NFC", text):
        yield "text: is not NFC"


def _of_words(outcome: ExtractedText) -> Iterator[str]:
    """What is stored beside the text; a NUL or a lone surrogate in it could not be."""
    values = {
        "title": [outcome.title],
        "note": outcome.notes,
        "page label": outcome.page_labels or (),
        "place": [place.label for place in outcome.places],
        "attachment": [attachment.name for attachment in outcome.attachments],
    }
    for name, words in values.items():
        if any(word is not None and _FORBIDDEN.search(word) for word in words):
            yield f"{name}: holds a control character"


def _of_places(outcome: ExtractedText, text: str) -> Iterator[str]:
    for place in outcome.places:
        if not 0 <= place.start < place.end <= len(text):
            yield "place: outside the text"
        elif not has_ink(text[place.start : place.end]):
            yield "place: without ink"
        if not place.label.strip():
            yield "place: without a label"


def _of_chunks(text: str) -> Iterator[str]:
    policy = ChunkPolicy(240, 24, _token_offsets)
    reached = 0
    for chunk in chunk_text(text, policy):
        if any(is_ink(character) for character in text[reached : chunk.start]):
            yield "chunks: leave out ink"
        reached = max(reached, chunk.end)
    if has_ink(text[reached:]):
        yield "chunks: leave out the end"


def _token_offsets(text: str) -> Sequence[tuple[int, int]]:
    return [found.span() for found in _TOKEN.finditer(text)]
