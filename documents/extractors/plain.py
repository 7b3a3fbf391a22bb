"""Plain text: the text itself. A form feed in it is no page, and no line of it is a heading."""

from pathlib import Path

from documents.extractors.encodings import READER_VERSION, DecodedText, decode_text
from documents.extractors.limits import Limits
from documents.extractors.media_types import PLAIN
from documents.extractors.outcome import ExtractedText
from documents.text import clean_page_text, words_of


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The whole file as one text without pages."""
    decoded = decode_text(path.read_bytes())
    return ExtractedText(
        extractor="plain",
        extractor_version=READER_VERSION,
        media_type=PLAIN,
        text=clean_whole_text(decoded.text),
        notes=encoding_notes(decoded),
    )


def clean_whole_text(raw: str) -> str:
    """Cleaned with the words of the text itself."""
    return clean_page_text(raw, known_words=words_of(raw))


def encoding_notes(decoded: DecodedText) -> tuple[str, ...]:
    """What staff should know about how the bytes were read."""
    if not decoded.is_guess:
        return ()
    return (f"The file does not say how its text is encoded; it was read as {decoded.encoding}.",)
