"""Files that a Word document has taken in whole (w:altChunk): their text is read in the place where Word shows it."""

import io
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy

from documents.extractors import media_types
from documents.extractors.blocks import Block
from documents.extractors.encodings import decode_text
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.ooxml_package import Package
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

_DEEPEST = 3
"""Documents in documents in documents."""

ReadBody = Callable[[Package, "Chunks"], list[Block]]
"""Reads the body of a Word document, with the chunks in it."""


class Chunks:
    """Those of one document, by their relationship; `depth` is how many documents it stands in itself."""

    def __init__(self, package: Package, limits: Limits, read_body: ReadBody, depth: int = 0) -> None:
        self._package = package
        self._limits = limits
        self._read_body = read_body
        self._depth = depth
        self.are_unread = False
        """Whether there was one that could not be read."""

    def blocks(self, relationship_id: str) -> list[Block]:
        """What the file behind an r:id of the main part says; nothing where it cannot be read."""
        found = self._package.target(self._package.main_name, relationship_id)
        data = self._package.data(found.target) if found is not None else None
        try:
            blocks = None if data is None else self._read(data, found.target if found is not None else "")
        except ExtractionFailure as failure:
            if failure.code in ("expands-too-much", "too-much-memory"):
                raise
            blocks = None
        self.are_unread = self.are_unread or blocks is None
        return blocks or []

    def _read(self, data: bytes, name: str) -> list[Block] | None:
        """By what it is, whatever it is called; None for what is not read in here."""
        match sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), name):
            case media_types.HTML:
                return _html_blocks(data)
            case media_types.RTF:
                from documents.extractors.rtf_reader import RtfReader

                return RtfReader().read(data)
            case media_types.EML:
                return list(_message_blocks(data))
            case media_types.DOCX:
                return self._document_blocks(data)
            case media_types.PLAIN | media_types.MARKDOWN | media_types.CSV:
                return [Block(decode_text(data).text)]
        return None

    def _document_blocks(self, data: bytes) -> list[Block] | None:
        if self._depth >= _DEEPEST:
            return None
        package = Package(io.BytesIO(data), self._limits, media_types.DOCX)
        inner = Chunks(package, self._limits, self._read_body, self._depth + 1)
        blocks = self._read_body(package, inner)
        self.are_unread = self.are_unread or inner.are_unread
        self._package.notes.extend(package.notes)
        return blocks


def _html_blocks(data: bytes) -> list[Block]:
    from documents.extractors.html import decode_html, read_html

    return list(read_html(decode_html(data).text).blocks)


def _message_blocks(data: bytes) -> Iterator[Block]:
    """A web page saved as one file (MHTML) is a message whose text is the page."""
    from documents.extractors.html import read_html
    from documents.extractors.mail_parts import parts_of, text_of

    for part in parts_of(message_from_bytes(data, policy=policy.compat32)).texts:
        text = text_of(part)
        yield from read_html(text).blocks if part.get_content_type() == "text/html" else [Block(text)]
