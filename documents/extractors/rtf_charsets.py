"""Which encoding the bytes of an RTF file are in: that of their font, else that of the document."""

import codecs
from dataclasses import dataclass, field

from documents.extractors.docx_symbols import symbol

_WESTERN = "cp1252"
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp850",
}  # fmt: skip
"""By the number that Windows gives a character set. That of the document itself has 0 and 1."""
_OTHER_NAMES = {10000: "mac_roman", 936: "gb18030", 54936: "gb18030", 1361: "johab", 65001: "utf-8"}
_SYMBOLS = 2
_SYMBOL_FONTS = ("symbol", "wingdings")
_ALSO_IN_SYMBOL = frozenset(b" \t0123456789.,:;()[]{}<>+-=/%!?")
_PRIVATE_USE = range(0xF000, 0xF100)


def codec_of_page(number: int) -> str | None:
    """The codec for a code page by its number; None for one that is not known."""
    name = _OTHER_NAMES.get(number, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return name


@dataclass(slots=True)
class _Font:
    name: str = ""
    charset: int = 0
    page: str | None = None


@dataclass(slots=True)
class Charsets:
    """The fonts of a document, and the encoding of those that have none of their own."""

    document: str = _WESTERN
    _fonts: dict[int, _Font] = field(default_factory=dict)
    _current: _Font = field(default_factory=_Font)

    def begin_font(self, number: int) -> None:
        """What is told next is about this font."""
        self._current = self._fonts.setdefault(number, _Font())

    def set_charset(self, number: int) -> None:
        """Of the font that was begun, by the number of Windows."""
        self._current.charset = number

    def set_page(self, number: int) -> None:
        """Of the font that was begun, by the number of a code page."""
        self._current.page = codec_of_page(number)

    def add_name(self, text: str) -> None:
        """A piece of the name of the font that was begun; a semicolon ends it."""
        self._current.name += text.partition(";")[0]

    def decode(self, data: bytes, font: int) -> str:
        """The text of bytes that are set in a font."""
        chosen = self._fonts.get(font, _Font())
        if chosen.charset == _SYMBOLS and chosen.name.strip().casefold().startswith(_SYMBOL_FONTS):
            return "".join(_symbol_of(byte, chosen.name) for byte in data)
        return data.decode(chosen.page or _CHARSETS.get(chosen.charset, self.document), errors="replace")

    def character(self, code: int, font: int) -> str:
        """The text of a UTF-16 code unit; symbol fonts have theirs at U+F000."""
        if code in _PRIVATE_USE:
            return _symbol_of(code - _PRIVATE_USE.start, self._fonts.get(font, _Font()).name)
        return chr(code)


def _symbol_of(byte: int, font: str) -> str:
    return chr(byte) if byte in _ALSO_IN_SYMBOL else symbol(f"{byte:X}", font.strip())
