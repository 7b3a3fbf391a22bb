"""Things to test with, made through the models: plain functions, every argument optional."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, Group
from django.core.files.base import ContentFile
from django.utils import timezone

from documents.extractors.outcome import ExtractedText
from documents.models import Collection, Document, Revision
from documents.services.reading import canonical_values
from documents.text import PageText, Place, has_ink
from search.indexing import index_revision

PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PLAIN = "text/plain"

_count = itertools.count(1)


def make_group(name: str = "") -> Group:
    return Group.objects.create(name=name or f"group {next(_count)}")


def make_user(name: str = "", *, groups: Iterable[Group] = (), password: str = "", **fields: Any) -> AbstractUser:
    """A staff member of `groups`; signs in with `password` where one is given."""
    user = get_user_model().objects.create_user(
        username=name or f"user{next(_count)}", password=password or None, **{"is_staff": True} | fields
    )
    user.groups.set(groups)
    return user


def make_admin(name: str = "") -> AbstractUser:
    """A superuser, who sees everything."""
    return make_user(name, is_superuser=True)


def make_collection(name: str = "", *, readers: Iterable[Group] = (), editors: Iterable[Group] = ()) -> Collection:
    collection = Collection.objects.create(name=name or f"collection {next(_count)}")
    collection.readers.set(readers)
    collection.editors.set(editors)
    return collection


def make_document(
    *,
    text: str | None = None,
    pages: Sequence[str] | None = None,
    labels: Sequence[str | None] | None = None,
    places: Sequence[Place] = (),
    title: str = "",
    collection: Collection | None = None,
    media_type: str = "",
    owner: Any = None,
    tags: Sequence[str] = (),
) -> Document:
    """A document that has been read: `pages` (one string a physical page) make a PDF, `text` a plain text file or DOCX.

    No signal is sent; `index(document)` puts it into the index.
    """
    collection = collection or make_collection()
    sha256 = f"{next(_count):064x}"  # a digest of no file that a test could upload
    document = Document.objects.create(
        title=title or f"Document {next(_count)}",
        collection=collection,
        file_sha256=sha256,
        owner=owner,
        tags=list(tags),
    )
    add_revision(document, text=text, pages=pages, labels=labels, places=places, media_type=media_type)
    return document


def add_revision(
    document: Document,
    *,
    text: str | None = None,
    pages: Sequence[str] | None = None,
    labels: Sequence[str | None] | None = None,
    places: Sequence[Place] = (),
    media_type: str = "",
) -> Revision:
    """The next revision, read, which becomes the current one."""
    extracted = _extracted(text, pages, labels, places, media_type)
    values = canonical_values(extracted)
    number = document.revisions.count() + 1
    revision = Revision(
        document=document,
        number=number,
        uploaded_name=f"{document.title}-{number}",
        media_type=extracted.media_type,
        size=1,
        file_sha256=document.file_sha256,
        extracted_at=timezone.now(),
        **values,
    )
    revision.file.save("original", ContentFile(b"%"), save=True)
    document.current_revision = revision
    document.save()
    return revision


def index(*documents: Document) -> None:
    """Put the current revisions of `documents` into the active index, here and now."""
    for document in documents:
        assert document.current_revision_id is not None
        index_revision(document.current_revision_id)


def _extracted(
    text: str | None,
    pages: Sequence[str] | None,
    labels: Sequence[str | None] | None,
    places: Sequence[Place],
    media_type: str,
) -> ExtractedText:
    is_paginated = pages is not None
    return ExtractedText(
        extractor="factory",
        extractor_version="1",
        media_type=media_type or (PDF if is_paginated else PLAIN),
        pages=tuple(PageText(number, page) for number, page in enumerate(pages, 1)) if pages is not None else None,
        text="" if is_paginated else (text if text is not None else "A text about nothing much."),
        places=tuple(places),
        page_labels=tuple(labels) if labels is not None else None,
        page_sources=tuple("text layer" if has_ink(page) else "none" for page in pages) if pages is not None else None,
        title=None,
        notes=(),
    )
