"""One story of an RTF file (body, header, note, text box) while it is read: paragraphs, tables, and what waits."""

from collections.abc import Sequence

from documents.extractors.blocks import Block
from documents.extractors.rtf_tables import OpenTables

_BULLET = "•"


class Story:
    """Text comes in pieces, and then the end of the paragraph, the cell or the row that they stand in.

    Text boxes stand after the paragraph that they hang on, notes after that or after the outermost table.
    """

    def __init__(self) -> None:
        self._number: list[str] = []
        self._parts: list[str] = []
        self._tables = OpenTables()
        self._blocks: list[Block] = []
        self._boxes: list[Block] = []
        self._notes: list[Block] = []
        self._notes_in_tables: list[Block] = []

    def add(self, text: str) -> None:
        """A piece of the paragraph."""
        self._parts.append(text)

    def add_to_number(self, text: str) -> None:
        """A piece of the number that the paragraph has in its list, as it is shown."""
        self._number.append(text)

    def add_box(self, blocks: Sequence[Block]) -> None:
        """What stands in a text box that hangs on the paragraph."""
        self._boxes.extend(blocks)

    def add_note(self, heading: str, blocks: Sequence[Block]) -> None:
        """A note to the paragraph."""
        content = "\n".join(block.text.strip() for block in blocks).strip()
        if content:
            self._notes.append(Block(f"{heading}: {content}"))

    def end_paragraph(self, level: int, *, is_heading: bool = False) -> None:
        """`level` is the number of tables that the paragraph stands in."""
        text = _whole_characters("".join(self._parts))
        number = _shown_number("".join(self._number)) if text.strip() else ""
        block = Block(f"{number} {text}" if number else text, is_heading, bool(number) and not is_heading)
        self._blocks.extend(self._tables.enter(level))
        if level:
            self._tables.add([block, *self._boxes])
            self._notes_in_tables.extend(self._notes)
        else:
            self._blocks.extend([*self._notes_in_tables, block, *self._boxes, *self._notes])
            self._notes_in_tables = []
        self._notes = []
        self._parts, self._boxes, self._number = [], [], []

    def end_cell(self, level: int, *, is_heading: bool = False) -> None:
        """Of the innermost of `level` tables."""
        self.end_paragraph(level, is_heading=is_heading)
        self._tables.end_cell(level)

    def end_row(self, level: int) -> None:
        """Of the innermost of `level` tables."""
        if self._parts:
            self.end_paragraph(level)
        self._tables.end_row(level)

    def finish(self) -> list[Block]:
        """The blocks of the whole story."""
        if self._parts or self._boxes:
            self.end_paragraph(self._tables.row_level)
        self.end_paragraph(0)
        return [block for block in self._blocks if block.text.strip()]


def _shown_number(raw: str) -> str:
    """A single sign is a bullet, whatever its font makes of it; so is the "o" that Word draws circles with."""
    number = _whole_characters(raw).strip()
    return _BULLET if len(number) == 1 and (not number.isalnum() or number == "o") else number


def _whole_characters(text: str) -> str:
    """Characters beyond the first plane are written as two code units."""
    return text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")
