"""What a ZIP container is: by the type of its main part, whatever the part or the file is called, or by `mimetype`."""

from typing import BinaryIO

from documents.extractors.archives import Archive
from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import DOCX, EPUB, ODP, ODS, ODT, PPTX, XLSX
from documents.extractors.safe_xml import parse_xml

CONTENT_TYPES = "[Content_Types].xml"
_PROBE_BYTES = 1 << 20
_OPEN_XML = "application/vnd.openxmlformats-officedocument"
_MAIN_TYPES = {
    DOCX: (
        f"{_OPEN_XML}.wordprocessingml.document.main+xml",
        f"{_OPEN_XML}.wordprocessingml.template.main+xml",
        "application/vnd.ms-word.document.macroenabled.main+xml",
        "application/vnd.ms-word.template.macroenabledtemplate.main+xml",
    ),
    PPTX: (
        f"{_OPEN_XML}.presentationml.presentation.main+xml",
        f"{_OPEN_XML}.presentationml.slideshow.main+xml",
        f"{_OPEN_XML}.presentationml.template.main+xml",
        "application/vnd.ms-powerpoint.presentation.macroenabled.main+xml",
        "application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml",
        "application/vnd.ms-powerpoint.template.macroenabled.main+xml",
    ),
    XLSX: (
        f"{_OPEN_XML}.spreadsheetml.sheet.main+xml",
        f"{_OPEN_XML}.spreadsheetml.template.main+xml",
        "application/vnd.ms-excel.sheet.macroenabled.main+xml",
        "application/vnd.ms-excel.template.macroenabled.main+xml",
    ),
}
_OTHER_OFFICE = (
    ("ms-powerpoint", "a PowerPoint add-in (.ppam)"),
    ("ms-excel", "a binary Excel workbook (.xlsb)"),
    ("ms-visio", "a Visio drawing (.vsdx)"),
)
_MIMETYPE_KINDS = (
    (EPUB.encode(), EPUB),
    (ODT.encode(), ODT),
    (ODS.encode(), ODS),
    (ODP.encode(), ODP),
    (b"application/vnd.oasis.opendocument", "an OpenDocument file"),
)
_EPUB_CONTAINER = "META-INF/container.xml"
_SIGNS_IN_HEAD = (
    (EPUB.encode(), EPUB),
    (_EPUB_CONTAINER.encode(), EPUB),
    (b"word/", DOCX),
    (b"ppt/", PPTX),
    (b"xl/", XLSX),
    *((b"mimetype" + media_type.encode(), media_type) for media_type in (ODT, ODS, ODP)),
    (CONTENT_TYPES.encode(), DOCX),
)
_ZIP = "a ZIP archive"


def office_kind(file: BinaryIO, head: bytes) -> str:
    """One of `media_types`, or in words what else the container is. What is damaged still is what it was."""
    try:
        archive = Archive(file, part_bytes=_PROBE_BYTES, total_bytes=_PROBE_BYTES)
        return _kind_of(archive)
    except ExtractionFailure:
        return next((kind for sign, kind in _SIGNS_IN_HEAD if sign in head), "a damaged ZIP archive")


def _kind_of(archive: Archive) -> str:
    if CONTENT_TYPES in archive:
        return _kind_of_types({content_type for _, content_type in main_part_candidates(archive)})
    if "mimetype" in archive:
        declared = archive.read("mimetype").strip()
        return next((kind for prefix, kind in _MIMETYPE_KINDS if declared.startswith(prefix)), _ZIP)
    return EPUB if _EPUB_CONTAINER in archive else _ZIP


def _kind_of_types(content_types: set[str]) -> str:
    for media_type, main_types in _MAIN_TYPES.items():
        if not content_types.isdisjoint(main_types):
            return media_type
    joined = " ".join(content_types)
    return next((kind for word, kind in _OTHER_OFFICE if word in joined), "an Office file of an unknown kind")


def main_part_candidates(archive: Archive) -> list[tuple[str, str]]:
    """(part name or "" for a default, content type in lower case) of every type that the package declares."""
    root = parse_xml(archive.read(CONTENT_TYPES), CONTENT_TYPES)
    return [
        (element.get("PartName", ""), element.get("ContentType", "").casefold())
        for element in root.iterchildren("{*}Override", "{*}Default")
    ]


def main_part_names(archive: Archive, media_type: str) -> list[str]:
    """The names of the parts whose type is that of a main part of such a file."""
    main_types = _MAIN_TYPES[media_type]
    return [name for name, content_type in main_part_candidates(archive) if name and content_type in main_types]
