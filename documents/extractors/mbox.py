"""Mailboxes (mbox): the messages in their order, each a place."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from documents.extractors.attachments import listed
from documents.extractors.eml import CUT, MailReading, read_message
from documents.extractors.limits import Limits
from documents.extractors.media_types import MBOX
from documents.extractors.outcome import Attachment, ExtractedText
from documents.extractors.parts import render_parts

_MOST_MESSAGES = 20_000
_MORE = f"The mailbox holds more than {_MOST_MESSAGES} messages; the rest was left out."
_ENVELOPE = re.compile(rb"^From \S+ [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n(?=[!-9;-~]+:)", re.MULTILINE)
_BLANK_BEFORE = (b"\n\n", b"\r\n\r\n")
_QUOTED_ENVELOPE = re.compile(rb"^>(>*From )", re.MULTILINE)
"""A line of text that looks like an envelope was given a sign in front."""


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The messages, with those attached to them after each."""
    readings, is_cut = [], False
    for number, message in enumerate(_messages(path.read_bytes())):
        if number == _MOST_MESSAGES:
            is_cut = True
            break
        readings.append(read_message(_QUOTED_ENVELOPE.sub(rb"\1", message)))
    text, places = render_parts([part for reading in readings for part in reading.parts])
    return ExtractedText(
        extractor="mbox",
        extractor_version=".".join(str(number) for number in sys.version_info[:3]),
        media_type=MBOX,
        text=text,
        places=places,
        attachments=listed(
            Attachment(attached.name, attached.size) for reading in readings for attached in reading.attachments
        ),
        notes=tuple(_notes(readings, is_cut=is_cut)),
    )


def _messages(data: bytes) -> Iterator[bytes]:
    """What stands between envelopes; one in the middle of a paragraph is a sentence that begins with "From"."""
    starts = [match for match in _ENVELOPE.finditer(data) if _is_first_of_message(data, match.start())]
    ends = [match.start() for match in starts[1:]] + [len(data)]
    for start, end in zip(starts, ends, strict=True):
        yield data[start.end() : end]


def _is_first_of_message(data: bytes, at: int) -> bool:
    return at == 0 or data[max(0, at - 4) : at].endswith(_BLANK_BEFORE)


def _notes(readings: list[MailReading], *, is_cut: bool) -> Iterator[str]:
    if any(reading.is_cut for reading in readings):
        yield CUT
    if is_cut:
        yield _MORE
