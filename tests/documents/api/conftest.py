from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from documents.models import Collection, Document
from tests.documents import library


@dataclass(frozen=True)
class Ours:
    """One group's library beside another's."""

    collection: Collection
    document: Document
    theirs: Document
    editor: User
    reader: User


@pytest.fixture
def ours(db: None) -> Ours:
    mine = library.collection("Contracts", readers=["readers"], editors=["editors"])
    others = library.collection("Secrets", readers=["others"], editors=["others"])
    return Ours(
        mine,
        library.paged(mine),
        library.paged(others, title="Secret report"),
        library.person("ed", "editors"),
        library.person("rea", "readers"),
    )


def client_of(user: User | None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


@pytest.fixture
def editor(ours: Ours) -> APIClient:
    return client_of(ours.editor)


@pytest.fixture
def reader(ours: Ours) -> APIClient:
    return client_of(ours.reader)


@pytest.fixture
def nobody(db: None) -> APIClient:
    return APIClient()
