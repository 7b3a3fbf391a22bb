"""A ZIP archive is a batch: each file in it is received as if it had been uploaded alone."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any, BinaryIO, cast

from django.core.files import File
from django.utils.translation import gettext as _

from documents import conf
from documents.extractors.batch_archive import BatchArchive, BatchEntry
from documents.extractors.failures import ExtractionFailure
from documents.models import Collection
from documents.querysets import AnyUser
from documents.services.receiving import Received, RefusedUpload, clean_name, receive_file

IN_MEMORY_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class BatchItem:
    """What became of one file of an archive: received (new or held already), or refused. `path` is its place there."""

    path: str
    received: Received | None = None
    refusal: RefusedUpload | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """The files of an archive, in its order; `passed_over` counts those that systems leave in archives."""

    name: str
    items: tuple[BatchItem, ...]
    passed_over: int


def receive_batch(
    *, collection: Collection, file: File[Any], name: str, actor: AnyUser | None, tags: Sequence[str] = ()
) -> Batch:
    """Take an archive apart, one file at a time. Each is its own transaction: a fault in the midst leaves those before
    it received, and doing it again finds them held.

    Raises RefusedUpload where nothing of the archive may be taken; then nothing is stored.
    """
    if (file.size or 0) > conf.max_upload_bytes():
        raise RefusedUpload("too-large")
    file.seek(0)
    try:
        archive = BatchArchive(cast("BinaryIO", file.file), conf.batch_bounds())
    except ExtractionFailure as failure:
        raise RefusedUpload(failure.code, failure.detail) from failure
    shown = clean_name(name)
    items = tuple(_receive(archive, entry, collection, shown, actor, tags) for entry in archive.entries)
    return Batch(shown, items, archive.passed_over)


def _receive(
    archive: BatchArchive,
    entry: BatchEntry,
    collection: Collection,
    archive_name: str,
    actor: AnyUser | None,
    tags: Sequence[str],
) -> BatchItem:
    path = entry.path or clean_name("")
    try:
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES) as copy:
            archive.copy(entry, cast("BinaryIO", copy))
            received = receive_file(
                collection=collection,
                file=_sized(copy),
                name=path,
                actor=actor,
                tags=tags,
                origin={"archive": archive_name, "path": path},
            )
    except ExtractionFailure as failure:
        return BatchItem(path, refusal=_refused(failure))
    except RefusedUpload as refusal:
        return BatchItem(path, refusal=refusal)
    return BatchItem(path, received=received)


def _refused(failure: ExtractionFailure) -> RefusedUpload:
    """A locked entry never becomes a document, so no page of one could ask for the password."""
    refusal = RefusedUpload(failure.code, failure.detail)
    if failure.code == "password-needed":
        refusal.advice = _("Take the archive apart with its password, and upload the files.")
    return refusal


def _sized(copy: tempfile.SpooledTemporaryFile[bytes]) -> File[Any]:
    """A file of no name: Django would look for its size where that leads."""
    file: File[Any] = File(cast("IO[bytes]", copy), name="")
    file.size = copy.tell()
    return file
