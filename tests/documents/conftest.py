"""What tests of documents share."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from documents.services import reading, unlocking

_Outcome = ExtractedText | ExtractionFailure
_seen: dict[tuple[Any, ...], _Outcome] = {}


@pytest.fixture
def remembered_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes, read within the same limits and with the same password, are read by a child once in a run.

    For tests of what becomes of a text after it was read. How a child reads is tested without this.
    """
    for module, name in ((reading, "extract_confined"), (unlocking, "extract_with_password")):
        monkeypatch.setattr(module, name, _remembering(name, getattr(module, name)))


def _remembering(name: str, extract: Any) -> Any:
    def read(path: Path, media_type: str, limits: Limits, *rest: Any) -> ExtractedText:
        password = [one for one in rest if isinstance(one, str)]
        key = (name, hashlib.sha256(path.read_bytes()).digest(), media_type, limits, *password)
        if key not in _seen:
            try:
                _seen[key] = extract(path, media_type, limits, *rest)
            except ExtractionFailure as failure:
                _seen[key] = failure
        outcome = _seen[key]
        if isinstance(outcome, ExtractedText):
            return outcome
        raise type(outcome)(*outcome.args)

    return read
