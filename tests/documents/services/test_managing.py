"""Changing, deleting, restoring."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.db import IntegrityError, connection

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


def at_the_same_moment(monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], Any]) -> list[Any]:
    """What each act came to, all of them having looked at the collection before any of them wrote."""
    looked = threading.Barrier(len(acts))
    outcomes: list[Any] = []
    real = services.managing._save_unless_held

    def save_together(*args: Any) -> None:
        looked.wait(10)
        real(*args)

    def run(act: Callable[[], Any]) -> None:
        try:
            outcomes.append(act())
        except (AlreadyHeld, IntegrityError) as error:
            outcomes.append(error)
        finally:
            connection.close()

    monkeypatch.setattr(services.managing, "_save_unless_held", save_together)
    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_two_documents_of_one_file_restored_at_the_same_moment_are_one_and_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    collection = Collection.objects.create(name="Contracts")
    twins = []
    for _ in range(2):
        twins.append(receive(collection))
        services.delete_document(document=twins[-1], actor=None)
    outcomes = at_the_same_moment(
        monkeypatch, *(lambda twin=twin: services.restore_document(document=twin, actor=None) for twin in twins)
    )
    assert sorted(map(type, outcomes), key=str) == sorted([bool, AlreadyHeld], key=str)
    assert Document.objects.undeleted().count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_documents_of_one_file_moved_to_one_collection_at_the_same_moment_are_one_and_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = Collection.objects.create(name="Contracts")
    twins = [receive(Collection.objects.create(name=name)) for name in ("Drafts", "Policies")]

    def move(twin: Document) -> Document:
        return services.update_document(document=twin, actor=None, collection=target)

    outcomes = at_the_same_moment(monkeypatch, *(lambda twin=twin: move(twin) for twin in twins))
    assert sorted(map(type, outcomes), key=str) == sorted([Document, AlreadyHeld], key=str)
    assert target.documents.count() == 1
