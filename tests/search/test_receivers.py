"""What happens to the truth puts the index's work on the queue."""

from __future__ import annotations

from typing import Any

import pytest

from documents import signals
from documents.models import Document
from documents.services import delete_document, restore_document, update_document
from search.audit import find_drift
from search.generations import active_generation
from search.indexing import stale_documents
from search.queries import search
from tests.factories import index, make_admin, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db", "eager_tasks")


def found() -> int:
    return search(user=make_admin(), query="bergamot").total_documents


def test_a_text_that_was_read_is_indexed() -> None:
    document = make_document(text="Bergamot.")
    signals.text_extracted.send(object, revision_id=document.current_revision_id)
    assert found() == 1


def test_deleting_restoring_and_moving_reach_the_vector_store(django_capture_on_commit_callbacks: Any) -> None:
    index(document := make_document(text="Bergamot."))
    name = active_generation().collection_name
    from search.vector_store import get_store

    with django_capture_on_commit_callbacks(execute=True):
        delete_document(document=document, actor=None)
    assert get_store().count(name) == 0
    with django_capture_on_commit_callbacks(execute=True):
        restore_document(document=document, actor=None)
    assert get_store().count(name) == 1
    target = make_collection()
    with django_capture_on_commit_callbacks(execute=True):
        update_document(document=document, actor=None, collection=target)
    assert [values["collection_id"] for _, values in get_store().scan(name)] == [target.pk]
    assert find_drift(active_generation()).is_clean


def test_a_document_that_was_moved_is_found_by_the_sweep_when_its_message_is_lost(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    index(document := make_document(text="Bergamot."))
    monkeypatch.setattr("search.receivers.enqueue", lambda *args: False)
    with django_capture_on_commit_callbacks(execute=True):
        update_document(document=document, actor=None, collection=make_collection())
    assert list(stale_documents(active_generation())) == [document]


def test_signals_about_what_is_gone_do_nothing() -> None:
    signals.text_extracted.send(object, revision_id=0)
    signals.index_requested.send(Document, document_id=0)
    signals.document_moved.send(Document, document_id=0)
    active_generation()
    signals.document_deleted.send(Document, document_id=10**9)
    assert found() == 0
