"""Two groups that must not see each other's documents, and a reader who may change nothing."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from documents.models import Collection, Document
from tests.factories import make_collection, make_document, make_group, make_user


@dataclass
class House:
    """One collection with its editor and reader, one document in it, and a stranger of another group.

    Each of the three signs in when a test first asks for them.
    """

    editors: Group
    readers: Group
    collection: Collection
    document: Document

    @cached_property
    def editor(self) -> Client:
        return signed_in(self.editors)

    @cached_property
    def reader(self) -> Client:
        return signed_in(self.readers)

    @cached_property
    def stranger(self) -> Client:
        return signed_in(make_group("strangers"))


@pytest.fixture
def house(db: Any) -> House:
    editors, readers = make_group("editors"), make_group("readers")
    collection = make_collection("Contracts", editors=[editors], readers=[readers])
    pages = ["Front matter.", "", "The notice period is six months.\nIt begins when notice is given."]
    document = make_document(pages=pages, labels=["i", "ii", "1"], title="Lease", collection=collection)
    return House(editors, readers, collection, document)


def signed_in(*groups: Group, **fields: Any) -> Client:
    client = Client()
    client.force_login(make_user(groups=groups, **fields), backend="django.contrib.auth.backends.ModelBackend")
    return client
