"""Which module reads which media type. A new format is one module and one line here."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from documents.extractors import media_types
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText

EXTRACTORS: list[tuple[str, str]] = [
    (media_types.PDF, "documents.extractors.pdf"),
    (media_types.DOCX, "documents.extractors.docx"),
    (media_types.PPTX, "documents.extractors.pptx"),
    (media_types.XLSX, "documents.extractors.xlsx"),
    (media_types.ODT, "documents.extractors.odt"),
    (media_types.ODS, "documents.extractors.ods"),
    (media_types.ODP, "documents.extractors.odp"),
    (media_types.HTML, "documents.extractors.html"),
    (media_types.MARKDOWN, "documents.extractors.markdown"),
    (media_types.PLAIN, "documents.extractors.plain"),
    (media_types.CSV, "documents.extractors.separated"),
    (media_types.EML, "documents.extractors.eml"),
    (media_types.EPUB, "documents.extractors.epub"),
    (media_types.ENCRYPTED_OFFICE, "documents.extractors.encrypted_office"),
]
"""Media type and the module that reads it; named, not imported, so that a child loads one format's libraries only."""


class ExtractorModule(Protocol):
    """What each format's module offers."""

    def extract(self, path: Path, limits: Limits) -> ExtractedText:
        """The text of the file at `path`; ExtractionFailure when it cannot be had."""


def extract(path: Path, media_type: str, limits: Limits) -> ExtractedText:
    """Read the file in this process. Only for files that are trusted: see `sandbox.extract_confined`."""
    modules = dict(EXTRACTORS)
    if media_type not in modules:
        raise ExtractionFailure("unsupported-type", media_type)
    module = cast("ExtractorModule", import_module(modules[media_type]))
    return module.extract(path, limits)
