"""Reading bytes as a file of one format, in this process."""

from collections.abc import Callable
from pathlib import Path

import pytest

from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import extract

from .limits import ROOMY

Read = Callable[[bytes, str], ExtractedText]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Extract `data` as `media_type`."""

    def read_bytes(data: bytes, media_type: str) -> ExtractedText:
        path = tmp_path / "upload"
        path.write_bytes(data)
        return extract(path, media_type, ROOMY)

    return read_bytes
