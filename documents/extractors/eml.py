"""E-mail messages: who, when and about what, the text, and the names of what is attached. A message has no pages.

An attached message is read as a part of its own; other attachments are listed, not read.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from pathlib import Path

from documents.extractors.attachments import listed
from documents.extractors.blocks import Block
from documents.extractors.encodings import decode_anyway
from documents.extractors.limits import Limits
from documents.extractors.mail_flowed import unflowed
from documents.extractors.mail_headers import AnyMessage, header
from documents.extractors.mail_parts import AttachedFile, MailParts, parameter, parts_of, text_of
from documents.extractors.media_types import EML
from documents.extractors.outcome import Attachment, ExtractedText
from documents.extractors.parts import Part, part_label, render_parts

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_DEEPEST_MESSAGE = 10
_MOST_MESSAGES = 500
_MOST_NAMED = 100
CUT = "The message holds more parts, or more deeply nested ones, than are read; the rest was left out."


@dataclass(frozen=True, slots=True)
class MailReading:
    """A message and those attached to it, as parts. `is_cut`: more was attached, or more deeply, than is read."""

    subject: str
    parts: Sequence[Part]
    attachments: Sequence[AttachedFile]
    is_cut: bool


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The message and those attached to it, each a place."""
    reading = read_message(path.read_bytes())
    text, places = render_parts(reading.parts)
    return ExtractedText(
        extractor="email",
        extractor_version=".".join(str(number) for number in sys.version_info[:3]),
        media_type=EML,
        text=text,
        places=places,
        attachments=listed(Attachment(attached.name, attached.size) for attached in reading.attachments),
        title=part_label(reading.subject) or None,
        notes=(CUT,) if reading.is_cut else (),
    )


def read_message(data: bytes) -> MailReading:
    """One message, as a file holds it."""
    source, is_recoded = _as_bytes(data)
    message = message_from_bytes(source, policy=policy.compat32)
    found = list(_messages(message))
    return MailReading(
        subject=header(message, "Subject"),
        parts=[_part(one, parts, is_recoded=is_recoded) for one, parts in found],
        attachments=[attached for _, parts in found for attached in parts.attachments],
        is_cut=any(parts.is_cut for _, parts in found),
    )


def _as_bytes(data: bytes) -> tuple[bytes, bool]:
    """The file as the parser wants it, and whether it had to be rewritten: some programs save UTF-16."""
    if b"\0" not in data[:64] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.removeprefix(b"\xef\xbb\xbf"), False
    decoded = decode_anyway(data)
    return decoded.text.lstrip("\ufeff").encode(errors="replace"), True


def _messages(message: AnyMessage) -> Iterator[tuple[AnyMessage, MailParts]]:
    """The message, then those attached to it, each before its own attached ones."""
    stack = [(message, 0)]
    for _ in range(_MOST_MESSAGES):
        if not stack:
            return
        one, depth = stack.pop()
        parts = parts_of(one)
        if depth < _DEEPEST_MESSAGE:
            stack.extend((child, depth + 1) for child in reversed(parts.messages))
        parts.is_cut = parts.is_cut or (depth >= _DEEPEST_MESSAGE and bool(parts.messages))
        yield one, parts
    if stack:
        yield stack[-1][0], MailParts(is_cut=True)


def _part(message: AnyMessage, parts: MailParts, *, is_recoded: bool) -> Part:
    headers = [(name, header(message, name)) for name in _HEADERS]
    blocks = [Block("\n".join(f"{name}: {value}" for name, value in headers if value))]
    for text in parts.texts:
        blocks.extend(_text_blocks(text, is_recoded=is_recoded))
    if parts.attachments:
        blocks.append(Block(f"Attachments: {_named(parts.attachments)}", leaves_section=True))
    label = header(message, "Subject") or header(message, "From")
    return Part(part_label(label), blocks)


def _text_blocks(part: AnyMessage, *, is_recoded: bool) -> Sequence[Block]:
    text = text_of(part, is_recoded=is_recoded)
    if part.get_content_type() != "text/html":
        is_flowed = parameter(part, "format") == "flowed"
        return [Block(unflowed(text, deletes_space=parameter(part, "delsp") == "yes") if is_flowed else text)]
    from documents.extractors.html import read_html

    return read_html(text).blocks


def _named(attachments: Sequence[AttachedFile]) -> str:
    shown = [_described(attachment) for attachment in attachments[:_MOST_NAMED]]
    left = len(attachments) - len(shown)
    return "; ".join([*shown, *([f"and {left} more"] if left else [])])


def _described(attachment: AttachedFile) -> str:
    facts = [attachment.media_type, *([] if attachment.size is None else [_size(attachment.size)])]
    return f"{part_label(attachment.name) or 'no name'} ({', '.join(facts)})"


def _size(size: int) -> str:
    """As people say it, in powers of ten."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
