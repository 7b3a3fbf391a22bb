"""The same act on many documents at once. Each document is its own transaction, and what is left out says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from django.db import transaction

from documents.models import Collection, Document, Revision
from documents.querysets import AnyUser
from documents.services.managing import AlreadyHeld, delete_document, restore_document, update_document
from documents.services.receiving import extract_again
from documents.services.requesting_ocr import NothingToRecognize, recognize_text

UNFINISHED = (Revision.Status.RECEIVED, Revision.Status.EXTRACTING)


class Why(Enum):
    """Why an act left a document as it was."""

    NOT_YOURS = "not yours to change"
    NOTHING_TO_DO = "nothing to do"
    ALREADY_HELD = "the same file is there already"


@dataclass(frozen=True, slots=True)
class LeftOut:
    document: Document
    why: Why


@dataclass(frozen=True, slots=True)
class Acted:
    """What an act on many documents did, in the order in which they were given."""

    done: tuple[Document, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


Act = Callable[[Document], bool]


def sort_by_rights(documents: Iterable[Document], user: AnyUser) -> Acted:
    """Before anything is done: those that `user` may change as `done`, the others as left out."""
    documents = list(documents)
    editable = Document.objects.editable_by(user).filter(pk__in=[document.pk for document in documents])
    mine = set(editable.values_list("pk", flat=True))
    return Acted(
        tuple(document for document in documents if document.pk in mine),
        tuple(LeftOut(document, Why.NOT_YOURS) for document in documents if document.pk not in mine),
    )


def delete_several(*, documents: Iterable[Document], actor: AnyUser) -> Acted:
    return _on_each(documents, actor, lambda one: delete_document(document=one, actor=actor))


def restore_several(*, documents: Iterable[Document], actor: AnyUser) -> Acted:
    return _on_each(documents, actor, lambda one: restore_document(document=one, actor=actor))


def move_several(*, documents: Iterable[Document], collection: Collection, actor: AnyUser) -> Acted:
    """Whether `actor` may write into `collection` is for the caller to know."""

    def move(document: Document) -> bool:
        if document.collection_id == collection.pk:
            return False
        update_document(document=document, actor=actor, collection=collection)
        return True

    return _on_each(documents, actor, move)


def tag_several(*, documents: Iterable[Document], tags: Sequence[str], actor: AnyUser) -> Acted:
    return _on_each(documents, actor, lambda one: add_tags(document=one, tags=tags, actor=actor))


def read_several_again(*, documents: Iterable[Document], actor: AnyUser) -> Acted:
    """Those whose newest file waits or is being read are left as they are: it will be read anyway."""

    def read(document: Document) -> bool:
        if document.revisions.filter(status__in=UNFINISHED).exists():
            return False
        extract_again(document=document, actor=actor)
        return True

    return _on_each(documents, actor, read)


def recognize_several(*, documents: Iterable[Document], actor: AnyUser) -> Acted:
    """Those with pages without text. OcrUnavailable where no engine is here: then nothing is done."""

    def recognize(document: Document) -> bool:
        try:
            recognize_text(document=document, actor=actor)
        except NothingToRecognize:
            return False
        return True

    return _on_each(documents, actor, recognize)


@transaction.atomic
def add_tags(*, document: Document, tags: Sequence[str], actor: AnyUser | None) -> bool:
    """Add those that it does not have yet; False when it had them all."""
    row = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
    new = [tag for tag in tags if tag not in row.tags]
    if new:
        update_document(document=row, actor=actor, tags=[*row.tags, *new])
    return bool(new)


def _on_each(documents: Iterable[Document], actor: AnyUser, act: Act) -> Acted:
    sorted_ = sort_by_rights(documents, actor)
    done, left_out = [], list(sorted_.left_out)
    for document in sorted_.done:
        why = _try(act, document)
        if why is None:
            done.append(document)
        else:
            left_out.append(LeftOut(document, why))
    return Acted(tuple(done), tuple(left_out))


def _try(act: Act, document: Document) -> Why | None:
    try:
        return None if act(document) else Why.NOTHING_TO_DO
    except AlreadyHeld:
        return Why.ALREADY_HELD
