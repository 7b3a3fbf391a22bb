"""What kind of file it is, by its content. The name only chooses between kinds of plain text."""

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import BinaryIO

from documents.extractors import media_types, ole
from documents.extractors.delimiters import has_table_shape
from documents.extractors.encodings import decode_text, utf16_without_mark
from documents.extractors.failures import ExtractionFailure
from documents.extractors.office_types import office_kind
from documents.extractors.registry import EXTRACTORS

HEAD_BYTES = 8192
"""How much of a file's start is enough for `sniff_media_type`."""

_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_CSV_SUFFIXES = frozenset({".csv", ".tsv", ".tab"})
_MAIL_SUFFIXES = frozenset({".eml"})
_PDF_HEADER = re.compile(rb"%PDF-\d")
_PDF_HEADER_WITHIN = 1024
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:(?><!--.*?-->)\s*)*+<(?:!doctype\s+html|html|head|body|title|meta)\b",
    re.IGNORECASE | re.DOTALL,
)
_MAIL_HEADER = re.compile(
    r"\A(?:From .*\n)?(?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)*(?:mime-version|message-id|received):", re.IGNORECASE
)
_ANY_HEADER = re.compile(r"\A(?:From .*\n)?(?:from|to|date|subject|reply-to|return-path|sender):", re.IGNORECASE)
_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b")) + b"\x7f"
_CONTROL_SHARE = 0.02
_LEGACY_STREAMS = frozenset({"worddocument", "workbook", "book", "powerpoint document"})


def sniff_media_type(head: bytes, open_file: Callable[[], BinaryIO], name: str) -> str:
    """One of `media_types`, by the first `HEAD_BYTES` bytes; `open_file` is called when they are not enough.

    Raises ExtractionFailure: `empty-file`, `unsupported-type` (detail: what it is), or `legacy-office`.
    """
    if not head:
        raise ExtractionFailure("empty-file")
    if _is_pdf(head):
        return media_types.PDF
    if head.startswith(b"PK"):
        return _sniff_zip(head, open_file)
    if head.startswith(ole.MAGIC):
        return _sniff_ole(open_file)
    if not _is_textual(head):
        raise _refusal(_binary_kind(head))
    return _sniff_text(decode_text(head[:HEAD_BYTES]).text, name)


def _is_pdf(head: bytes) -> bool:
    """Print systems put lines before the header; but a text that mentions it has no objects after it."""
    match = _PDF_HEADER.search(head[:_PDF_HEADER_WITHIN])
    if match is None:
        return False
    return match.start() == 0 or re.search(rb"\d+ \d+ obj\b", head[match.end() :]) is not None


def _sniff_zip(head: bytes, open_file: Callable[[], BinaryIO]) -> str:
    with open_file() as file:
        kind = office_kind(file, head)
    if kind in dict(EXTRACTORS):
        return kind
    raise _refusal(kind)


def _sniff_ole(open_file: Callable[[], BinaryIO]) -> str:
    with open_file() as file:
        names = {name.casefold() for name in ole.stream_names(file)}
    if "encryptedpackage" in names:
        return media_types.ENCRYPTED_OFFICE
    if names & _LEGACY_STREAMS:
        raise ExtractionFailure("legacy-office")
    raise _refusal("an Outlook message (.msg)" if "__properties_version1.0" in names else "an OLE compound file")


def _is_textual(head: bytes) -> bool:
    if head.startswith(_BYTE_ORDER_MARKS) or utf16_without_mark(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls <= _CONTROL_SHARE * len(head)


def _sniff_text(text: str, name: str) -> str:
    text = text.lstrip("\ufeff")
    if text.startswith("{\\rtf"):
        raise _refusal("an RTF document")
    if text.startswith("%!PS"):
        raise _refusal("a PostScript file")
    if _is_mail(text.replace("\r\n", "\n"), name):
        return media_types.EML
    if _HTML_START.match(text):
        return media_types.HTML
    return _kind_of_plain_text(text, name)


def _is_mail(text: str, name: str) -> bool:
    """A memo begins as a message does; only a message has passed through a mail system, or is called one."""
    return bool(_MAIL_HEADER.match(text)) or (_suffix(name) in _MAIL_SUFFIXES and bool(_ANY_HEADER.match(text)))


def _kind_of_plain_text(text: str, name: str) -> str:
    if _suffix(name) in _MARKDOWN_SUFFIXES:
        return media_types.MARKDOWN
    if _suffix(name) in _CSV_SUFFIXES or has_table_shape(text):
        return media_types.CSV
    return media_types.PLAIN


def _suffix(name: str) -> str:
    return PurePath(name).suffix.casefold()


def _binary_kind(head: bytes) -> str:
    import puremagic

    try:
        matches = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return "a binary file of an unknown kind"
    return f"a {matches[0].name or matches[0].mime_type or matches[0].extension} file"


def _refusal(kind: str) -> ExtractionFailure:
    return ExtractionFailure("unsupported-type", f"This is {kind}.")
