"""The text of shapes (DrawingML): paragraphs with the numbers of their lists, tables."""

import re
from collections.abc import Callable, Iterator, Sequence

from documents.extractors.blocks import Block
from documents.extractors.ooxml_names import Element, child, children, name_of, whole_number
from documents.extractors.table_rows import row_blocks
from documents.text.numerals import letters, roman

_SCHEME = re.compile(r"(arabic|alphaLc|alphaUc|romanLc|romanUc)(Period|ParenR|ParenBoth|Plain)")
_SPELLINGS: dict[str, Callable[[int], str]] = {
    "arabic": str,
    "alphaLc": letters,
    "alphaUc": lambda number: letters(number).upper(),
    "romanLc": roman,
    "romanUc": lambda number: roman(number).upper(),
}
_SIGNS = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}"}
_COUNTED_FIELDS = frozenset({"slidenum"})


def text_block(body: Element | None) -> Block:
    """The paragraphs of a text body, each on its line."""
    return Block("\n".join(_paragraphs(body)))


def table_blocks(table: Element) -> Iterator[Block]:
    """The rows of an a:tbl; a merged cell is read once."""
    return row_blocks([_cell(cell) for cell in children(row, "a:tc")] for row in children(table, "a:tr"))


def paragraph_text(paragraph: Element) -> str:
    """What a reader of one a:p sees; the number of the slide is left out."""
    return "".join(_inline(paragraph))


def _cell(cell: Element) -> Sequence[Block]:
    is_merged_on = any(cell.get(name) in ("1", "true") for name in ("hMerge", "vMerge"))
    text = "" if is_merged_on else text_block(child(cell, "a:txBody")).text
    return [Block(text)] if text.strip() else []


def _paragraphs(body: Element | None) -> Iterator[str]:
    """A deeper list ends no list around it; any other paragraph of the same depth does."""
    counts: dict[int, int] = {}
    for paragraph in children(body, "a:p") if body is not None else ():
        text = paragraph_text(paragraph)
        if not text.strip():
            continue
        properties = child(paragraph, "a:pPr")
        depth = whole_number(properties.get("lvl")) if properties is not None else None
        numbering = child(properties, "a:buAutoNum")
        counts = {level: count for level, count in counts.items() if level <= (depth or 0)}
        if numbering is None:
            counts.pop(depth or 0, None)
            yield text
        else:
            start = whole_number(numbering.get("startAt")) or 1
            counts[depth or 0] = number = counts.get(depth or 0, start - 1) + 1
            yield f"{_numbered(numbering, number)} {text}".lstrip()


def _numbered(numbering: Element, number: int) -> str:
    scheme = _SCHEME.fullmatch(numbering.get("type", ""))
    return _SIGNS[scheme[2]].format(_SPELLINGS[scheme[1]](number)) if scheme else ""


def _inline(parent: Element) -> Iterator[str]:
    for element in parent:
        name = name_of(element)
        if name in ("a:t", "m:t"):
            yield element.text or ""
        elif name == "a:br":
            yield "\n"
        elif name == "mc:AlternateContent":
            yield from _inline(_first_branch(element))
        elif name != "a:fld" or element.get("type") not in _COUNTED_FIELDS:
            yield from _inline(element)


def _first_branch(alternatives: Element) -> Element:
    """The newest form: older programs are shown the same as a picture."""
    return next(iter(children(alternatives, "mc:Choice", "mc:Fallback")), alternatives)
