"""The stories of an OpenDocument file (body, notes, cells, text boxes, shapes) as blocks, in document order."""

from collections.abc import Iterator, Sequence

from documents.extractors.blocks import Block
from documents.extractors.odf_hidden import Hidden
from documents.extractors.odf_inline import Inline, read_inline
from documents.extractors.odf_lists import Counter
from documents.extractors.odf_names import Element, attribute, child, children, count_of, descendants, name_of
from documents.extractors.odf_package import OpenDocument
from documents.extractors.table_rows import row_blocks

_LEFT_OUT = frozenset({
    "text:tracked-changes", "text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:forms",
    "svg:title", "svg:desc", "presentation:notes", "office:annotation", "dc:creator", "dc:date",
})  # fmt: skip
_TITLES = {"footnote": "Footnote", "endnote": "Endnote"}
_ROW_HOLDERS = ("table:table-header-rows", "table:table-rows", "table:table-row-group")
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_MOST_REPEATED = 100
"""Rows or cells that one element stands for: an honest table repeats empty ones only."""


class StoryReader:
    """Reads stories one after the other; the numbers of headings, lists and notes run on through them."""

    def __init__(self, document: OpenDocument) -> None:
        self._hidden = Hidden(document)
        self._list_styles = document.named("text:list-style")
        outline = descendants(document.styles, "text:outline-style")
        self._headings = Counter(outline[0] if outline else None)
        self._continued: dict[str, Counter] = {}
        self._last: dict[str, Counter] = {}
        self._note_counts = dict.fromkeys(_TITLES, 0)
        self._table_depth = 0
        self._waiting: list[Element] = []

    def read(self, container: Element) -> list[Block]:
        """The blocks of a body, a note, a cell, a text box or a shape."""
        return list(self._container(container))

    def _container(self, parent: Element) -> Iterator[Block]:
        for element in parent:
            yield from self._element(element, name_of(element))

    def _element(self, element: Element, name: str) -> Iterator[Block]:
        if self._hidden.hides(element):
            return
        if name in ("text:h", "text:p"):
            yield from self._paragraph(element)
        elif name == "text:list":
            yield from self._list(element, self._counter(element), 1)
        elif name == "table:table":
            yield from self._table(element)
        elif name not in _LEFT_OUT:
            yield from self._container(element)

    def _paragraph(self, paragraph: Element, number: str | None = None) -> Iterator[Block]:
        inline = read_inline(paragraph, self._hidden.hides)
        self._waiting.extend(inline.notes)
        is_heading = name_of(paragraph) == "text:h"
        if number is None and is_heading:
            number = self._heading_number(paragraph, inline)
        text = f"{number or ''} {inline.text}".strip()
        yield Block(text, is_heading=is_heading, is_item=bool(number) and not is_heading)
        for box in inline.boxes:
            yield from self._element(box, name_of(box))
        if self._table_depth == 0:
            yield from self._waiting_notes()

    def _heading_number(self, heading: Element, inline: Inline) -> str:
        if not inline.text.strip() or attribute(heading, "text:is-list-header") == "true":
            return ""
        is_restarted = attribute(heading, "text:restart-numbering") == "true"
        restart = count_of(heading, "text:start-value") if is_restarted else None
        return self._headings.next_number(count_of(heading, "text:outline-level"), restart)

    def _counter(self, item: Element) -> Counter:
        """A list counts from the start, unless it continues another one."""
        style = attribute(item, "text:style-name")
        continued = attribute(item, "text:continue-list")
        counter = self._continued.get(continued) if continued else None
        if counter is None and attribute(item, "text:continue-numbering") == "true":
            counter = self._last.get(style)
        if counter is None:
            counter = Counter(self._list_styles.get(style))
        self._last[style] = counter
        self._continued[item.get(_XML_ID, "")] = counter
        return counter

    def _list(self, element: Element, counter: Counter, level: int) -> Iterator[Block]:
        for item in children(element, "text:list-header", "text:list-item"):
            yield from self._item(item, counter, level, is_counted=name_of(item) == "text:list-item")

    def _item(self, item: Element, counter: Counter, level: int, *, is_counted: bool) -> Iterator[Block]:
        """The number stands before the first paragraph; an item that holds a deeper list only has none."""
        restart = count_of(item, "text:start-value") if attribute(item, "text:start-value") else None
        for element in item:
            name = name_of(element)
            if name == "text:list":
                yield from self._list(element, counter, level + 1)
            elif name in ("text:p", "text:h") and not self._hidden.hides(element):
                yield from self._paragraph(element, counter.next_number(level, restart) if is_counted else "")
                is_counted = False
            else:
                yield from self._element(element, name)

    def _table(self, table: Element) -> Iterator[Block]:
        self._table_depth += 1
        yield from row_blocks(self._cells(row) for row in table_rows(table))
        self._table_depth -= 1
        if self._table_depth == 0:
            yield from self._waiting_notes()

    def _cells(self, row: Element) -> list[Sequence[Block]]:
        """What merged cells cover is empty: it stands in the first one."""
        return [
            [block for block in self.read(cell) if block.text.strip()] if name_of(cell) == "table:table-cell" else []
            for cell in children(row, "table:table-cell", "table:covered-table-cell")
            for _ in range(repeated(cell, "table:number-columns-repeated"))
        ]

    def _waiting_notes(self) -> Iterator[Block]:
        waiting, self._waiting = self._waiting, []
        for note in waiting:
            yield self.note_block(note)

    def note_block(self, note: Element) -> Block:
        """A footnote, an endnote or a comment, with what it is."""
        body = child(note, "text:note-body") if name_of(note) == "text:note" else note
        content = "\n".join(block.text.strip() for block in self.read(body)) if body is not None else ""
        return Block(f"{self._note_heading(note)}: {content.strip()}") if content.strip() else Block("")

    def _note_heading(self, note: Element) -> str:
        if name_of(note) == "office:annotation":
            author = child(note, "dc:creator")
            return f"Comment by {author.text}" if author is not None and author.text else "Comment"
        kind = attribute(note, "text:note-class")
        kind = kind if kind in _TITLES else "footnote"
        self._note_counts[kind] += 1
        return f"{_TITLES[kind]} {self._note_counts[kind]}"


def table_rows(table: Element) -> Iterator[Element]:
    """The rows of a table, those in groups and those that repeat over several pages among them."""
    for element in children(table, "table:table-row", *_ROW_HOLDERS):
        if name_of(element) == "table:table-row":
            yield element
        else:
            yield from table_rows(element)


def repeated(element: Element, name: str) -> int:
    """How often a row or cell stands in its table, within reason."""
    return max(1, min(count_of(element, name), _MOST_REPEATED))
