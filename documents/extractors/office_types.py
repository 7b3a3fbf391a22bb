"""What a ZIP container is: by the type of its main part, whatever the part or the file is called, or by `mimetype`."""

from collections.abc import Iterator
from typing import BinaryIO

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure
from documents.extractors.formats import MainPartSign, MimetypeSign
from documents.extractors.media_types import DOCX
from documents.extractors.registry import FORMATS
from documents.extractors.safe_xml import parse_xml

CONTENT_TYPES = "[Content_Types].xml"
_PROBE_BYTES = 1 << 20
_OTHER_OFFICE = (
    ("ms-powerpoint", "a PowerPoint add-in (.ppam)"),
    ("ms-excel.addin", "an Excel add-in (.xlam)"),
    ("ms-visio", "a Visio drawing (.vsdx)"),
)
_OTHER_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument"
_ZIP = "a ZIP archive"


def office_kind(file: BinaryIO, head: bytes) -> str:
    """One of `media_types`, or in words what else the container is. What is damaged still is what it was."""
    try:
        archive = Archive(file, part_bytes=_PROBE_BYTES, total_bytes=_PROBE_BYTES)
        return _kind_of(archive)
    except ExtractionFailure:
        return next((kind for sign, kind in _signs_in_head() if sign in head), "a damaged ZIP archive")


def _kind_of(archive: Archive) -> str:
    if CONTENT_TYPES in archive:
        return _kind_of_types({content_type for _, content_type in main_part_candidates(archive)})
    if "mimetype" in archive:
        return _kind_of_mimetype(archive.read("mimetype").strip())
    return next((media_type for media_type, sign in _mimetype_signs() if sign.part and sign.part in archive), _ZIP)


def _kind_of_mimetype(declared: bytes) -> str:
    for media_type, sign in _mimetype_signs():
        if declared.startswith(sign.prefix):
            return media_type
    return "an OpenDocument file" if declared.startswith(_OTHER_OPEN_DOCUMENT) else _ZIP


def _kind_of_types(content_types: set[str]) -> str:
    for media_type, sign in _main_part_signs():
        if not content_types.isdisjoint(sign.content_types):
            return media_type
    joined = " ".join(content_types)
    return next((kind for word, kind in _OTHER_OFFICE if word in joined), "an Office file of an unknown kind")


def main_part_candidates(archive: Archive) -> list[tuple[str, str]]:
    """(part name or "" for a default, content type in lower case) of every type that the package declares."""
    if CONTENT_TYPES not in archive:
        raise ExtractionFailure("damaged", "the list of its parts is missing")
    root = parse_xml(archive.read(CONTENT_TYPES), CONTENT_TYPES)
    return [
        (element.get("PartName", ""), element.get("ContentType", "").casefold())
        for element in root.iterchildren("{*}Override", "{*}Default")
    ]


def main_part_names(archive: Archive, media_type: str) -> list[str]:
    """The names of the parts whose type is that of a main part of such a file."""
    main_types = {one for known, sign in _main_part_signs() if known == media_type for one in sign.content_types}
    return [name for name, content_type in main_part_candidates(archive) if name and content_type in main_types]


def _main_part_signs() -> Iterator[tuple[str, MainPartSign]]:
    for form in FORMATS.values():
        yield from ((form.media_type, sign) for sign in form.signs if isinstance(sign, MainPartSign))


def _mimetype_signs() -> Iterator[tuple[str, MimetypeSign]]:
    for form in FORMATS.values():
        yield from ((form.media_type, sign) for sign in form.signs if isinstance(sign, MimetypeSign))


def _signs_in_head() -> Iterator[tuple[bytes, str]]:
    """What is left to go by when the table of contents is gone, the surest first."""
    for media_type, mimetype in _mimetype_signs():
        yield mimetype.prefix, media_type
        if mimetype.part:
            yield mimetype.part.encode(), media_type
    for media_type, main_part in _main_part_signs():
        yield main_part.folder, media_type
    yield CONTENT_TYPES.encode(), DOCX
