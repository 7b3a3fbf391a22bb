"""Office files behind a password: nothing can be read, and the reason is told."""

from pathlib import Path
from typing import NoReturn

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits


def extract(path: Path, limits: Limits) -> NoReturn:
    """Always `password-needed`."""
    raise ExtractionFailure("password-needed", "an Office file that is encrypted")
