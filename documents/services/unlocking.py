"""A file behind a password is read by the process that was given it: no queue, worker, table or log ever has it.

It is read before anything is stored. Until then there is no revision that a worker could claim or the sweep could
send again, and a password that does not fit changes nothing. What was read is stored with its revision at once.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from documents import conf
from documents.extractors.failures import ExtractionFailure
from documents.extractors.outcome import ExtractedText
from documents.extractors.passwords import OPENED_BY_PASSWORD, PasswordNotNeeded
from documents.extractors.sandbox import extract_with_password
from documents.failure_words import failure_in_words
from documents.models import Collection, Document, Revision
from documents.querysets import AnyUser
from documents.services.reading import local_copy, store_text
from documents.services.receiving import Received, extract_again, look_at, receive_file
from documents.services.uploads import uploads_folder

WAIT_SECONDS = 5.0  # for a turn: each reading keeps a thread of this process waiting

_SENTENCES = {
    "too-busy": gettext_noop("Another file is being read with its password right now. Try again in a moment."),
    "no-password-awaited": gettext_noop("The newest file of this document does not wait for a password."),
    "not-opened-here": gettext_noop("Files of this kind cannot be opened with a password here."),
    "file-missing": gettext_noop("The original file is missing from storage. Tell an administrator."),
}
_ADVICE = {"not-opened-here": gettext_noop("Save a copy without the password and upload that.")}
_HTTP_STATUS = {"too-busy": 503, "no-password-awaited": 409, "not-opened-here": 409, "file-missing": 503}


class StillLocked(Exception):  # noqa: N818 - it names an outcome, not a fault
    """Why the file was not read with the password that was given; nothing was changed.

    `code` is stable: one of `failures`, or of this module. `sentence` and `advice` are for the person.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        failure = failure_in_words(code)
        self.sentence = failure.sentence if failure else _(_SENTENCES[code])
        self.advice = failure.advice if failure else _(_ADVICE[code]) if code in _ADVICE else ""
        if code == "took-too-long":
            self.sentence, self.advice = _too_long(), _("Save a copy without the password and upload that.")
        self.http_status = _HTTP_STATUS.get(code, 400)
        super().__init__(self.sentence)


CODES = ("wrong-password", "took-too-long", *_SENTENCES)
"""Those that are about the password or the wait; any other failure of a file may come as well."""


@dataclass(frozen=True, slots=True)
class ReceivedWithPassword:
    """`problem` says why the file, which is stored all the same, was not read with the password."""

    received: Received
    problem: StillLocked | None = None


def awaits_password(revision: Revision) -> bool:
    """Whether a password could make it readable."""
    return revision.failure_code in ("password-needed", "wrong-password") and revision.media_type in OPENED_BY_PASSWORD


def unlock_document(*, document: Document, password: str, actor: AnyUser | None) -> Revision:
    """A new revision of the newest file, read with the password; StillLocked when that cannot be."""
    newest = _newest(document)
    if newest.failure_code == "password-needed" and newest.media_type not in OPENED_BY_PASSWORD:
        raise StillLocked("not-opened-here")
    if not awaits_password(newest):
        raise StillLocked("no-password-awaited")
    try:
        with local_copy(newest.file) as path:
            extracted = _read(path, newest.media_type, password)
    except PasswordNotNeeded:
        return extract_again(document=document, actor=actor)
    except FileNotFoundError as error:
        raise StillLocked("file-missing") from error
    return _store_reading(document, newest, extracted, actor)


def receive_with_password(
    *,
    collection: Collection,
    file: File[Any],
    name: str,
    actor: AnyUser | None,
    password: str,
    title: str = "",
    tags: Sequence[str] = (),
) -> ReceivedWithPassword:
    """As `receive_file`, and where only the password opens the file, it is read at once.

    A file that opens without one goes the ordinary way. RefusedUpload as there.
    """
    extracted, problem = _read_arrival(file, look_at(file, name).media_type, password)
    received: Received | None = None
    try:
        with transaction.atomic():
            received = receive_file(collection=collection, file=file, name=name, actor=actor, title=title, tags=tags)
            if extracted is not None and received.is_new:
                store_text(received.revision, extracted, opens_by_itself=False)
    except BaseException:
        if received is not None and received.is_new:  # the rows are gone again; so must the bytes
            received.revision.file.storage.delete(str(received.revision.file.name))
        raise
    received.document.refresh_from_db()
    return ReceivedWithPassword(received, problem if received.is_new else None)


def _read_arrival(file: File[Any], media_type: str, password: str) -> tuple[ExtractedText | None, StillLocked | None]:
    if media_type not in OPENED_BY_PASSWORD:
        return None, None
    try:
        with _on_disk(file) as path:
            return _read(path, media_type, password), None
    except PasswordNotNeeded:
        return None, None
    except StillLocked as problem:
        return None, problem


def _read(path: Path, media_type: str, password: str) -> ExtractedText:
    if not _turn.acquire(timeout=WAIT_SECONDS):
        raise StillLocked("too-busy")
    try:
        return extract_with_password(path, media_type, conf.password_limits(), password)
    except ExtractionFailure as failure:
        raise StillLocked(failure.code) from failure
    finally:
        _turn.release()


def _store_reading(document: Document, seen: Revision, extracted: ExtractedText, actor: AnyUser | None) -> Revision:
    """Unless the document was deleted, or given another file or password, while this one was read."""
    with transaction.atomic():
        row = Document.objects.undeleted().select_for_update(of=("self",)).filter(pk=document.pk).first()
        if row is None or _newest(row).pk != seen.pk:
            raise StillLocked("no-password-awaited")
        revision = extract_again(document=row, actor=actor)
        store_text(revision, extracted, opens_by_itself=False)
    return revision


def _newest(document: Document) -> Revision:
    newest = document.revisions.light().order_by("-number").first()
    if newest is None:
        raise StillLocked("no-password-awaited")
    return newest


@contextmanager
def _on_disk(file: File[Any]) -> Iterator[Path]:
    """Where an upload was streamed to; a small one, held in memory, is written to a temporary file, locked as it is."""
    if hasattr(file, "temporary_file_path"):
        yield Path(file.temporary_file_path())
        return
    with tempfile.NamedTemporaryFile(suffix=".upload", dir=uploads_folder()) as copy:
        file.seek(0)
        copy.writelines(file.chunks())
        copy.flush()
        yield Path(copy.name)


def _too_long() -> str:
    seconds = round(conf.password_limits().seconds)
    return ngettext(
        "Reading the file with its password took longer than {n} second, and was stopped.",
        "Reading the file with its password took longer than {n} seconds, and was stopped.",
        seconds,
    ).format(n=seconds)


# One reading at a time in this process: it may take long and much memory, and others want its threads.
_turn = threading.BoundedSemaphore(1)
