"""The formats that are read. A new one is a module of its own and one entry in this list; all else follows from it."""

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from documents.extractors import media_types
from documents.extractors.delimiters import has_table_shape
from documents.extractors.failures import FAILURES, ExtractionFailure, gettext_noop
from documents.extractors.formats import (
    Conversion,
    Format,
    HeadSign,
    MainPartSign,
    MimetypeSign,
    StreamSign,
    TextSign,
    always,
)
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from documents.extractors.passwords import OPENED_BY_PASSWORD
from documents.extractors.text_signs import (
    begins_with_markup,
    has_mail_header,
    is_flat_open_document,
    is_html,
    is_mailbox,
    is_message,
    is_pdf,
    is_rtf,
)

_IN_PICTURES = gettext_noop("If its words stand in pictures, run text recognition on them and upload the result.")
_BLANK = gettext_noop("It holds blank space only. Check that it is the right file, and upload the one that has words.")

_STAYS_LOCKED = gettext_noop("Save a copy without the password and upload that.")

_OPEN_XML = "application/vnd.openxmlformats-officedocument"

_FORMATS = (
    Format(
        media_type=media_types.PDF,
        module="documents.extractors.pdf",
        word=gettext_noop("PDF"),
        short_name="pdf",
        suffixes=(".pdf",),
        signs=(HeadSign(is_pdf),),
        has_pages=True,
    ),
    Format(
        media_type=media_types.DOCX,
        module="documents.extractors.docx",
        word=gettext_noop("Word"),
        short_name="docx",
        suffixes=(".docx", ".docm", ".dotx", ".dotm"),
        signs=(
            MainPartSign(
                (
                    f"{_OPEN_XML}.wordprocessingml.document.main+xml",
                    f"{_OPEN_XML}.wordprocessingml.template.main+xml",
                    "application/vnd.ms-word.document.macroenabled.main+xml",
                    "application/vnd.ms-word.template.macroenabledtemplate.main+xml",
                ),
                folder=b"word/",
            ),
        ),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.PPTX,
        module="documents.extractors.pptx",
        word=gettext_noop("PowerPoint"),
        short_name="pptx",
        suffixes=(".pptx", ".pptm", ".ppsx", ".ppsm", ".potx", ".potm"),
        signs=(
            MainPartSign(
                (
                    f"{_OPEN_XML}.presentationml.presentation.main+xml",
                    f"{_OPEN_XML}.presentationml.slideshow.main+xml",
                    f"{_OPEN_XML}.presentationml.template.main+xml",
                    "application/vnd.ms-powerpoint.presentation.macroenabled.main+xml",
                    "application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml",
                    "application/vnd.ms-powerpoint.template.macroenabled.main+xml",
                ),
                folder=b"ppt/",
            ),
        ),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.XLSX,
        module="documents.extractors.xlsx",
        word=gettext_noop("Excel"),
        short_name="xlsx",
        suffixes=(".xlsx", ".xlsm", ".xltx", ".xltm"),
        signs=(
            MainPartSign(
                (
                    f"{_OPEN_XML}.spreadsheetml.sheet.main+xml",
                    f"{_OPEN_XML}.spreadsheetml.template.main+xml",
                    "application/vnd.ms-excel.sheet.macroenabled.main+xml",
                    "application/vnd.ms-excel.template.macroenabled.main+xml",
                ),
                folder=b"xl/",
            ),
        ),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.RTF,
        module="documents.extractors.rtf",
        word=gettext_noop("Rich text"),
        short_name="rtf",
        suffixes=(".rtf",),
        signs=(HeadSign(is_rtf),),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.ODT,
        module="documents.extractors.odt",
        word=gettext_noop("OpenDocument text"),
        short_name="odt",
        suffixes=(".odt", ".ott", ".fodt"),
        signs=(MimetypeSign(media_types.ODT.encode()), TextSign(is_flat_open_document(media_types.ODT))),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.ODS,
        module="documents.extractors.ods",
        word=gettext_noop("OpenDocument sheet"),
        short_name="ods",
        suffixes=(".ods", ".ots", ".fods"),
        signs=(MimetypeSign(media_types.ODS.encode()), TextSign(is_flat_open_document(media_types.ODS))),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.ODP,
        module="documents.extractors.odp",
        word=gettext_noop("OpenDocument slides"),
        short_name="odp",
        suffixes=(".odp", ".otp", ".fodp"),
        signs=(MimetypeSign(media_types.ODP.encode()), TextSign(is_flat_open_document(media_types.ODP))),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.MBOX,
        module="documents.extractors.mbox",
        word=gettext_noop("Mailbox"),
        short_name="mbox",
        suffixes=(".mbox", ".mbx"),
        signs=(TextSign(is_mailbox),),
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.EML,
        module="documents.extractors.eml",
        word=gettext_noop("E-mail"),
        short_name="email",
        suffixes=(".eml",),
        signs=(TextSign(is_message, when_named=has_mail_header),),
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.HTML,
        module="documents.extractors.html",
        word=gettext_noop("HTML"),
        short_name="html",
        suffixes=(".html", ".htm", ".xhtml"),
        signs=(TextSign(is_html, when_named=begins_with_markup),),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.MARKDOWN,
        module="documents.extractors.markdown",
        word=gettext_noop("Markdown"),
        short_name="markdown",
        suffixes=(".md", ".markdown", ".mdown", ".mkd"),
        signs=(TextSign(when_named=always),),
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.CSV,
        module="documents.extractors.separated",
        word=gettext_noop("CSV"),
        short_name="csv",
        suffixes=(".csv", ".tsv", ".tab"),
        signs=(TextSign(has_table_shape, when_named=always),),
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.PLAIN,  # what no other format claims, see `sniffing`
        module="documents.extractors.plain",
        word=gettext_noop("Text"),
        short_name="text",
        suffixes=(".txt", ".text", ".log"),
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.MARKED_TEXT,
        module="documents.extractors.marked_text",
        word=gettext_noop("Text with pages"),
        short_name="marked-text",
        has_pages=True,
        advice_without_text=_BLANK,
    ),
    Format(
        media_type=media_types.EPUB,
        module="documents.extractors.epub",
        word=gettext_noop("EPUB"),
        short_name="epub",
        suffixes=(".epub",),
        signs=(MimetypeSign(media_types.EPUB.encode(), part="META-INF/container.xml"),),
        advice_without_text=_IN_PICTURES,
    ),
    Format(
        media_type=media_types.DOC,
        module="documents.extractors.legacy_office",
        word=gettext_noop("Word 97–2003"),
        short_name="doc",
        suffixes=(".doc", ".dot"),
        signs=(StreamSign(frozenset({"worddocument"})),),
        advice_without_text=_IN_PICTURES,
        conversion=Conversion(media_types.DOCX, refusal="legacy-office"),
    ),
    Format(
        media_type=media_types.XLS,
        module="documents.extractors.legacy_office",
        word=gettext_noop("Excel 97–2003"),
        short_name="xls",
        suffixes=(".xls", ".xlt"),
        signs=(StreamSign(frozenset({"workbook", "book"})),),
        advice_without_text=_IN_PICTURES,
        conversion=Conversion(media_types.XLSX, refusal="legacy-office"),
    ),
    Format(
        media_type=media_types.PPT,
        module="documents.extractors.legacy_office",
        word=gettext_noop("PowerPoint 97–2003"),
        short_name="ppt",
        suffixes=(".ppt", ".pps", ".pot"),
        signs=(StreamSign(frozenset({"powerpoint document"})),),
        advice_without_text=_IN_PICTURES,
        conversion=Conversion(media_types.PPTX, refusal="legacy-office"),
    ),
    Format(
        media_type=media_types.XLSB,
        module="documents.extractors.legacy_office",
        word=gettext_noop("Excel, binary"),
        short_name="xlsb",
        suffixes=(".xlsb",),
        signs=(MainPartSign(("application/vnd.ms-excel.sheet.binary.macroenabled.main",), folder=b"xl/workbook.bin"),),
        advice_without_text=_IN_PICTURES,
        conversion=Conversion(media_types.XLSX, refusal="unsupported-type"),
    ),
    Format(
        media_type=media_types.ENCRYPTED_OFFICE,
        module="documents.extractors.encrypted_office",
        word=gettext_noop("Office, locked"),
        short_name="encrypted-office",
        signs=(StreamSign(frozenset({"encryptedpackage"})),),
    ),
)

FORMATS: dict[str, Format] = {one.media_type: one for one in _FORMATS}
"""By media type, in the order in which people are offered them."""


class ExtractorModule(Protocol):
    """What each format's module offers."""

    def extract(self, path: Path, limits: Limits) -> ExtractedText:
        """The text of the file at `path`; ExtractionFailure when it cannot be had."""


def extract(path: Path, media_type: str, limits: Limits) -> ExtractedText:
    """Read the file in this process. Only for files that are trusted: see `sandbox.extract_confined`."""
    if media_type not in FORMATS:
        raise ExtractionFailure("unsupported-type", media_type)
    module = cast("ExtractorModule", import_module(FORMATS[media_type].module))
    return module.extract(path, limits)


def advice_on(code: str, media_type: str) -> str:
    """What to do about a failure of a file of that type; empty for a code that is none."""
    if code not in FAILURES:
        return ""
    if code == "password-needed" and media_type not in OPENED_BY_PASSWORD:
        return _STAYS_LOCKED
    advice = FAILURES[code].advice
    if code != "no-text" or media_type not in FORMATS:
        return advice
    return FORMATS[media_type].advice_without_text or advice
