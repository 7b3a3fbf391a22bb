"""Fields: what Word computes. Instructions are no text, and the cached number of a page is never believed."""

from dataclasses import dataclass

_PAGE_FIELDS = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})


def is_page_field(instruction: str) -> bool:
    """Whether the field shows a page number or a number of pages of a layout that nobody has seen."""
    words = instruction.split(maxsplit=1)
    return bool(words) and words[0].upper() in _PAGE_FIELDS


@dataclass(slots=True)
class _OpenField:
    instruction: str = ""
    in_result: bool = False


class Fields:
    """Follows begin, separate and end through the runs of a story; a field may hold others and span paragraphs."""

    def __init__(self) -> None:
        self._open: list[_OpenField] = []

    @property
    def hide_text(self) -> bool:
        """Whether text here is an instruction or the result of a page field."""
        return any(not field.in_result or is_page_field(field.instruction) for field in self._open)

    def mark(self, kind: str | None) -> None:
        """One w:fldChar, by its w:fldCharType."""
        if kind == "begin":
            self._open.append(_OpenField())
        elif kind == "separate" and self._open:
            self._open[-1].in_result = True
        elif kind == "end" and self._open:
            self._open.pop()

    def instruct(self, text: str) -> None:
        """A piece of the instruction of the innermost field."""
        if self._open:
            self._open[-1].instruction += text
