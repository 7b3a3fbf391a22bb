"""What kind of file it is, by its content. The name only chooses between kinds of plain text."""

import codecs
import string
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import BinaryIO, TypeVar

from documents.extractors import media_types, ole
from documents.extractors.archives import SIGNATURES
from documents.extractors.binary_signs import binary_kind
from documents.extractors.encodings import decode_anyway, decode_text
from documents.extractors.failures import ExtractionFailure
from documents.extractors.formats import Format, HeadSign, Sign, StreamSign, TextSign
from documents.extractors.office_program import find_office_program
from documents.extractors.office_types import office_kind
from documents.extractors.registry import FORMATS
from documents.extractors.wide_encodings import wide_encoding

HEAD_BYTES = 8192
"""How much of a file's start is enough for `sniff_media_type`."""

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b")) + b"\x7f"
_CONTROL_SHARE = 0.02
_FEW_CONTROLS = 3
_WORDY = string.ascii_letters.encode() + b" \t\r\n"
_MOST_UNWORDY = 0.25
_NO_PROGRAM = "It can be read where LibreOffice is installed, and it is not."

SignT = TypeVar("SignT", bound=Sign)


def sniff_media_type(head: bytes, open_file: Callable[[], BinaryIO], name: str) -> str:
    """One of `media_types`, by the first `HEAD_BYTES` bytes; `open_file` is called when they are not enough.

    Raises ExtractionFailure: `empty-file`, `unsupported-type` (detail: what it is), or, where this machine has no
    LibreOffice, `legacy-office`.
    """
    if not head:
        raise ExtractionFailure("empty-file")
    media_type = _media_type(head, open_file, name)
    conversion = FORMATS[media_type].conversion
    if conversion is not None and find_office_program() is None:
        raise ExtractionFailure(conversion.refusal, _NO_PROGRAM)
    return media_type


def _media_type(head: bytes, open_file: Callable[[], BinaryIO], name: str) -> str:
    for form, sign in _signs(HeadSign):
        if sign.matches(head):
            return form.media_type
    if head.startswith(SIGNATURES):
        return _sniff_zip(head, open_file)
    if head.startswith(ole.MAGIC):
        return _sniff_ole(open_file, name)
    known = binary_kind(head)
    if known is not None:
        raise _refusal(known)
    if not _is_textual(head):
        raise _refusal(_other_binary_kind(head))
    return _sniff_text(_of_whole_characters(head[:HEAD_BYTES]), name)


def _signs(kind: type[SignT]) -> Iterator[tuple[Format, SignT]]:
    for form in FORMATS.values():
        for sign in form.signs:
            if isinstance(sign, kind):
                yield form, sign


def _sniff_zip(head: bytes, open_file: Callable[[], BinaryIO]) -> str:
    with open_file() as file:
        kind = office_kind(file, head)
    if kind in FORMATS:
        return kind
    raise _refusal(kind)


def _sniff_ole(open_file: Callable[[], BinaryIO], name: str) -> str:
    """What has no directory, or is none of what its name says, is a piece of a file: `damaged`."""
    with open_file() as file:
        names = {name.casefold() for name in ole.stream_names(file)}
    for form, sign in _signs(StreamSign):
        if not names.isdisjoint(sign.names):
            return form.media_type
    if "__properties_version1.0" in names:
        raise _refusal("an Outlook message (.msg)")
    suffix = PurePath(name).suffix.casefold()
    if not names or any(suffix in form.suffixes for form, _ in _signs(StreamSign)):
        raise ExtractionFailure("damaged", "an OLE compound file without the parts of an Office file")
    raise _refusal("an OLE compound file")


def _is_textual(head: bytes) -> bool:
    if head.startswith(_BYTE_ORDER_MARKS) or wide_encoding(head):
        return True
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls <= _CONTROL_SHARE * len(head) or (controls <= _FEW_CONTROLS and _has_words(head))


def _has_words(head: bytes) -> bool:
    """A short note with a stray NUL in it: nearly all of it is letters and blanks of ASCII."""
    return len(head.translate(None, _WORDY)) <= _MOST_UNWORDY * len(head)


def _of_whole_characters(head: bytes) -> bytes:
    """Without a character of UTF-8 that the end of a full head cuts in two: it would make another encoding of it."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(head)
    except UnicodeDecodeError:
        return head
    cut = len(decoder.getstate()[0]) if len(head) == HEAD_BYTES else 0
    return head[: len(head) - cut]


def _sniff_text(head: bytes, name: str) -> str:
    """What says itself what it is may say too how it is encoded; of any other text, that must be possible to tell."""
    text = decode_anyway(head).text.lstrip("\ufeff")
    if text.startswith("%!PS"):
        raise _refusal("a PostScript file")
    suffix = PurePath(name).suffix.casefold()
    for form, sign in _signs(TextSign):
        if sign.matches(text) or (suffix in form.suffixes and sign.when_named(text)):
            return form.media_type
    decode_text(head)
    return media_types.PLAIN


def _other_binary_kind(head: bytes) -> str:
    import puremagic

    try:
        matches = puremagic.magic_string(head)
    except (puremagic.PureError, ValueError):
        return "a binary file of an unknown kind"
    name = matches[0].name or matches[0].mime_type or matches[0].extension
    return f"a {name.removesuffix(' file')} file"


def _refusal(kind: str) -> ExtractionFailure:
    return ExtractionFailure("unsupported-type", f"This is {kind}.")
