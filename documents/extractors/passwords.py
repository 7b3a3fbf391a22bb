"""The password that someone gave for the file that is read. It is kept nowhere: this process has it while it reads.

A process reads one file at a time, so its one password belongs to the process, as its progress does.
"""

import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from documents.extractors.failures import ExtractionFailure
from documents.extractors.media_types import ENCRYPTED_OFFICE, PDF

OPENED_BY_PASSWORD = frozenset({PDF, ENCRYPTED_OFFICE})
"""The media types that a password opens here; another kind that is locked stays so."""

LONGEST_PASSWORD = 255
"""Code points. No program that locks files takes more."""


class PasswordNotNeeded(Exception):  # noqa: N818 - a state of the file, not an error
    """A password was given, and the file opens without any: whoever gave it need not wait for its reading."""


@dataclass(slots=True)
class _Given:
    password: str | None = None
    was_asked_for: bool = False


_given = _Given()


@contextmanager
def given(password: str) -> Iterator[None]:
    """Read with this password; PasswordNotNeeded when the block ends and no reader has asked for it."""
    _given.password, _given.was_asked_for = password, False
    try:
        yield
        refuse_unneeded()
    finally:
        _given.password = None


def refuse_unneeded() -> None:
    """For a reader that has opened the file without a password."""
    if _given.password is not None and not _given.was_asked_for:
        raise PasswordNotNeeded


def spellings() -> tuple[str, ...]:
    """The password as typed, then as other keyboards and programs write the same characters; () without one."""
    _given.was_asked_for = True
    if _given.password is None:
        return ()
    forms = (unicodedata.normalize(form, _given.password) for form in ("NFC", "NFKC", "NFD"))
    return tuple(dict.fromkeys([_given.password, *forms]))


def still_locked(detail: str = "") -> ExtractionFailure:
    """Why a file that no spelling opens was not read: `password-needed` without a password, else `wrong-password`."""
    return ExtractionFailure("password-needed" if _given.password is None else "wrong-password", detail)


def read_from(descriptor: int) -> str:
    """The password that stands in a pipe whose other end is closed. The pipe is gone afterwards."""
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.read().decode()


@contextmanager
def in_a_pipe(password: str) -> Iterator[int]:
    """The end of a pipe to read it from, until the block ends: no argument, no environment and no file has it."""
    reading, writing = os.pipe()
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(password.encode())
        yield reading
    finally:
        os.close(reading)
