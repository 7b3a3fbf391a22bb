"""Text layers that are glyph numbers instead of text: a font without a usable mapping to Unicode."""

import unicodedata

_RUBBISH_SHARE = 0.5
_NO_TEXT = frozenset({"Cc", "Cs", "Co", "Cn"})


def is_glyph_rubbish(text: str) -> bool:
    """Whether at least half of what would be seen is controls, private use, unassigned, or U+FFFD.

    NULs are not counted: some fonts give one before every good character.
    """
    seen = [character for character in text if not character.isspace() and character not in "\0\x02\xad\ufffe"]
    rubbish = sum(_is_rubbish(character) for character in seen)
    return rubbish > 0 and rubbish >= _RUBBISH_SHARE * len(seen)


def _is_rubbish(character: str) -> bool:
    return character == "\ufffd" or (
        (not character.isascii() or character < " ") and (unicodedata.category(character) in _NO_TEXT)
    )
