"""One paragraph of a Word document as text, and what hangs on it: text boxes, notes, comments.

In: insertions, content controls, links, the bases of ruby. Out: deletions, text moved away, hidden text, the
readings above ruby bases (set between them they would split the word).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from documents.extractors.docx_fields import Fields, is_page_field
from documents.extractors.docx_symbols import symbol
from documents.extractors.ooxml_names import Element, attribute, child, children, descendants, is_on, name_of

_LEFT_OUT = frozenset(
    {"w:pPr", "w:rPr", "w:sdtPr", "w:sdtEndPr", "w:del", "w:moveFrom", "w:rt", "w:rubyPr", "w:delText"}
)
_CHARACTERS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}
_NOTE_KINDS = {
    "w:footnoteReference": "footnotes",
    "w:endnoteReference": "endnotes",
    "w:commentReference": "comments",
}
_HOLDERS_OF_BOXES = frozenset({"w:drawing", "w:pict", "w:object"})


@dataclass(frozen=True, slots=True)
class NoteReference:
    """A mark in the text: `kind` is the part that the note stands in."""

    kind: str
    id: str


@dataclass(slots=True)
class Inline:
    """The text of a paragraph; the content of its text boxes, and its notes, each in order."""

    text: str = ""
    boxes: list[Element] = field(default_factory=list)
    notes: list[NoteReference] = field(default_factory=list)


class InlineReader:
    """Reads the paragraphs of one story in order: a field may begin in one and end in another."""

    def __init__(self) -> None:
        self._fields = Fields()
        self._special: dict[str, Callable[[Element, Inline], None]] = {
            "w:t": self._read_text,
            "m:t": self._read_text,
            "w:r": self._read_run,
            "w:sym": self._read_symbol,
            "w:fldChar": lambda element, _: self._fields.mark(attribute(element, "w:fldCharType")),
            "w:instrText": lambda element, _: self._fields.instruct(element.text or ""),
            "w:fldSimple": self._read_simple_field,
            "mc:AlternateContent": lambda element, found: self._walk(chosen_alternative(element), found),
        }

    def read(self, paragraph: Element) -> Inline:
        """What a reader of the paragraph sees."""
        found = Inline()
        self._walk(paragraph, found)
        return found

    def _walk(self, parent: Element | None, found: Inline) -> None:
        for element in parent if parent is not None else ():
            self._read_element(element, name_of(element), found)

    def _read_element(self, element: Element, name: str, found: Inline) -> None:
        if not name or name in _LEFT_OUT:
            return
        if name in self._special:
            self._special[name](element, found)
        elif name in _CHARACTERS:
            self._add(_CHARACTERS[name], found)
        elif name in _NOTE_KINDS:
            found.notes.append(NoteReference(_NOTE_KINDS[name], attribute(element, "w:id") or ""))
        elif name in _HOLDERS_OF_BOXES:
            found.boxes.extend(text_boxes(element))
        else:
            self._walk(element, found)

    def _add(self, text: str, found: Inline) -> None:
        if not self._fields.hide_text:
            found.text += text

    def _read_text(self, element: Element, found: Inline) -> None:
        self._add(element.text or "", found)

    def _read_run(self, run: Element, found: Inline) -> None:
        if not is_on(run, "w:rPr", "w:vanish"):
            self._walk(run, found)

    def _read_symbol(self, element: Element, found: Inline) -> None:
        self._add(symbol(attribute(element, "w:char") or "", attribute(element, "w:font") or ""), found)

    def _read_simple_field(self, element: Element, found: Inline) -> None:
        if not is_page_field(attribute(element, "w:instr") or ""):
            self._walk(element, found)


def chosen_alternative(alternatives: Element) -> Element | None:
    """The first branch of mc:AlternateContent that has text: the others say the same for older programs."""
    branches = children(alternatives, "mc:Choice", "mc:Fallback")
    return next((branch for branch in branches if descendants(branch, "w:t", "m:t")), None)


def text_boxes(holder: Element) -> list[Element]:
    """The content of the text boxes in a drawing, each once; those within another box are read with that one."""
    boxes: list[Element] = []
    waiting = [holder]
    while waiting:
        element = waiting.pop()
        name = name_of(element)
        if name == "w:txbxContent":
            boxes.append(element)
        elif name == "mc:AlternateContent":
            branch = chosen_alternative(element)
            waiting.extend([] if branch is None else [branch])
        else:
            waiting.extend(reversed(element))
    return boxes


def is_mark_removed(paragraph: Element) -> bool:
    """Whether the end of the paragraph was deleted or moved away, so that it runs on into the next one."""
    marks = child(paragraph, "w:pPr", "w:rPr")
    return marks is not None and bool(children(marks, "w:del", "w:moveFrom"))
