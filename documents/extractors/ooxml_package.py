"""The parts of an Office file, found by type and relationship, never by their usual names."""

import posixpath
from dataclasses import dataclass
from typing import BinaryIO

from documents.extractors.archives import Archive
from documents.extractors.attachments import listed
from documents.extractors.blocks import place_label
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.office_types import main_part_names
from documents.extractors.ooxml_names import Element
from documents.extractors.outcome import Attachment
from documents.extractors.safe_xml import parse_xml
from documents.text import clean_page_text

_ROOT_RELATIONSHIPS = "_rels/.rels"


@dataclass(frozen=True, slots=True)
class Relationship:
    """`kind` is the last word of its type ("footnotes"), the same in transitional and strict OOXML."""

    id: str
    kind: str
    target: str


class Package:
    """An opened file of `media_type`. `notes` grows by what had to be left out."""

    def __init__(self, file: BinaryIO, limits: Limits, media_type: str) -> None:
        self._archive = Archive.within(file, limits)
        self.notes: list[str] = []
        self._relationships: dict[str, list[Relationship]] = {}
        self.main_name = self._find_main_part(media_type)

    def main_part(self) -> Element:
        """The root of the main part; ExtractionFailure when it cannot be read."""
        return parse_xml(self._archive.read(self.main_name), self.main_name)

    def part(self, kind: str) -> Element | None:
        """The root of the first part that the main part relates to as `kind`, None without one."""
        return self.root(self.related(self.main_name, kind))

    def part_by_id(self, relationship_id: str) -> Element | None:
        """The root of the part behind an r:id of the main part, None without one."""
        found = self.target(self.main_name, relationship_id)
        return None if found is None else self.root(found.target)

    def related(self, name: str, kind: str) -> str | None:
        """The name of the first part that the part `name` relates to as `kind`, None without one."""
        return next((relation.target for relation in self._relationships_of(name) if relation.kind == kind), None)

    def target(self, name: str, relationship_id: str) -> Relationship | None:
        """What an r:id of the part `name` points to, None where that is nothing within the file."""
        found = (relation for relation in self._relationships_of(name) if relation.id == relationship_id)
        return next(found, None)

    def root(self, name: str | None) -> Element | None:
        """The root of a part that the text can do without: None, and a note, when it is damaged."""
        data = self.data(name)
        try:
            return None if data is None else parse_xml(data, name or "")
        except ExtractionFailure as failure:
            self.leave_out(name or "", failure)
            return None

    def data(self, name: str | None) -> bytes | None:
        """The bytes of a part that the text can do without: None where there is none, with a note when damaged."""
        if name is None or name not in self._archive:
            return None
        try:
            return self._archive.read(name)
        except ExtractionFailure as failure:
            self.leave_out(name, failure)
            return None

    def leave_out(self, name: str, failure: ExtractionFailure) -> None:
        """Note that a damaged part is left out; any other failure is one of the whole file, and raised."""
        if failure.code != "damaged":
            raise failure
        self.notes.append(f"A part of the file is damaged and was left out: {name.lstrip('/')}.")

    def attachments(self) -> tuple[Attachment, ...]:
        """The files embedded in it, with their size as the container declares it."""
        return listed(Attachment(info.filename, info.file_size) for info in self._archive.in_folders("embeddings"))

    def title(self) -> str | None:
        """As its properties say it, on one line; None without one."""
        properties = self.root(self.related("", "core-properties"))
        title = properties.findtext("{*}title") if properties is not None else None
        return place_label(clean_page_text(title or "")) or None

    def _find_main_part(self, media_type: str) -> str:
        related = [relation.target for relation in self._relationships_of("") if relation.kind == "officeDocument"]
        for name in (*related, *main_part_names(self._archive, media_type)):
            if name in self._archive:
                return name
        raise ExtractionFailure("damaged", "the package has no main document part")

    def _relationships_of(self, name: str) -> list[Relationship]:
        if name not in self._relationships:
            self._relationships[name] = self._read_relationships(name)
        return self._relationships[name]

    def _read_relationships(self, name: str) -> list[Relationship]:
        folder, base = posixpath.split(name.lstrip("/"))
        rels_name = posixpath.join(folder, "_rels", f"{base}.rels") if name else _ROOT_RELATIONSHIPS
        root = self.root(rels_name)
        if root is None:
            return []
        return [
            Relationship(
                element.get("Id", ""),
                element.get("Type", "").rpartition("/")[2],
                posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))),
            )
            for element in root.iterchildren("{*}Relationship")
            if element.get("TargetMode") != "External"
        ]
