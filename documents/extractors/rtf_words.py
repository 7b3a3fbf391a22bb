"""Control words of RTF that say how the text that follows is set, or where a paragraph, a cell or a row ends."""

from collections.abc import Callable
from typing import TypeAlias

from documents.extractors.rtf_charsets import codec_of_page
from documents.extractors.rtf_state import Document, Group

Word: TypeAlias = Callable[[Document, Group, int | None], None]

CHARACTERS = {
    "emdash": "—", "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c",
    "zwbo": "\u200b", "zwnbo": "\u2060", "ltrmark": "\u200e", "rtlmark": "\u200f", "~": "\u00a0", "-": "\u00ad",
    "_": "\u2011",
}  # fmt: skip
"""Words that stand for a character, and so may stand in for one that is given by number."""

SPACES = {"tab": "\t", "line": "\n", "lbr": "\n", "page": "\n", "column": "\n"}

ENDS = frozenset({"cell", "nestcell", "nestrow", "par", "row", "sect"})
"""Words that end what the text stands in; with the spaces, they never stand in for a character."""

_CODE_PAGES = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


def _ends_paragraph(document: Document, group: Group, _number: int | None) -> None:
    if group.sink is None:
        group.story.end_paragraph(group.tables, is_heading=_is_heading(document, group))


def _ends_cell(document: Document, group: Group, _number: int | None) -> None:
    group.story.end_cell(1, is_heading=_is_heading(document, group))


def _ends_nested_cell(document: Document, group: Group, _number: int | None) -> None:
    group.story.end_cell(max(1, group.tables), is_heading=_is_heading(document, group))


def _ends_row(_document: Document, group: Group, _number: int | None) -> None:
    group.story.end_row(1)


def _ends_nested_row(_document: Document, group: Group, _number: int | None) -> None:
    group.story.end_row(max(1, group.tables))


def _is_heading(document: Document, group: Group) -> bool:
    return document.styles.is_heading(group.style, group.level)


def _resets_characters(document: Document, group: Group, _number: int | None) -> None:
    group.font = document.default_font
    group.is_hidden = group.is_deleted = False


def _resets_paragraph(_document: Document, group: Group, _number: int | None) -> None:
    group.begin_paragraph()


def _is_in_table(_document: Document, group: Group, number: int | None) -> None:
    if number != 0:
        group.tables = max(1, group.tables)


def _is_in_tables(_document: Document, group: Group, number: int | None) -> None:
    group.tables = max(0, number or 0)


def _hides(_document: Document, group: Group, number: int | None) -> None:
    group.is_hidden = number != 0


def _deletes(_document: Document, group: Group, number: int | None) -> None:
    group.is_deleted = number != 0


def _is_endnote(_document: Document, group: Group, _number: int | None) -> None:
    group.is_endnote = True


def _chooses_font(document: Document, group: Group, number: int | None) -> None:
    group.font = number or 0
    if group.in_fonts:
        document.charsets.begin_font(group.font)


def _sets_default_font(document: Document, group: Group, number: int | None) -> None:
    document.default_font = group.font = number or 0


def _sets_charset(document: Document, group: Group, number: int | None) -> None:
    if group.in_fonts:
        document.charsets.set_charset(number or 0)


def _sets_page_of_font(document: Document, group: Group, number: int | None) -> None:
    if group.in_fonts:
        document.charsets.set_page(number or 0)


def _sets_page(document: Document, _group: Group, number: int | None) -> None:
    document.charsets.document = codec_of_page(number or 0) or document.charsets.document


def _sets_named_page(name: str) -> Word:
    def set_page(document: Document, _group: Group, _number: int | None) -> None:
        document.charsets.document = name

    return set_page


def _sets_skip(_document: Document, group: Group, number: int | None) -> None:
    group.unicode_skip = max(0, 1 if number is None else number)


def _chooses_style(_document: Document, group: Group, number: int | None) -> None:
    group.style = number or 0
    if group.entry is not None:
        group.entry.number = group.style


def _is_based_on(_document: Document, group: Group, number: int | None) -> None:
    if group.entry is not None:
        group.entry.based_on = number


def _sets_level(_document: Document, group: Group, number: int | None) -> None:
    if group.entry is not None:
        group.entry.level = number
    else:
        group.level = number


def _has_first_pages(document: Document, _group: Group, _number: int | None) -> None:
    document.has_first_pages = True


def _has_left_pages(document: Document, _group: Group, _number: int | None) -> None:
    document.has_left_pages = True


WORDS: dict[str, Word] = {
    **{word: _sets_named_page(name) for word, name in _CODE_PAGES.items()},
    "ansicpg": _sets_page,
    "cell": _ends_cell,
    "cpg": _sets_page_of_font,
    "deff": _sets_default_font,
    "deleted": _deletes,
    "f": _chooses_font,
    "facingp": _has_left_pages,
    "fcharset": _sets_charset,
    "ftnalt": _is_endnote,
    "intbl": _is_in_table,
    "itap": _is_in_tables,
    "nestcell": _ends_nested_cell,
    "nestrow": _ends_nested_row,
    "outlinelevel": _sets_level,
    "par": _ends_paragraph,
    "pard": _resets_paragraph,
    "plain": _resets_characters,
    "row": _ends_row,
    "s": _chooses_style,
    "sbasedon": _is_based_on,
    "sect": _ends_paragraph,
    "titlepg": _has_first_pages,
    "uc": _sets_skip,
    "v": _hides,
}
