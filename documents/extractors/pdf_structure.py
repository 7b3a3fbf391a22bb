"""What pypdf knows better than pdfium: page labels, form values, comments, attachments; and text where pdfium fails."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject

from documents.extractors import passwords
from documents.extractors.outcome import Attachment
from documents.extractors.pdf_attachments import read_attachments
from documents.extractors.pdf_labels import read_labels

READER_ERRORS = (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, OSError,
                 RecursionError, ArithmeticError, NotImplementedError)  # fmt: skip
"""What pypdf is seen to raise on files that break the rules."""

_MOST_PAGES = 100_000
_HIDDEN_FLAGS = 0b10 | 0b100000
_PASSWORD_FIELD = 1 << 13
_DEEPEST_FIELD = 32
_PACKED_NOTHING = 16
"""Bytes. A longer stream was packed from something."""


class PdfStructure:
    """One file, opened leniently. Every question has an answer, empty where the file does not give one."""

    def __init__(self, path: Path) -> None:
        """Raises one of READER_ERRORS when pypdf cannot open the file."""
        self._reader = PdfReader(path, strict=False)
        self.is_locked = self._reader.is_encrypted and not self._opens()
        self._pages = [] if self.is_locked else list(self._iterate_pages())

    def _opens(self) -> bool:
        return bool(self._reader.decrypt("")) or any(map(self._reader.decrypt, passwords.spellings()))

    def _iterate_pages(self) -> Iterator[Any]:
        for index in range(_MOST_PAGES):
            try:
                yield self._reader.pages[index]
            except READER_ERRORS:
                return

    @property
    def page_count(self) -> int:
        """The pages that are really there, whatever /Count says."""
        return len(self._pages)

    def page_text(self, number: int) -> str | None:
        """The text layer of a page, raw; None when pypdf cannot read it either."""
        if number > self.page_count:
            return None
        try:
            return str(self._pages[number - 1].extract_text())
        except READER_ERRORS:
            return None

    def cannot_be_unpacked(self, number: int) -> bool:
        """Whether a page that seems to draw nothing only cannot be unpacked."""
        if number > self.page_count:
            return True
        try:
            contents = self._pages[number - 1].get("/Contents")
            streams = _resolved(contents)
            parts = streams if isinstance(streams, ArrayObject) else [] if contents is None else [streams]
            return any(_is_broken(_resolved(part)) for part in parts)
        except READER_ERRORS:
            return True

    def page_alone(self, number: int) -> bytes | None:
        """A new file of one page, for another reader; None when it cannot be made."""
        try:
            writer = PdfWriter()
            writer.add_page(self._pages[number - 1])
            out = io.BytesIO()
            writer.write(out)
        except READER_ERRORS:
            return None
        return out.getvalue()

    def attachments(self) -> tuple[Attachment, ...]:
        """The files embedded in it; none where they cannot be told."""
        try:
            return read_attachments(self._reader.root_object, self._pages)
        except READER_ERRORS:
            return ()

    def labels(self, page_count: int) -> tuple[str | None, ...] | None:
        """The declared label of each page; None when the file declares none."""
        try:
            return read_labels(self._reader.root_object, page_count)
        except READER_ERRORS:
            return None

    def spoken_annotations(self, number: int) -> tuple[str, ...]:
        """What is written in the fields, notes and text boxes on a page, in the file's order."""
        if number > self.page_count:
            return ()
        try:
            annotations = _resolved(self._pages[number - 1].get("/Annots"))
            found = [_spoken(item) for item in annotations] if isinstance(annotations, ArrayObject) else []
        except READER_ERRORS:
            return ()
        return tuple(text for text in found if text.strip())


def _resolved(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _is_broken(stream: Any) -> bool:
    """One that is not there, or that holds something and gives nothing."""
    if not hasattr(stream, "get_data"):
        return True
    return not stream.get_data() and len(stream._data) > _PACKED_NOTHING  # noqa: SLF001 - the packed bytes


def _spoken(reference: Any) -> str:
    annotation = _resolved(reference)
    if not isinstance(annotation, DictionaryObject) or _whole(annotation.get("/F")) & _HIDDEN_FLAGS:
        return ""
    subtype = annotation.get("/Subtype")
    if subtype in ("/FreeText", "/Text"):
        return _string(annotation.get("/Contents"))
    return _field_value(annotation) if subtype == "/Widget" else ""


def _field_value(widget: DictionaryObject) -> str:
    """Text and choice fields; what a button or a signature holds is no text, and a password is nobody's."""
    kind = _inherited(widget, "/FT")
    if kind not in ("/Tx", "/Ch") or _whole(_inherited(widget, "/Ff")) & _PASSWORD_FIELD:
        return ""
    value = _inherited(widget, "/V")
    values = value if isinstance(value, ArrayObject) else [value]
    return "\n".join(_shown(_inherited(widget, "/Opt"), _string(item)) for item in values)


def _shown(options: Any, value: str) -> str:
    """A choice is stored by its export value; a reader sees the other one of the pair."""
    for option in options if isinstance(options, ArrayObject) else ():
        pair = _resolved(option)
        if isinstance(pair, ArrayObject) and len(pair) == 2 and _string(pair[0]) == value:
            return _string(pair[1])
    return value


def _inherited(field: DictionaryObject, key: str) -> Any:
    """A field's widgets take what they do not say from the fields above."""
    holder: Any = field
    for _ in range(_DEEPEST_FIELD):
        if not isinstance(holder, DictionaryObject):
            return None
        if key in holder:
            return _resolved(holder[key])
        holder = _resolved(holder.get("/Parent"))
    return None


def _whole(value: Any) -> int:
    number = _resolved(value)
    return number if isinstance(number, int) else 0


def _string(value: Any) -> str:
    text = _resolved(value)
    if isinstance(text, bytes):
        return text.decode("latin-1")
    return text if isinstance(text, str) else ""
