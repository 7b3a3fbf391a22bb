"""pypdf beside pdfium: started only for files that need it, for its import takes longer than pdfium's work."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from documents.extractors import passwords
from documents.extractors.failures import ExtractionFailure
from documents.extractors.outcome import Attachment
from documents.extractors.pdf_pages import RawPage, RawPdf, read_with_pdfium

if TYPE_CHECKING:
    from documents.extractors.pdf_structure import PdfStructure


class SecondReader:
    """Answers about single pages hold only while both readers count the same pages; else they prove nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def whole_file(self) -> RawPdf:
        """The pages that pypdf finds, their text left to `page_text`; `damaged` when it finds none."""
        if self._structure is None:
            raise ExtractionFailure("damaged", "its structure cannot be read")
        if self._structure.is_locked:
            raise passwords.still_locked()
        if self._structure.page_count == 0:
            raise ExtractionFailure("damaged", "it has no pages")
        pages = (RawPage(None, has_spoken_annotations=True),) * self._structure.page_count
        return RawPdf(pages, has_attachments=True, by_second_reader=True)

    def page_text(self, number: int, page_count: int) -> str | None:
        """The raw text of a page, None when it cannot be read here either."""
        agreeing = self._agreeing(page_count)
        return agreeing.page_text(number) if agreeing else None

    def page_text_by_pdfium(self, number: int, page_count: int) -> str | None:
        """The other way round: what pdfium reads on the page alone, where it could not open the file."""
        agreeing = self._agreeing(page_count)
        alone = agreeing.page_alone(number) if agreeing else None
        raw = read_with_pdfium(alone) if alone else None
        return raw.pages[0].text if raw and raw.pages else None

    def cannot_be_unpacked(self, number: int, page_count: int) -> bool:
        """Whether a page that draws nothing is damaged, not blank; False where that cannot be told."""
        agreeing = self._agreeing(page_count)
        return agreeing.cannot_be_unpacked(number) if agreeing else False

    def can_be_unpacked(self, number: int, page_count: int) -> bool:
        """Whether a page that draws nothing is blank, not damaged, for certain; False where that cannot be told."""
        agreeing = self._agreeing(page_count)
        return agreeing is not None and not agreeing.cannot_be_unpacked(number)

    def attachments(self) -> tuple[Attachment, ...]:
        """The files embedded in the file."""
        return self._structure.attachments() if self._structure else ()

    def labels(self, page_count: int) -> tuple[str | None, ...] | None:
        """The declared page labels, None when there are none."""
        return self._structure.labels(page_count) if self._structure else None

    def spoken_annotations(self, number: int, page_count: int) -> tuple[str, ...]:
        """What is written in fields, notes and text boxes on a page."""
        agreeing = self._agreeing(page_count)
        return agreeing.spoken_annotations(number) if agreeing else ()

    @cached_property
    def _structure(self) -> "PdfStructure | None":
        from documents.extractors.pdf_structure import READER_ERRORS, PdfStructure

        try:
            return PdfStructure(self._path)
        except READER_ERRORS:
            return None

    def _agreeing(self, page_count: int) -> "PdfStructure | None":
        structure = self._structure
        return structure if structure is not None and structure.page_count == page_count else None
