"""Which encoding a text file is in, and its text. A wrong guess shows as wrong letters, so sure signs come first."""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from documents.extractors import writing_systems
from documents.extractors.encoding_evidence import likeness
from documents.extractors.failures import ExtractionFailure
from documents.extractors.text_doubts import is_no_text
from documents.extractors.wide_encodings import wide_encoding
from documents.extractors.writing_systems import Language

READER_VERSION = "2"
"""Of how text files are read here; it is told with each text, and rises when the same bytes would give another."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_WESTERN = "cp1252"
_CANDIDATES: tuple[tuple[Sequence[Language], tuple[str, ...]], ...] = (
    (writing_systems.WESTERN, (_WESTERN, "iso8859_15", "mac_roman", "cp850", "cp437")),
    (writing_systems.CENTRAL, ("cp1250", "iso8859_2", "cp852")),
    (writing_systems.CYRILLIC, ("cp1251", "koi8_r", "koi8_u", "cp866", "iso8859_5", "mac_cyrillic")),
    (writing_systems.GREEK, ("cp1253", "iso8859_7")),
    (writing_systems.TURKISH, ("cp1254", "iso8859_9")),
    (writing_systems.BALTIC, ("cp1257", "iso8859_13", "iso8859_4")),
    (writing_systems.HEBREW, ("cp1255", "iso8859_8")),
    (writing_systems.ARABIC, ("cp1256", "iso8859_6")),
    (writing_systems.THAI, ("cp874",)),
    (writing_systems.JAPANESE, ("cp932", "euc_jp")),
    (writing_systems.KOREAN, ("cp949",)),
    (writing_systems.CHINESE, ("gb18030", "big5hkscs")),
)
"""In the order in which they are likely: of two that tell the same, the first is taken."""
_LIKELIHOODS = {"cp1252": 1.0, "iso": 0.95, "mac": 0.9, "cp8": 0.9, "cp4": 0.9}
"""How often text files are in such an encoding, as against the best; of others 0.98."""
_LEAST_LIKENESS = 0.7
_FEW_ODD_BYTES = 0.01
_GUESS_BYTES = 1 << 16
_ESCAPED_JAPANESE = re.compile(rb"\x1b\$[@B]")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The text of a file, the encoding that it was read with, and whether that was a guess."""

    text: str
    encoding: str
    is_guess: bool


def decode_text(data: bytes) -> DecodedText:
    """By its byte order mark, as UTF-8, as UTF-16 or UTF-32 without a mark, or by what the letters then say.

    ExtractionFailure `unknown-encoding` where nothing of that makes a text: wrong letters are worse than none.
    """
    decoded = _decode(data)
    is_wide = decoded.encoding.startswith(("utf-16", "utf-32"))
    if is_no_text(decoded.text, data, is_guess=decoded.is_guess, is_wide=is_wide):
        raise ExtractionFailure("unknown-encoding", "its characters are not those of a text")
    return decoded


def _decode(data: bytes) -> DecodedText:
    certain = _certain_encoding(data)
    if certain is not None:
        return DecodedText(data.decode(certain, errors="replace"), certain, is_guess=False)
    likely = _likely_encoding(data)
    if likely is None:
        raise ExtractionFailure("unknown-encoding", "no encoding makes a text of its letters")
    return DecodedText(data.decode(likely, errors="replace"), likely, is_guess=True)


def decode_anyway(data: bytes) -> DecodedText:
    """The same, for pieces that are better read wrongly than left out; what cannot be told is read as Windows-1252."""
    try:
        return _decode(data)
    except ExtractionFailure:
        return DecodedText(data.decode(_WESTERN, errors="replace"), _WESTERN, is_guess=True)


def _certain_encoding(data: bytes) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    if _ESCAPED_JAPANESE.search(data[:_GUESS_BYTES]) and data.isascii() and _decodes(data, "iso2022_jp"):
        return "iso2022_jp"
    return wide_encoding(data) or ("utf-8" if _decodes(data, "utf-8") else None)


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _likely_encoding(data: bytes) -> str | None:
    sample = _telling_part(data)
    verdicts = [
        (likeness(text, languages) * _likelihood(encoding), -number, encoding)
        for number, (languages, encoding) in enumerate(_each_candidate())
        if (text := _decoded(sample, encoding)) is not None
    ]
    best = max(verdicts, default=(0.0, 0, _WESTERN))
    if best[0] >= _LEAST_LIKENESS:
        return best[2]
    odd = len(data) - len(data.translate(None, bytes(range(128, 256))))
    return _WESTERN if odd <= _FEW_ODD_BYTES * len(data) else None


def _likelihood(encoding: str) -> float:
    return next((likelihood for start, likelihood in _LIKELIHOODS.items() if encoding.startswith(start)), 0.98)


def _each_candidate() -> Iterator[tuple[Sequence[Language], str]]:
    for languages, encodings in _CANDIDATES:
        yield from ((languages, encoding) for encoding in encodings)


def _telling_part(data: bytes) -> bytes:
    """Lines with bytes beyond ASCII, as many as are needed: the rest of a text tells nothing."""
    if len(data) <= _GUESS_BYTES:
        return data
    first = re.search(rb"[\x80-\xff]", data)
    start = data.rfind(b"\n", 0, first.start()) + 1 if first else 0
    return data[start : start + _GUESS_BYTES]


def _decoded(sample: bytes, encoding: str) -> str | None:
    """None for bytes that this encoding does not have; a character that was cut in two at the end is let pass."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(sample)
    except UnicodeDecodeError:
        return None
