"""An opened OpenDocument file: its content, its styles, and whether a password hides them."""

from typing import BinaryIO

from documents.extractors.attachments import listed
from documents.extractors.blocks import place_label
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.odf_names import Element, attribute, child, descendants
from documents.extractors.odf_parts import open_parts
from documents.extractors.outcome import Attachment
from documents.text import clean_page_text

_MANIFEST = "META-INF/manifest.xml"
_DOCUMENT_TYPES = (
    *(f"application/vnd.oasis.opendocument.{kind}" for kind in ("text", "spreadsheet", "presentation", "graphics")),
    "application/vnd.sun.star.oleobject",
)


class OpenDocument:
    """The parts that the text needs. `notes` grows by what had to be left out."""

    def __init__(self, file: BinaryIO, limits: Limits) -> None:
        self._parts = open_parts(file, limits)
        self.notes: list[str] = []
        self._manifest = self._optional(_MANIFEST)
        if descendants(self._manifest, "manifest:encryption-data"):
            raise ExtractionFailure("password-needed", "the manifest says that its parts are encrypted")
        if "content.xml" not in self._parts:
            raise ExtractionFailure("damaged", "the container has no content.xml")
        self.content = self._parts.root("content.xml")
        self.styles = self._optional("styles.xml")

    def body(self, kind: str) -> Element:
        """The text, presentation or spreadsheet; `damaged` where there is none."""
        found = child(self.content, "office:body", f"office:{kind}")
        if found is None:
            raise ExtractionFailure("damaged", f"content.xml has no {kind}")
        return found

    def named(self, *kinds: str) -> dict[str, Element]:
        """The styles of these kinds ("style:style", "text:list-style"), by name; those of the content go first."""
        found = [*descendants(self.styles, *kinds), *descendants(self.content, *kinds)]
        return {attribute(style, "style:name"): style for style in found}

    def attachments(self) -> tuple[Attachment, ...]:
        """The documents embedded in it, as its manifest names them; charts and formulas are none."""
        entries = descendants(self._manifest, "manifest:file-entry")
        names = (
            attribute(entry, "manifest:full-path")
            for entry in entries
            if attribute(entry, "manifest:media-type").startswith(_DOCUMENT_TYPES)
        )
        return listed(Attachment(name) for name in names if name.strip("/"))

    def title(self) -> str | None:
        """As its properties say it, on one line; None without one."""
        meta = self._optional("meta.xml")
        title = meta.findtext("{*}meta/{http://purl.org/dc/elements/1.1/}title") if meta is not None else None
        return place_label(clean_page_text(title or "")) or None

    def _optional(self, name: str) -> Element | None:
        """A part that the text can do without: when it is damaged, it is left out and the notes say so."""
        if name not in self._parts:
            return None
        try:
            return self._parts.root(name)
        except ExtractionFailure as failure:
            if failure.code != "damaged":
                raise
            self.notes.append(f"A part of the file is damaged and was left out: {name}.")
            return None
