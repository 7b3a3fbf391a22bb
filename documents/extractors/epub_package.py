"""The documents of an EPUB book in the order in which they are read, as its package says."""

import posixpath
from collections.abc import Iterator
from typing import BinaryIO, TypeAlias
from urllib.parse import unquote

from lxml.etree import _Element

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.safe_xml import parse_xml

Element: TypeAlias = _Element

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PACKAGE_TYPE = "application/oebps-package+xml"
_NCX_TYPE = "application/x-dtbncx+xml"
_DOCUMENT_TYPES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document", ""})


class Book:
    """An opened book. `documents` are the names of its parts, in reading order; `notes` grows by what is left out."""

    def __init__(self, file: BinaryIO, limits: Limits) -> None:
        self._archive = Archive.within(file, limits)
        self.notes: list[str] = []
        self._package_name = self._find_package()
        self._package = self._xml(self._package_name)
        self._manifest = {item.get("id", ""): item for item in _below(self._package, "manifest", "item")}
        self.documents = tuple(dict.fromkeys(self._spine()))
        self._refuse_protected()

    @property
    def title(self) -> str:
        """As the package says it, raw; "" without one."""
        return next((element.text or "" for element in self._package.iterfind("{*}metadata//{*}title")), "")

    def read(self, name: str) -> bytes | None:
        """The part; None, and a note, for one that is missing or damaged."""
        try:
            return self._archive.read(name)
        except KeyError:
            self.notes.append(f"A part of the book is missing: {name}.")
        except ExtractionFailure as failure:
            if failure.code != "damaged":
                raise
            self.notes.append(f"A part of the book is damaged and was left out: {name}.")
        return None

    def navigation(self) -> str | None:
        """The name of the document with the table of contents (EPUB 3), None without one."""
        items = (item for item in self._manifest.values() if "nav" in item.get("properties", "").split())
        return self._first_name(items)

    def old_navigation(self) -> str | None:
        """The name of the table of contents of EPUB 2 ("toc.ncx"), None without one."""
        named = self._manifest.get(next((spine.get("toc", "") for spine in self._package.iterfind("{*}spine")), ""))
        typed = (item for item in self._manifest.values() if item.get("media-type") == _NCX_TYPE)
        return self._first_name(typed if named is None else iter([named]))

    def _first_name(self, items: Iterator[Element]) -> str | None:
        names = (resolved(self._package_name, item.get("href", "")) for item in items)
        return next((name for name in names if name in self._archive), None)

    def _find_package(self) -> str:
        if _CONTAINER not in self._archive:
            raise ExtractionFailure("damaged", f"the book has no {_CONTAINER}")
        files = list(self._xml(_CONTAINER).iterfind("{*}rootfiles/{*}rootfile"))
        files.sort(key=lambda file: file.get("media-type") != _PACKAGE_TYPE)
        names = (unquote(file.get("full-path", "")) for file in files)
        found = next((name for name in names if name in self._archive), None)
        if found is None:
            raise ExtractionFailure("damaged", "the book has no package document")
        return found

    def _spine(self) -> Iterator[str]:
        for reference in _below(self._package, "spine", "itemref"):
            item = self._manifest.get(reference.get("idref", ""))
            if item is not None and item.get("media-type", "").strip().casefold() in _DOCUMENT_TYPES:
                yield resolved(self._package_name, item.get("href", ""))

    def _refuse_protected(self) -> None:
        """Books may scramble their fonts only, which does not matter here."""
        if _ENCRYPTION not in self._archive:
            return
        references = self._xml(_ENCRYPTION).iter("{*}CipherReference")
        locked = {resolved("", reference.get("URI", "")) for reference in references}
        if locked.intersection(self.documents):
            raise ExtractionFailure("copy-protected", "its documents are encrypted")

    def _xml(self, name: str) -> Element:
        return parse_xml(self._archive.read(name), name, may_name_type=True)


def resolved(base: str, address: str) -> str:
    """The name of the part that `address` means in the part called `base`, without its fragment."""
    path = unquote(address.partition("#")[0]).strip()
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(base), path)).lstrip("/") if path else base


def _below(root: Element, group: str, name: str) -> Iterator[Element]:
    yield from root.iterfind(f"{{*}}{group}/{{*}}{name}")
