"""UTF-16 and UTF-32 without a mark: bytes that no other text has, and characters that make sense in one order only."""

import codecs
import unicodedata
from collections import Counter

_LOOKED_AT = 4096
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b"))
_FEWEST_CONTROLS, _FEWEST_CONTROLS_IN_UTF8 = 0.02, 0.3
"""As a share of the bytes: what is UTF-8 too is taken for that, a few NULs among it or not."""
_MOST_ODD = 0.01
_ODD = frozenset({"Cc", "Cn", "Co", "Cs"})
_SPACES = frozenset(" \n\r\t\u3000\u3001\u3002\uff0c")


def wide_encoding(data: bytes) -> str | None:
    """The codec, "utf-16-le" or another, or None where the bytes are not such a text, or either order makes sense."""
    sample = data[:_LOOKED_AT]
    if len(sample) < 4 or len(data) % 2 or not _has_controls(sample):
        return None
    for pair in (("utf-32-le", "utf-32-be"), ("utf-16-le", "utf-16-be")):
        verdicts = [(oddity, encoding) for encoding in pair if (oddity := _oddity(sample, encoding)) is not None]
        if verdicts and min(verdicts)[0] != max(verdicts)[0]:
            return min(verdicts)[1]
        if len(verdicts) == 1:
            return verdicts[0][1]
    return None


def _has_controls(sample: bytes) -> bool:
    """Of a text in bytes, hardly any byte is a control character; of wide characters, each has one half that may be."""
    share = 1 - len(sample.translate(None, _CONTROLS)) / len(sample)
    return share >= (_FEWEST_CONTROLS_IN_UTF8 if _is_utf8(sample) else _FEWEST_CONTROLS)


def _is_utf8(sample: bytes) -> bool:
    """A character that was cut in two at the end counts."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        return False
    return True


def _oddity(sample: bytes, encoding: str) -> float | None:
    """The share of characters that no text has, less that of spaces, which are what any text has; None for no text."""
    width = 4 if "32" in encoding else 2
    try:
        text = sample[: len(sample) // width * width].decode(encoding, errors="strict" if width == 4 else "replace")
    except UnicodeDecodeError:
        return None
    counts = Counter(text)
    odd = sum(number for one, number in counts.items() if unicodedata.category(one) in _ODD and one not in "\n\r\t\f\v")
    odd += counts["\ufffd"] - text.endswith("\ufffd")  # the last character may be cut in two
    if "\0" in counts or odd > _MOST_ODD * len(text):
        return None
    return (odd - sum(counts[space] for space in _SPACES)) / len(text)
