"""What a ZIP container is: a Word document by the type of its main part, whatever the part or the file is called."""

from typing import BinaryIO

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import DOCX
from documents.extractors.safe_xml import parse_xml

CONTENT_TYPES = "[Content_Types].xml"
_PROBE_BYTES = 1 << 20
_WORD_TYPES = (
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroenabled.main+xml",
    "application/vnd.ms-word.template.macroenabledtemplate.main+xml",
)
_OTHER_OFFICE = (
    ("presentationml", "a PowerPoint presentation (.pptx)"),
    ("ms-powerpoint", "a PowerPoint presentation (.pptm)"),
    ("spreadsheetml", "an Excel workbook (.xlsx)"),
    ("ms-excel", "an Excel workbook (.xlsm or .xlsb)"),
    ("ms-visio", "a Visio drawing (.vsdx)"),
)
_MIMETYPE_KINDS = (
    (b"application/epub+zip", "an EPUB book"),
    (b"application/vnd.oasis.opendocument.text", "an OpenDocument text (.odt)"),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
)
_ZIP = "a ZIP archive"


def office_kind(file: BinaryIO, head: bytes) -> str:
    """`DOCX`, or in words what else the container is. A Word document that is damaged is still one."""
    try:
        archive = Archive(file, part_bytes=_PROBE_BYTES, total_bytes=_PROBE_BYTES)
        return _kind_of(archive)
    except ExtractionFailure:
        return DOCX if b"word/" in head or CONTENT_TYPES.encode() in head else "a damaged ZIP archive"


def _kind_of(archive: Archive) -> str:
    if CONTENT_TYPES in archive:
        return _kind_of_types({content_type for _, content_type in main_part_candidates(archive)})
    if "mimetype" in archive:
        declared = archive.read("mimetype").strip()
        return next((kind for prefix, kind in _MIMETYPE_KINDS if declared.startswith(prefix)), _ZIP)
    return _ZIP


def _kind_of_types(content_types: set[str]) -> str:
    if content_types & set(_WORD_TYPES):
        return DOCX
    joined = " ".join(content_types)
    return next((kind for word, kind in _OTHER_OFFICE if word in joined), "an Office file of an unknown kind")


def main_part_candidates(archive: Archive) -> list[tuple[str, str]]:
    """(part name or "" for a default, content type in lower case) of every type that the package declares."""
    root = parse_xml(archive.read(CONTENT_TYPES), CONTENT_TYPES)
    return [
        (element.get("PartName", ""), element.get("ContentType", "").casefold())
        for element in root.iterchildren("{*}Override", "{*}Default")
    ]


def word_part_names(archive: Archive) -> list[str]:
    """The names of the parts whose type is that of a Word main part."""
    return [name for name, content_type in main_part_candidates(archive) if name and content_type in _WORD_TYPES]
