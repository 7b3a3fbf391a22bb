"""Changing, deleting, restoring."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile

from documents import services
from documents.models import Collection, Document
from documents.services.managing import AlreadyHeld

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return Collection.objects.create(name="Contracts")


def receive(collection: Collection, content: bytes = b"A note.") -> Document:
    return services.receive_file(collection=collection, file=ContentFile(content), name="note.txt", actor=None).document


def test_deleting_twice_is_deleting_once(collection: Collection) -> None:
    document = receive(collection)
    assert services.delete_document(document=document, actor=None)
    assert not services.delete_document(document=document, actor=None)
    assert document.events.filter(kind="deleted").count() == 1


def test_a_restored_document_is_back(collection: Collection) -> None:
    document = receive(collection)
    services.delete_document(document=document, actor=None)
    assert services.restore_document(document=document, actor=None)
    assert Document.objects.undeleted().get() == document
    assert not services.restore_document(document=document, actor=None)


def test_restoring_beside_the_same_file_uploaded_since_is_refused_in_words(collection: Collection) -> None:
    document = receive(collection)
    services.delete_document(document=document, actor=None)
    twin = receive(collection)
    with pytest.raises(AlreadyHeld) as held:
        services.restore_document(document=document, actor=None)
    assert held.value.document == twin


def test_only_what_changed_is_recorded(collection: Collection) -> None:
    document = receive(collection)
    services.update_document(document=document, actor=None, title="  A better title ", tags=["a", "a", " "])
    event = document.events.first()
    assert event is not None
    assert event.detail == {"changes": {"title": ["note", "A better title"], "tags": [[], ["a"]]}}
    services.update_document(document=document, actor=None, title="A better title")
    assert document.events.first() == event


def test_moving_into_a_collection_that_holds_the_file_is_refused(collection: Collection) -> None:
    other = Collection.objects.create(name="Policies")
    document, twin = receive(collection), receive(other)
    with pytest.raises(AlreadyHeld) as held:
        services.update_document(document=document, actor=None, collection=other)
    assert held.value.document == twin
