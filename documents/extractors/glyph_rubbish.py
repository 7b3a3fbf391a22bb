"""Text layers that are glyph numbers instead of text: a font without a usable mapping to Unicode."""

import re
import unicodedata

_RUBBISH_SHARE = 0.5
_NO_TEXT = frozenset({"Cc", "Cs", "Co", "Cn"})
_NUMBERED_GLYPH = re.compile(r"\((?:cid|CID):\d{1,6}\)|/(?:g|G|gid|cid|glyph)\d{1,6}(?!\w)")
"""How programs write a glyph that they have no character for: "(cid:12)", "/g12"."""


def is_glyph_rubbish(text: str) -> bool:
    """Whether at least half of what would be seen is controls, private use, unassigned, U+FFFD, or numbers of glyphs.

    NULs are not counted: some fonts give one before every good character.
    """
    numbered = sum(len(glyph[0]) for glyph in _NUMBERED_GLYPH.finditer(text))
    seen = [character for character in text if not character.isspace() and character not in "\0\x02\xad\ufffe"]
    rubbish = numbered + sum(_is_rubbish(character) for character in seen)
    return rubbish > 0 and rubbish >= _RUBBISH_SHARE * len(seen)


def _is_rubbish(character: str) -> bool:
    return character == "\ufffd" or (
        (not character.isascii() or character < " ") and (unicodedata.category(character) in _NO_TEXT)
    )
