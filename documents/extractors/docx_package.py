"""The parts of a Word document, found by type and relationship, never by their usual names."""

import posixpath
from dataclasses import dataclass
from typing import BinaryIO

from documents.extractors.archives import Archive
from documents.extractors.docx_names import Element
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.office_types import word_part_names
from documents.extractors.safe_xml import parse_xml

_ROOT_RELATIONSHIPS = "_rels/.rels"


@dataclass(frozen=True, slots=True)
class Relationship:
    """`kind` is the last word of its type ("footnotes"), the same in transitional and strict OOXML."""

    id: str
    kind: str
    target: str


class Package:
    """An opened Word document. `notes` grows by what had to be left out."""

    def __init__(self, file: BinaryIO, limits: Limits) -> None:
        self._archive = Archive.within(file, limits)
        self.notes: list[str] = []
        self._main_name = self._find_main_part()
        self._relationships = self._relationships_of(self._main_name)

    def main_part(self) -> Element:
        """The root of the main part; ExtractionFailure when it cannot be read."""
        return parse_xml(self._archive.read(self._main_name), self._main_name)

    def part(self, kind: str) -> Element | None:
        """The root of the first part that the main part relates to as `kind`, None without one."""
        found = next((relation for relation in self._relationships if relation.kind == kind), None)
        return None if found is None else self._optional(found.target)

    def part_by_id(self, relationship_id: str) -> Element | None:
        """The root of the part behind an r:id of the main part, None without one."""
        found = next((relation for relation in self._relationships if relation.id == relationship_id), None)
        return None if found is None else self._optional(found.target)

    def core_properties(self) -> Element | None:
        """Title, author and so on, None without them."""
        relations = self._relationships_of("")
        found = next((relation for relation in relations if relation.kind == "core-properties"), None)
        return None if found is None else self._optional(found.target)

    def _find_main_part(self) -> str:
        related = [relation.target for relation in self._relationships_of("") if relation.kind == "officeDocument"]
        for name in (*related, *word_part_names(self._archive)):
            if name in self._archive:
                return name
        raise ExtractionFailure("damaged", "the package has no main document part")

    def _relationships_of(self, name: str) -> list[Relationship]:
        folder, base = posixpath.split(name.lstrip("/"))
        rels_name = posixpath.join(folder, "_rels", f"{base}.rels") if name else _ROOT_RELATIONSHIPS
        root = self._optional(rels_name)
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

    def _optional(self, name: str) -> Element | None:
        """A part that the text can do without: when it is damaged, it is left out and the notes say so."""
        if name not in self._archive:
            return None
        try:
            return parse_xml(self._archive.read(name), name)
        except ExtractionFailure as failure:
            if failure.code != "damaged":
                raise
            self.notes.append(f"A part of the file is damaged and was left out: {name.lstrip('/')}.")
            return None
