"""What is done after the commit: a fault there is logged, and neither undoes nor keeps off anything."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import transaction

import documents
import search
from documents import services, signals
from documents.models import Collection, Document
from documents.services.committing import once_durable


class Unreachable(Exception):  # noqa: N818 - what a broker that is down is called here
    pass


def broken(**_: Any) -> None:
    raise Unreachable


@pytest.fixture
def broken_receivers() -> Iterator[None]:
    every = (signals.file_received, signals.document_deleted, signals.index_requested, signals.document_moved)
    for signal in every:
        signal.connect(broken)
    yield
    for signal in every:
        signal.disconnect(broken)


@pytest.mark.django_db(transaction=True)
def test_a_fault_after_the_commit_is_logged_and_what_follows_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    with caplog.at_level(logging.ERROR, "django.db.backends.base"), transaction.atomic():
        once_durable(broken)
        once_durable(done.append, "after it")
        assert done == []
    assert done == ["after it"]
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [Unreachable]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_done_for_what_was_rolled_back() -> None:
    done: list[str] = []
    with transaction.atomic():
        once_durable(done.append, "never")
        transaction.set_rollback(True)
    assert done == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("broken_receivers")
def test_a_receiver_that_raises_undoes_nothing_that_a_person_did() -> None:
    collection, other = Collection.objects.create(name="A"), Collection.objects.create(name="B")
    file = ContentFile(b"A note.")
    document = services.receive_file(collection=collection, file=file, name="note.txt", actor=None).document
    services.update_document(document=document, actor=None, collection=other)
    assert services.delete_document(document=document, actor=None)
    assert Document.objects.deleted().get().collection == other
    assert services.restore_document(document=document, actor=None)
    assert Document.objects.undeleted().get() == document


def test_only_one_place_waits_for_the_commit() -> None:
    """`on_commit` with anything that lacks a `__qualname__` raises where it should log."""
    sources = [path for app in (documents, search) for path in Path(app.__path__[0]).rglob("*.py")]
    assert len(sources) > 100
    waiting = {path.name for path in sources if re.search(r"\bon_commit\(", path.read_text(encoding="utf-8"))}
    assert waiting == {"committing.py"}
