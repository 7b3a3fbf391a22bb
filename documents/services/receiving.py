"""A file arrives: for a new document, to replace an older one, or to be read once more."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import Any, TypeVar

from django.core.files import File
from django.core.files.storage import Storage
from django.db import IntegrityError, transaction
from django.db.models import Max

from documents import conf, signals
from documents.extractors.batch_archive import is_archive_of_files
from documents.extractors.failures import ExtractionFailure
from documents.extractors.sniffing import sniff_media_type
from documents.failure_words import failure_in_words
from documents.models import Collection, Document, DocumentEvent, Revision, original_path
from documents.querysets import AnyUser
from documents.services.committing import once_durable
from documents.services.events import record_event

StoredT = TypeVar("StoredT")

SNIFFED_BYTES = 8192
LONGEST_NAME = 255
STORE_ATTEMPTS = 5
"""Another upload of the same bytes may come in between and be deleted before it can be named: then once more."""
HTTP_STATUS = {
    "too-large": 413,
    "too-many-files": 413,
    "expands-too-much": 413,
    "unsupported-type": 415,
    "legacy-office": 415,
    "archive-not-opened": 415,
    "duplicate": 409,
}
_TEXT_TYPES = ("text/", "message/")


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
class Arrival:
    """A file looked at, not yet stored. `size` is in bytes; `origin` is what its event says of where it came from."""

    name: str
    media_type: str
    size: int
    sha256: str
    origin: Mapping[str, object] = field(default_factory=dict)
    ocr_wanted: bool = False


def receive_file(
    *,
    collection: Collection,
    file: File[Any],
    name: str,
    actor: AnyUser | None,
    title: str = "",
    tags: Sequence[str] = (),
    text_as: str = "",
    origin: Mapping[str, object] | None = None,
) -> Received:
    """Store `file` as a new document of `collection`, or find the document that already holds these bytes.

    `text_as` is the media type of a text where somebody knows it, which no look at the file can tell; `origin` goes
    into the event. Raises RefusedUpload for what can be told from the first bytes; then nothing is stored.
    """
    arrival = look_at(file, name, text_as=text_as, origin=origin)
    create = partial(_create_document, collection, arrival, actor, title, tags)
    for _ in range(STORE_ATTEMPTS):
        if (held := _holder(collection, arrival.sha256)) is not None:
            return held
        with suppress(IntegrityError):  # the same bytes arrived at the same moment: the constraint let one of them in
            return _store(file, create)
    return _store(file, create)


def replace_file(*, document: Document, file: File[Any], name: str, actor: AnyUser | None) -> Revision:
    """Store `file` as the next revision. It becomes current when it has been read, not before.

    Raises RefusedUpload, also when another document of the collection holds these bytes ("duplicate").
    """
    arrival = look_at(file, name)
    add = partial(_add_revision, document.pk, arrival, actor, DocumentEvent.Kind.REPLACED)
    for _ in range(STORE_ATTEMPTS):
        try:
            return _store(file, add)
        except IntegrityError as error:
            document.refresh_from_db(fields=["collection"])
            if (held := _holder(document.collection, arrival.sha256)) is not None:
                raise RefusedUpload("duplicate", detail=held.document.title) from error
    return _store(file, add)


def extract_again(*, document: Document, actor: AnyUser | None) -> Revision:
    """Read the newest file once more, as a new revision of the same bytes: for a new extractor, or after a failure.

    What was to be recognized is so again, and what had been is kept.
    """
    newest = document.revisions.light().order_by("-number").first()
    if newest is None:
        raise ValueError("a document without a revision has no file to read")
    kind = DocumentEvent.Kind.EXTRACTION_REQUESTED
    with transaction.atomic():
        return add_reading(newest, actor, kind, ocr_wanted=newest.ocr_wanted)


def add_reading(revision: Revision, actor: AnyUser | None, kind: DocumentEvent.Kind, *, ocr_wanted: bool) -> Revision:
    """Another revision of the file of `revision`, which waits to be read. To be called in a transaction."""
    arrival = Arrival(
        revision.uploaded_name, revision.media_type, revision.size, revision.file_sha256, ocr_wanted=ocr_wanted
    )
    return _add_revision(revision.document_id, arrival, actor, kind, str(revision.file.name))


def clean_name(name: str) -> str:
    """A name fit to be shown: its last part, NFC, without control and direction characters, at most 255 code points."""
    last = PurePosixPath(name.replace("\\", "/")).name
    shown = "".join(c for c in unicodedata.normalize("NFC", last) if unicodedata.category(c)[0] != "C").strip()
    if len(shown) > LONGEST_NAME:
        suffix = PurePosixPath(shown).suffix[:20]
        shown = shown[: LONGEST_NAME - len(suffix)] + suffix
    return shown if shown.strip(". ") else "unnamed"


def look_at(file: File[Any], name: str, *, text_as: str = "", origin: Mapping[str, object] | None = None) -> Arrival:
    """What the file is. RefusedUpload as `receive_file`; nothing is stored."""
    size = file.size or 0
    if size == 0:
        raise RefusedUpload("empty-file")
    if size > conf.max_upload_bytes():
        raise RefusedUpload("too-large")
    shown = clean_name(name)
    file.seek(0)
    head = file.read(SNIFFED_BYTES)
    try:
        if is_archive_of_files(head, _reopener(file)):
            raise ExtractionFailure("archive-not-opened")
        media_type = sniff_media_type(head, _reopener(file), shown)
    except ExtractionFailure as failure:
        raise RefusedUpload(failure.code, failure.detail) from failure
    if text_as and not media_type.startswith(_TEXT_TYPES):
        raise RefusedUpload("unsupported-type", "This is not a text.")
    return Arrival(shown, text_as or media_type, size, _digest(file), origin or {})


def is_archive(file: File[Any]) -> bool:
    """Whether it is a ZIP archive of files, to be taken apart, and not an Office file or a book, which are ZIPs too."""
    file.seek(0)
    head = file.read(SNIFFED_BYTES)
    return is_archive_of_files(head, _reopener(file))


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
    arrival: Arrival,
    actor: AnyUser | None,
    title: str,
    tags: Sequence[str],
    stored_name: str,
) -> Received:
    document = Document.objects.create(
        title=(unicodedata.normalize("NFC", title.strip()) or PurePosixPath(arrival.name).stem or arrival.name)[:300],
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
    arrival: Arrival,
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
        ocr_wanted=arrival.ocr_wanted,
        created_by_id=actor.pk if actor else None,
    )
    document.file_sha256 = arrival.sha256
    current = document.current_revision
    if current is None or not current.is_read:
        document.current_revision = revision
    document.save(update_fields=["file_sha256", "current_revision", "updated_at"])
    detail = {"name": arrival.name, "file_sha256": arrival.sha256, "bytes": arrival.size, **arrival.origin}
    record_event(document=document, kind=kind, actor=actor, revision=revision, detail=detail)
    once_durable(_announce, revision.pk)
    return revision


def _announce(revision_id: int) -> None:
    signals.file_received.send(Revision, revision_id=revision_id)
