"""Office files behind a password (.docx, .pptx, .xlsx in an encrypted container): opened in memory, then read.

What is inside is told by its content, and read as any such file. None of these kinds has pages.
"""

import io
import struct
from dataclasses import replace
from pathlib import Path, PosixPath
from typing import IO, Any
from xml.parsers.expat import ExpatError

from msoffcrypto.exceptions import DecryptionError, FileFormatError, InvalidKeyError, ParseError
from msoffcrypto.format.ooxml import OOXMLFile

from documents.extractors import passwords
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import ENCRYPTED_OFFICE
from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import extract as extract_plain
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type

_PACKAGE = "EncryptedPackage"
_DAMAGE = (FileFormatError, ParseError, DecryptionError, ExpatError, struct.error, OSError, ValueError, LookupError,
           TypeError, AttributeError)  # fmt: skip
"""What the library is seen to raise on files that break the rules."""


def extract(path: Path, limits: Limits) -> ExtractedText:
    """The text of the file inside; `password-needed`, or `wrong-password` when the one given does not open it."""
    spellings = passwords.spellings()
    if not spellings:
        raise passwords.still_locked("an Office file that is encrypted")
    data = _decrypted(_container(path, limits), spellings)
    inside = sniff_media_type(data[:HEAD_BYTES], lambda: io.BytesIO(data), "")
    if inside == ENCRYPTED_OFFICE:
        raise ExtractionFailure("damaged", "an encrypted file inside an encrypted file")
    return replace(extract_plain(_InMemory.holding(data), inside, limits), media_type=ENCRYPTED_OFFICE)


def _container(path: Path, limits: Limits) -> Any:
    """Refused while it is still packed where it is too large: what is inside is as large as its encrypted form."""
    try:
        container = OOXMLFile(io.BytesIO(path.read_bytes()))
        size = container.file.get_size(_PACKAGE)
    except _DAMAGE as error:
        raise ExtractionFailure("damaged", f"its encryption cannot be read: {type(error).__name__}") from error
    if size > limits.container_bytes:
        raise ExtractionFailure("too-much-memory", f"{size} encrypted bytes, of {limits.container_bytes} at most")
    return container


def _decrypted(container: Any, spellings: tuple[str, ...]) -> bytes:
    try:
        if not any(_is_opened_by(container, password) for password in spellings):
            raise passwords.still_locked()
        out = io.BytesIO()
        container.decrypt(out)
    except _DAMAGE as error:
        raise ExtractionFailure("damaged", f"it cannot be decrypted: {type(error).__name__}") from error
    return out.getvalue()


def _is_opened_by(container: Any, password: str) -> bool:
    try:
        container.load_key(password=password, verify_password=True)
    except InvalidKeyError:
        return False
    return True


class _InMemory(PosixPath):
    """Handed on as a path: what was decrypted is never written to any disk."""

    _data: bytes

    @classmethod
    def holding(cls, data: bytes) -> "_InMemory":
        made = cls("decrypted")
        made._data = data
        return made

    def open(self, *args: Any, **kwargs: Any) -> IO[Any]:  # type: ignore[override]  # one answer, however it is asked
        return io.BytesIO(self._data)

    def read_bytes(self) -> bytes:
        return self._data
