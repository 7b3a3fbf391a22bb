"""Control words of RTF that begin a group and say where its text belongs: to a note, a box, a list, or nowhere."""

import re
from collections.abc import Callable
from typing import TypeAlias

from documents.extractors.docx_fields import is_page_field
from documents.extractors.rtf_state import Document, Group, nowhere

Destination: TypeAlias = Callable[[Document, Group], None]

_SKIPPED = frozenset({
    "bkmkend", "bkmkstart", "colortbl", "datafield", "datastore", "filetbl", "listoverridetable", "listtable",
    "mmathPict", "nonesttables", "nonshppict", "objdata", "pict", "pntxta", "pntxtb", "private", "revtbl", "rxe",
    "shprslt", "sp", "tc", "tcn", "template", "themedata", "txe", "xe",
})  # fmt: skip
_LOOKED_INTO = frozenset({"do", "moMath", "moMathPara", "nesttableprops", "shpgrp", "shpinst"})
_MATH_PROPERTIES = re.compile(r"m[a-zA-Z]*Pr")


def is_skipped(word: str, *, is_starred: bool) -> bool:
    """Whether nothing is read of a group that begins with this word, after `\\*` or not.

    The star says that a reader may leave out a group that it does not know.
    """
    if word in _SKIPPED or _MATH_PROPERTIES.fullmatch(word):
        return True
    return is_starred and word not in _LOOKED_INTO and word not in DESTINATIONS


def _fonts(document: Document, group: Group) -> None:
    group.in_fonts = True
    group.sink = document.charsets.add_name


def _stylesheet(_document: Document, group: Group) -> None:
    group.in_stylesheet = True
    group.sink = nowhere


def _information(_document: Document, group: Group) -> None:
    group.sink = nowhere


def _title(document: Document, group: Group) -> None:
    if group.sink is nowhere:
        group.sink = document.add_to_title


def _number_in_list(_document: Document, group: Group) -> None:
    group.sink = group.story.add_to_number if group.is_shown else nowhere


def _field(_document: Document, group: Group) -> None:
    group.instruction = []


def _field_instruction(_document: Document, group: Group) -> None:
    group.sink = group.instruction.append


def _field_result(_document: Document, group: Group) -> None:
    if is_page_field("".join(group.instruction)):
        group.sink = nowhere


def _older_programs(_document: Document, group: Group) -> None:
    """The same text twice: first for programs that know no Unicode."""
    group.outer_sink, group.sink = group.sink, nowhere


def _newer_programs(_document: Document, group: Group) -> None:
    group.sink = group.outer_sink


def _comment_author(document: Document, group: Group) -> None:
    document.author = ""
    group.sink = document.add_to_author


def _comment(document: Document, group: Group) -> None:
    author = document.author.strip()
    _begin_note(group, lambda: f"Comment by {author}" if author else "Comment")


def _note(document: Document, group: Group) -> None:
    _begin_note(group, lambda: document.next_note(is_endnote=group.is_endnote))


def _begin_note(group: Group, heading: Callable[[], str]) -> None:
    """What it is called is asked at its end: some notes say late what they are, and one without text is none."""
    is_shown, outer, inner = group.is_shown, group.story, group.begin_story()

    def close() -> None:
        blocks = inner.finish()
        if is_shown and blocks:
            outer.add_note(heading(), blocks)

    group.on_close = close


def _box(_document: Document, group: Group) -> None:
    outer, inner = group.story, group.begin_story()
    group.on_close = lambda: outer.add_box(inner.finish())


def _margin(word: str) -> Destination:
    def begin(document: Document, group: Group) -> None:
        inner = group.begin_story()
        group.on_close = lambda: document.margins.append((word, inner.finish()))

    return begin


DESTINATIONS: dict[str, Destination] = {
    "annotation": _comment,
    "atnauthor": _comment_author,
    "dptxbxtext": _box,
    "field": _field,
    "fldinst": _field_instruction,
    "fldrslt": _field_result,
    "fonttbl": _fonts,
    "footnote": _note,
    "info": _information,
    "listtext": _number_in_list,
    "pntext": _number_in_list,
    "shptxt": _box,
    "stylesheet": _stylesheet,
    "title": _title,
    "ud": _newer_programs,
    "upr": _older_programs,
    **{
        word: _margin(word)
        for word in ("header", "headerf", "headerl", "headerr", "footer", "footerf", "footerl", "footerr")
    },
}
