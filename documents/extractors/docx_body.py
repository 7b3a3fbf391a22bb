"""The stories of a Word document (body, notes, headers, text boxes) as blocks, in document order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from documents.extractors.blocks import Block
from documents.extractors.docx_chunks import Chunks
from documents.extractors.docx_inline import (
    Inline,
    InlineReader,
    NoteReference,
    chosen_alternative,
    is_mark_removed,
)
from documents.extractors.docx_notes import Note, Notes
from documents.extractors.docx_numbering import Numbering
from documents.extractors.docx_styles import Styles
from documents.extractors.ooxml_names import Element, attribute, child, children, name_of
from documents.extractors.table_rows import row_blocks

_LEFT_OUT = frozenset({"w:sectPr", "w:sdtPr", "w:sdtEndPr", "w:tblPr", "w:tblGrid", "w:del", "w:moveFrom"})
_WRAPPERS = ("w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:customXml", "w:smartTag")


@dataclass(slots=True)
class _Story:
    """Where the reading of one story stands: open fields, text that runs on, notes that wait for their turn."""

    inline: InlineReader = field(default_factory=InlineReader)
    carried: str = ""
    notes: list[NoteReference] = field(default_factory=list)
    table_depth: int = 0


class StoryReader:
    """Reads stories one after the other; the numbers of lists and notes run on through them.

    A note is a block of its own after the paragraph, or the outermost table, that its mark stands in, so that
    sentences stay as they were written.
    """

    def __init__(self, styles: Styles, numbering: Numbering, notes: Notes, chunks: Chunks) -> None:
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._chunks = chunks

    def read(self, container: Element) -> list[Block]:
        """The blocks of a body, a note, a header or a text box."""
        story = _Story()
        blocks = list(self._container(container, story))
        if story.carried:
            blocks.append(Block(story.carried))
        return [*blocks, *self._waiting_notes(story)]

    def _container(self, parent: Element | None, story: _Story) -> Iterator[Block]:
        for element in parent if parent is not None else ():
            yield from self._element(element, name_of(element), story)

    def _element(self, element: Element, name: str, story: _Story) -> Iterator[Block]:
        if name == "w:p":
            yield from self._paragraph(element, story)
        elif name == "w:tbl":
            yield from self._table(element, story)
        elif name == "mc:AlternateContent":
            yield from self._container(chosen_alternative(element), story)
        elif name == "w:altChunk":
            yield from self._chunks.blocks(attribute(element, "r:id") or "")
        elif name and name not in _LEFT_OUT:
            yield from self._container(element, story)

    def _paragraph(self, paragraph: Element, story: _Story) -> Iterator[Block]:
        inline = story.inline.read(paragraph)
        story.notes.extend(inline.notes)
        text = story.carried + self._numbered(paragraph, inline)
        story.carried = text if is_mark_removed(paragraph) else ""
        if not story.carried:
            is_heading = self._styles.is_heading(paragraph)
            is_item = not is_heading and self._styles.list_position(paragraph) is not None
            yield Block(text, is_heading=is_heading, is_item=is_item)
        for box in inline.boxes:
            yield from self.read(box)
        if story.table_depth == 0:
            yield from self._waiting_notes(story)

    def _numbered(self, paragraph: Element, inline: Inline) -> str:
        """With its number in its list; a paragraph of pictures only is no item that a reader sees counted."""
        position = self._styles.list_position(paragraph)
        if position is None or not inline.text.strip():
            return inline.text
        return f"{self._numbering.next_number(position)} {inline.text}".lstrip(" ")

    def _waiting_notes(self, story: _Story) -> Iterator[Block]:
        waiting, story.notes = story.notes, []
        for note in map(self._notes.take, waiting):
            if note is not None:
                yield self._note_block(note)

    def _note_block(self, note: Note) -> Block:
        content = "\n".join(block.text.strip() for block in self.read(note.story))
        return Block(f"{note.heading}: {content.strip()}") if content.strip() else Block("")

    def _table(self, table: Element, story: _Story) -> Iterator[Block]:
        story.table_depth += 1
        yield from row_blocks(self._row(row, story) for row in _unwrapped(table, "w:tr") if not _is_row_removed(row))
        story.table_depth -= 1
        if story.table_depth == 0:
            yield from self._waiting_notes(story)

    def _row(self, row: Element, story: _Story) -> list[Sequence[Block]]:
        return [self._cell(cell, story) for cell in _unwrapped(row, "w:tc") if not _is_cell_removed(cell)]

    def _cell(self, cell: Element, story: _Story) -> list[Block]:
        """Empty for the lower cells of a vertical merge: what they show stands in the first one."""
        if _is_merged_on(cell):
            return []
        return [block for block in self._container(cell, story) if block.text.strip()]


def _unwrapped(parent: Element, name: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, content controls and insertions looked through."""
    for element in children(parent, name, *_WRAPPERS):
        if name_of(element) == name:
            yield element
        else:
            yield from _unwrapped(element, name)


def _is_row_removed(row: Element) -> bool:
    return child(row, "w:trPr", "w:del") is not None


def _is_cell_removed(cell: Element) -> bool:
    return child(cell, "w:tcPr", "w:cellDel") is not None


def _is_merged_on(cell: Element) -> bool:
    merge = child(cell, "w:tcPr", "w:vMerge")
    return merge is not None and attribute(merge, "w:val") != "restart"
