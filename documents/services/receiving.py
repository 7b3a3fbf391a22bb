"""A file arrives: for a new document, to replace an older one, or to be read once more."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import Any, TypeVar

from django.core.files import File
from django.core.files.storage import Storage
from django.db import IntegrityError, transaction
from django.db.models import Max

from documents import conf, signals
from documents.extractors.failures import ExtractionFailure
from documents.extractors.sniffing import sniff_media_type
from documents.failure_words import failure_in_words
from documents.models import Collection, Document, DocumentEvent, Revision, original_path
from documents.querysets import AnyUser
from documents.services.events import record_event

StoredT = TypeVar("StoredT")

SNIFFED_BYTES = 8192
LONGEST_NAME = 255
HTTP_STATUS = {"too-large": 413, "unsupported-type": 415, "legacy-office": 415, "duplicate": 409}


class RefusedUpload(Exception):  # noqa: N818 - it names an outcome, not a fault
    """What the first bytes already tell: nothing was stored.

    `code` is stable, `sentence` is for the person, `http_status` is a 4xx.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        failure = failure_in_words(code)
        if failure is None:
            raise ValueError(f"no failure is called {code!r}")
        self.code = code
        self.sentence = failure.sentence
        self.advice = failure.advice
        self.detail = detail
        self.http_status = HTTP_STATUS.get(code, 400)
        super().__init__(self.sentence)


