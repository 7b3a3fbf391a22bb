"""Which characters a reader can see.

A character has *ink* unless it is white space (`str.isspace`) or invisible. Invisible are

* format characters (category Cf: zero-width space and joiners, BOM, soft hyphen, bidi marks, tags),
* controls (Cc) and lone surrogates (Cs), which cleaning takes out,
* non-characters, and what Unicode calls default-ignorable: variation selectors, the combining grapheme
  joiner, the fillers of Hangul, Khmer and Mongolian, and reserved code points of that kind,
* two blanks that are symbols by category only: braille U+2800 and the musical null notehead U+1D159.

Private-use and not yet assigned characters have ink: a font may draw them.
"""

import unicodedata
from functools import lru_cache

_INVISIBLE_CATEGORIES = frozenset({"Cf", "Cc", "Cs"})

_BLANK_RANGES = (
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian variation selectors
    (0x2065, 0x2065),
    (0x2800, 0x2800),  # braille blank
    (0x3164, 0x3164),  # Hangul filler
    (0xFDD0, 0xFDEF),  # non-characters
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFFA0, 0xFFA0),  # half-width Hangul filler
    (0xFFF0, 0xFFF8),
    (0x1D159, 0x1D159),  # musical null notehead
    (0xE0000, 0xE0FFF),  # tags and variation selectors
)


def is_noncharacter(code: int) -> bool:
    """Whether Unicode promises never to assign `code`: the last two of each plane, and U+FDD0–U+FDEF."""
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


@lru_cache(maxsize=4096)
def is_ink(character: str) -> bool:
    """Whether a reader sees this one code point."""
    code = ord(character)
    return not (
        character.isspace()
        or unicodedata.category(character) in _INVISIBLE_CATEGORIES
        or is_noncharacter(code)
        or any(first <= code <= last for first, last in _BLANK_RANGES)
    )


def has_ink(text: str) -> bool:
    """Whether a reader sees anything in `text`."""
    return any(map(is_ink, text))


def trim_to_ink(text: str, start: int, end: int) -> tuple[int, int]:
    """The smallest span within `[start, end)` that holds all its ink; empty where there is none."""
    while end > start and not is_ink(text[end - 1]):
        end -= 1
    while start < end and not is_ink(text[start]):
        start += 1
    return start, end
