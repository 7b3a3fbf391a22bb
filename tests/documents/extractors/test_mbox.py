"""A mailbox is its messages, each a place."""

import io

import pytest

from documents.extractors import mbox
from documents.extractors.media_types import EML, MBOX, PLAIN
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

from .conftest import Read

ENVELOPE = "From ann@example.org Fri Dec 16 17:04:16 2022\n"


def message(subject: str, text: str) -> str:
    return f"{ENVELOPE}From: Ann <ann@example.org>\nSubject: {subject}\nMIME-Version: 1.0\n\n{text}\n\n"


def sniffed(data: bytes) -> str:
    return sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), "x.bin")


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_each_message_is_a_place(read: Read, line_end: str) -> None:
    box = message("One", "First.\n>From here.") + message("Two", "From the\nmiddle: no envelope.")
    data = box.replace("\n", line_end).encode()
    assert sniffed(data) == MBOX
    outcome = read(data, MBOX)
    assert [place.label for place in outcome.places] == ["One", "Two"]
    assert outcome.text == (
        "From: Ann <ann@example.org>\nSubject: One\n\nFirst.\nFrom here.\n\n"
        "From: Ann <ann@example.org>\nSubject: Two\n\nFrom the\nmiddle: no envelope."
    )
    assert (outcome.pages, outcome.title, outcome.notes) == (None, None, ())


def test_an_envelope_stands_below_a_blank_line(read: Read) -> None:
    text = f"Dear Bo,\n{ENVELOPE}X: y"
    assert "From ann@example.org" in read(message("One", text).encode(), MBOX).text


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("From: a\nMIME-Version: 1.0\n\nx", EML),
        ("From here to there it is far.\nNote: at 17:04 too.", PLAIN),
        ("From Ann with love at 17:04\nno header here", PLAIN),
    ],
)
def test_what_only_begins_with_from_is_no_mailbox(text: str, media_type: str) -> None:
    assert sniffed(text.encode()) == media_type


def test_more_messages_than_are_read_are_noted(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "_MOST_MESSAGES", 2)
    outcome = read("".join(message(str(number), "x") for number in range(3)).encode(), MBOX)
    assert [place.label for place in outcome.places] == ["0", "1"]
    assert "left out" in outcome.notes[0]
