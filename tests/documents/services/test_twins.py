"""Who held the file of a new document before: told of its own collection, and of nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile

from documents import services
from documents.models import Collection, Document
from tests.factories import make_collection

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection() -> Collection:
    return make_collection("Contracts")


def receive(collection: Collection, words: str = "Some words.") -> Document:
    file = ContentFile(words.encode())
    return services.receive_file(collection=collection, file=file, name="a.txt", actor=None).document


def replaced(document: Document, words: str) -> Document:
    services.replace_file(document=document, file=ContentFile(words.encode()), name="b.txt", actor=None)
    document.refresh_from_db()
    return document


def twin_of(document: Document) -> Any:
    return services.earlier_holders([document]).get(document.pk)


def test_a_new_file_has_none(collection: Collection) -> None:
    receive(make_collection("Policies"))
    assert twin_of(receive(collection)) is None
    assert services.earlier_holders([]) == {}


def test_an_older_revision_of_a_document_that_stands(collection: Collection) -> None:
    older = replaced(receive(collection), "Other words.")
    twin = twin_of(receive(collection))
    assert (twin.document, twin.revision_number, twin.is_deleted) == (older, 1, False)


def test_a_deleted_document_the_latest_one(collection: Collection) -> None:
    for _ in range(2):
        deleted = receive(collection)
        services.delete_document(document=deleted, actor=None)
    twin = twin_of(receive(collection))
    assert (twin.document, twin.revision_number, twin.is_deleted) == (deleted, 1, True)


def test_one_that_stands_comes_before_a_deleted_one(collection: Collection) -> None:
    standing = replaced(receive(collection), "Other words.")
    deleted = receive(collection)
    services.delete_document(document=deleted, actor=None)
    assert twin_of(receive(collection)).document == standing


def test_many_are_told_in_one_query(collection: Collection, django_assert_num_queries: Any) -> None:
    older = [replaced(receive(collection, words), f"new {words}") for words in "ab"]
    new = [receive(collection, words) for words in "abc"]
    with django_assert_num_queries(1):
        twins = services.earlier_holders(new)
    assert {pk: twin.document for pk, twin in twins.items()} == {new[0].pk: older[0], new[1].pk: older[1]}
