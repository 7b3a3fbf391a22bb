"""Files inside a file: listed by name, size and page, never opened."""

import unicodedata
from collections.abc import Iterable
from itertools import islice

from documents.extractors.outcome import Attachment

MOST_ATTACHMENTS = 1000
LONGEST_NAME = 255
"""Code points."""


def listed(attachments: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """The first `MOST_ATTACHMENTS`, with names fit to be shown."""
    return tuple(
        Attachment(clean_file_name(one.name), one.size, one.page) for one in islice(attachments, MOST_ATTACHMENTS)
    )


def clean_file_name(name: str) -> str:
    """The last part of a path, NFC, without control, direction and unassigned characters; "" where that is nothing."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    kept = (character for character in last if unicodedata.category(character)[0] != "C")
    return unicodedata.normalize("NFC", "".join(kept))[:LONGEST_NAME].strip()