@dataclass(frozen=True, slots=True)
class Received:
    """`is_new` is False when the collection already held this file: `document` is then the one that exists."""

    document: Document
    revision: Revision
    is_new: bool


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A file looked at, not yet stored. `size` is in bytes."""

    name: str
    media_type: str
    size: int
    sha256: str


def receive_file(
    *,
    collection: Collection,
    file: File[Any],
    name: str,
    actor: AnyUser | None,
    title: str = "",
    tags: Sequence[str] = (),
) -> Received:
    """Store `file` as a new document of `collection`, or find the document that already holds these bytes.

    Raises RefusedUpload for what can be told from the first bytes; then nothing is stored.
    """
    arrival = _look_at(file, name)
    held = _holder(collection, arrival.sha256)
    if held is not None:
        return held
    try:
        return _store(file, partial(_create_document, collection, arrival, actor, title, tags))
    except IntegrityError:
        # The same bytes arrived twice at the same moment: the constraint let one of them in.
        held = _holder(collection, arrival.sha256)
        if held is None:
            raise
        return held


def replace_file(*, document: Document, file: File[Any], name: str, actor: AnyUser | None) -> Revision:
    """Store `file` as the next revision. It becomes current when it has been read, not before.

    Raises RefusedUpload, also when another document of the collection holds these bytes ("duplicate").
    """
    arrival = _look_at(file, name)
    try:
        return _store(file, partial(_add_revision, document.pk, arrival, actor, DocumentEvent.Kind.REPLACED))
    except IntegrityError as error:
        if (held := _holder(document.collection, arrival.sha256)) is not None:
            raise RefusedUpload("duplicate", detail=held.document.title) from error
        raise


def extract_again(*, document: Document, actor: AnyUser | None) -> Revision:
    """Read the newest file once more, as a new revision of the same bytes: for a new extractor, or after a failure."""
    newest = document.revisions.light().order_by("-number").first()
    if newest is None:
        raise ValueError("a document without a revision has no file to read")
    arrival = _Arrival(newest.uploaded_name, newest.media_type, newest.size, newest.file_sha256)
    kind = DocumentEvent.Kind.EXTRACTION_REQUESTED
    with transaction.atomic():
        return _add_revision(document.pk, arrival, actor, kind, newest.file.name)


def clean_name(name: str) -> str:
    """A name fit to be shown: its last part, NFC, without control and direction characters, at most 255 code points."""
    last = PurePosixPath(name.replace("\\", "/")).name
    shown = "".join(c for c in unicodedata.normalize("NFC", last) if unicodedata.category(c)[0] != "C").strip()
    if len(shown) > LONGEST_NAME:
        suffix = PurePosixPath(shown).suffix[:20]
        shown = shown[: LONGEST_NAME - len(suffix)] + suffix
    return shown or "unnamed"


def _look_at(file: File[Any], name: str) -> _Arrival:
    size = file.size or 0
    if size == 0:
        raise RefusedUpload("empty-file")
    if size > conf.max_upload_bytes():
        raise RefusedUpload("too-large")
    shown = clean_name(name)
    file.seek(0)
    head = file.read(SNIFFED_BYTES)
    try:
        media_type = sniff_media_type(head, _reopener(file), shown)
    except ExtractionFailure as failure:
        raise RefusedUpload(failure.code, failure.detail) from failure
    return _Arrival(shown, media_type, size, _digest(file))


def _reopener(file: File[Any]) -> Callable[[], Any]:
    def reopen() -> Any:
        file.seek(0)
        return nullcontext(file.file)  # whoever looks at it may close it, but it is still needed

    return reopen


def _digest(file: File[Any]) -> str:
    digest = hashlib.sha256()
    file.seek(0)
    for block in file.chunks():
        digest.update(block)
    return digest.hexdigest()


def _holder(collection: Collection, sha256: str) -> Received | None:
    document = Document.objects.undeleted().with_current().filter(collection=collection, file_sha256=sha256).first()
    if document is None or document.current_revision is None:
        return None
    return Received(document, document.current_revision, is_new=False)


def _store(file: File[Any], create: Callable[[str], StoredT]) -> StoredT:
    """Put the bytes into storage, then the rows into one transaction; take the bytes away again if that fails."""
    storage: Storage = Revision.file.field.storage
    file.seek(0)
    stored_name = storage.save(original_path(None, ""), file)
    try:
        with transaction.atomic():
            return create(stored_name)
    except BaseException:
        storage.delete(stored_name)
        raise


def _create_document(
    collection: Collection,
    arrival: _Arrival,
    actor: AnyUser | None,
    title: str,
    tags: Sequence[str],
    stored_name: str,
) -> Received:
    document = Document.objects.create(
        title=(title.strip() or PurePosixPath(arrival.name).stem or arrival.name)[:300],
        collection=collection,
        tags=list(tags),
        owner_id=actor.pk if actor else None,
        file_sha256=arrival.sha256,
    )
    revision = _add_revision(document.pk, arrival, actor, DocumentEvent.Kind.UPLOADED, stored_name)
    document.refresh_from_db()
    return Received(document, revision, is_new=True)


def _add_revision(
    document_id: int,
    arrival: _Arrival,
    actor: AnyUser | None,
    kind: DocumentEvent.Kind,
    stored_name: str,
) -> Revision:
    """One row, one event, one signal on commit. The document's row is locked, so that numbers never collide."""
    document = Document.objects.select_for_update(of=("self",)).get(pk=document_id)
    last = document.revisions.aggregate(last=Max("number"))["last"] or 0
    revision = Revision.objects.create(
        document=document,
        number=last + 1,
        file=stored_name,
        uploaded_name=arrival.name,
        media_type=arrival.media_type,
        size=arrival.size,
        file_sha256=arrival.sha256,
        created_by_id=actor.pk if actor else None,
    )
    document.file_sha256 = arrival.sha256
    current = document.current_revision
    if current is None or not current.is_read:
        document.current_revision = revision
    document.save(update_fields=["file_sha256", "current_revision", "updated_at"])
    detail = {"name": arrival.name, "file_sha256": arrival.sha256, "bytes": arrival.size}
    record_event(document=document, kind=kind, actor=actor, revision=revision, detail=detail)
    transaction.on_commit(partial(_announce, revision.pk), robust=True)
    return revision


def _announce(revision_id: int) -> None:
    signals.file_received.send(Revision, revision_id=revision_id)
