"""The parts of an OpenDocument file as XML, whether they stand in a ZIP container or all in one flat file."""

from typing import BinaryIO, Protocol

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.odf_names import Element
from documents.extractors.safe_xml import parse_xml

_IN_FLAT_FILE = frozenset({"content.xml", "styles.xml", "meta.xml"})


class Parts(Protocol):
    """By the names that they have in a container."""

    def __contains__(self, name: str) -> bool: ...

    def root(self, name: str) -> Element:
        """The root of a part that there is; ExtractionFailure where it cannot or must not be read."""


class _Container:
    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __contains__(self, name: str) -> bool:
        return name in self._archive

    def root(self, name: str) -> Element:
        return parse_xml(self._archive.read(name), name)


class _FlatFile:
    """Its one root holds what content, styles and properties hold elsewhere."""

    def __init__(self, root: Element) -> None:
        self._root = root

    def __contains__(self, name: str) -> bool:
        return name in _IN_FLAT_FILE

    def root(self, name: str) -> Element:
        return self._root


def open_parts(file: BinaryIO, limits: Limits) -> Parts:
    """Of a file of either kind; a flat one may be as large as a part of a container."""
    head = file.read(2)
    file.seek(0)
    if head == b"PK":
        return _Container(Archive.within(file, limits))
    data = file.read(limits.part_bytes + 1)
    if len(data) > limits.part_bytes:
        raise ExtractionFailure("too-much-memory", f"a flat file of more than {limits.part_bytes} bytes")
    return _FlatFile(parse_xml(data, "the file"))
