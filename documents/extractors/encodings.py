"""Which encoding a text file is in, and its text. A wrong guess shows as wrong letters, so sure signs come first."""

import codecs
from dataclasses import dataclass

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = (
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "koi8_r", "cp932",
    "euc_jp", "iso2022_jp", "gb18030", "big5", "euc_kr", "cp866", "mac_roman",
)  # fmt: skip
_GUESS_BYTES = 1 << 18
_WESTERN = "cp1252"


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The text of a file, the encoding that it was read with, and whether that was a guess."""

    text: str
    encoding: str
    is_guess: bool


def decode_text(data: bytes) -> DecodedText:
    """Byte order mark, UTF-8, UTF-16 without a mark, then the likeliest of the encodings that people have."""
    certain = _certain_encoding(data)
    if certain is not None:
        return DecodedText(data.decode(certain, errors="replace"), certain, is_guess=False)
    likely = _likely_encoding(data[:_GUESS_BYTES])
    return DecodedText(data.decode(likely, errors="replace"), likely, is_guess=True)


def _certain_encoding(data: bytes) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    return utf16_without_mark(data) or ("utf-8" if _decodes(data, "utf-8") else None)


def utf16_without_mark(data: bytes) -> str | None:
    """UTF-16 text in which most characters are Latin: every second byte is NUL, and hardly any other."""
    sample = data[:4096]
    half = len(sample) // 2
    if half < 2:
        return None
    even, odd = sample[0 : 2 * half : 2].count(0), sample[1 : 2 * half : 2].count(0)
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _likely_encoding(sample: bytes) -> str:
    """A tie goes to Windows-1252, which most such files are in."""
    from charset_normalizer import from_bytes

    matches = list(from_bytes(sample, cp_isolation=list(_CANDIDATES)))
    if not matches:
        return _WESTERN
    best = matches[0]
    western = next((match for match in matches if _WESTERN in match.could_be_from_charset), None)
    if western is not None and (western.chaos, -western.coherence) <= (best.chaos, -best.coherence):
        return _WESTERN
    return best.encoding
