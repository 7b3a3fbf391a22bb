"""Where a text may be cut without splitting what a reader takes for one character.

An approximation of the extended grapheme clusters of UAX #29 with `unicodedata` alone. It joins

* CR with LF,
* marks (categories Mn, Mc, Me, so variation selectors and keycaps too), joiners, tags, emoji modifiers, the
  half-width voiced marks and Thai and Lao AM with what stands before them, except after a control,
* whatever follows a zero-width joiner, an Indic virama or a prepended sign (Arabic number signs),
* regional indicators by twos, counted from the start of their run,
* Hangul jamo and syllables by the rules L(L|V|LV|LVT), (LV|V)(V|T), (LVT|T)T.

Where it differs from the standard it joins more (after any joiner and virama), never less.

`floor` is an offset already known to be a boundary: nothing before it is looked at, which keeps a walk
through a long run of flags linear.
"""

import unicodedata
from functools import lru_cache

_ZERO_WIDTH_JOINER = "\u200d"
_VIRAMA_CLASS = 9
_HANGUL_SYLLABLES = range(0xAC00, 0xD7A4)
_REGIONAL_INDICATORS = range(0x1F1E6, 0x1F200)

_EXTENDING_RANGES = (
    range(0x0E33, 0x0E34),  # Thai AM
    range(0x0EB3, 0x0EB4),  # Lao AM
    range(0x200C, 0x200E),  # zero-width non-joiner and joiner
    range(0xFF9E, 0xFFA0),  # half-width voiced marks
    range(0x1F3FB, 0x1F400),  # emoji modifiers
    range(0xE0020, 0xE0080),  # tags
)
_PREPENDED = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e"
    "\U000110bd\U000110cd\U000111c2\U000111c3\U000113d1\U0001193f\U00011941\U00011a3a"
    "\U00011a84\U00011a85\U00011a86\U00011a87\U00011a88\U00011a89\U00011d46\U00011f02"
)
_JAMO_KINDS = {
    "L": (range(0x1100, 0x1160), range(0xA960, 0xA97D)),
    "V": (range(0x1160, 0x11A8), range(0xD7B0, 0xD7C7)),
    "T": (range(0x11A8, 0x1200), range(0xD7CB, 0xD7FC)),
}
_JAMO_FOLLOWERS = {
    "L": frozenset({"L", "V", "LV", "LVT"}),
    "LV": frozenset({"V", "T"}),
    "V": frozenset({"V", "T"}),
    "LVT": frozenset({"T"}),
    "T": frozenset({"T"}),
}


def is_grapheme_boundary(text: str, offset: int, floor: int = 0) -> bool:
    """Whether a cut at `offset` leaves every grapheme whole; both ends of the text are boundaries."""
    if offset <= floor or offset >= len(text):
        return True
    before, after = text[offset - 1], text[offset]
    if before.isascii() and after.isascii():
        return (before, after) != ("\r", "\n")
    if _is_control(before) or _is_control(after):
        return True
    if _extends(after) or _attaches_what_follows(before):
        return False
    if ord(before) in _REGIONAL_INDICATORS and ord(after) in _REGIONAL_INDICATORS:
        return _regional_run(text, offset, floor) % 2 == 0
    return _hangul_kind(after) not in _JAMO_FOLLOWERS.get(_hangul_kind(before), ())


def grapheme_start(text: str, offset: int, floor: int = 0) -> int:
    """The last boundary at or before `offset`."""
    while not is_grapheme_boundary(text, offset, floor):
        offset -= 1
    return max(offset, floor)


def grapheme_end(text: str, offset: int, floor: int = 0) -> int:
    """The first boundary at or after `offset`."""
    while not is_grapheme_boundary(text, offset, floor):
        offset += 1
    return min(offset, len(text))


@lru_cache(maxsize=4096)
def _is_control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Zl", "Zp"}


@lru_cache(maxsize=4096)
def _extends(character: str) -> bool:
    code = ord(character)
    return unicodedata.category(character)[0] == "M" or any(code in codes for codes in _EXTENDING_RANGES)


@lru_cache(maxsize=4096)
def _attaches_what_follows(character: str) -> bool:
    return (
        character == _ZERO_WIDTH_JOINER or character in _PREPENDED or unicodedata.combining(character) == _VIRAMA_CLASS
    )


def _regional_run(text: str, offset: int, floor: int) -> int:
    start = offset
    while start > floor and ord(text[start - 1]) in _REGIONAL_INDICATORS:
        start -= 1
    return offset - start


@lru_cache(maxsize=4096)
def _hangul_kind(character: str) -> str:
    code = ord(character)
    if code in _HANGUL_SYLLABLES:
        return "LVT" if (code - _HANGUL_SYLLABLES.start) % 28 else "LV"
    return next((kind for kind, ranges in _JAMO_KINDS.items() if any(code in codes for codes in ranges)), "")
