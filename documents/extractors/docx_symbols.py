"""Characters of the symbol fonts that people meet, by their code in the font."""

_PRIVATE_USE = range(0xF000, 0xF100)
_COMMON = {
    ("symbol", 0xB7): "•", ("symbol", 0xAE): "→", ("symbol", 0xAC): "←", ("symbol", 0xB3): "≥", ("symbol", 0xA3): "≤",
    ("symbol", 0xB1): "±", ("symbol", 0xB0): "°", ("symbol", 0xB4): "×", ("symbol", 0x6D): "µ", ("symbol", 0x44): "Δ",
    ("symbol", 0x53): "Σ", ("symbol", 0x57): "Ω", ("symbol", 0x61): "α", ("symbol", 0x62): "β", ("symbol", 0x70): "π",
    ("wingdings", 0xA7): "▪", ("wingdings", 0xA8): "☐", ("wingdings", 0x6F): "☐", ("wingdings", 0xFC): "✓",
    ("wingdings", 0xFB): "✗", ("wingdings", 0xFD): "☒", ("wingdings", 0xFE): "☑", ("wingdings", 0xE0): "→",
    ("wingdings", 0xDF): "←", ("wingdings", 0x6C): "●", ("wingdings", 0x6E): "■", ("wingdings", 0xD8): "➢",
    ("wingdings", 0x4A): "☺", ("wingdings", 0x28): "☎",
}  # fmt: skip
_UNKNOWN = "\N{WHITE SQUARE}"


def symbol(code: str, font: str) -> str:
    """The character that a w:sym shows, from its hexadecimal code; a square where it is a picture of the font's own."""
    try:
        number = int(code[:6], 16)
    except ValueError:
        return ""
    if number in _PRIVATE_USE:
        number -= _PRIVATE_USE.start
    elif number > 0xFF:
        return chr(number) if number <= 0x10FFFF else ""
    return _COMMON.get((font.casefold(), number), _UNKNOWN)
