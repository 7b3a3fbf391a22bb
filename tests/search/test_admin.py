"""The search's part of the admin site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from documents import signals
from documents.models import Document, DocumentEvent
from tests import factories
from tests.documents import library

VIEW = ["documents.view_document", "search.view_indexrecord", "search.view_generation"]


def client_of(name: str, *groups: str, **fields: Any) -> Client:
    client = Client()
    client.force_login(library.person(name, *groups, **fields), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def asked() -> Iterator[list[int]]:
    """The documents that were asked for; instead of what would index them."""
    heard: list[int] = []

    def listen(document_id: int, **kwargs: Any) -> None:
        heard.append(document_id)

    receivers, signals.index_requested.receivers = signals.index_requested.receivers, []
    signals.index_requested.connect(listen)
    yield heard
    signals.index_requested.receivers = receivers
    signals.index_requested.sender_receivers_cache.clear()


@pytest.mark.django_db
def test_indexing_again_is_asked_on_commit_and_leaves_an_event(
    asked: list[int], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    ours = library.paged(library.collection("Contracts", editors=["editors"]))
    theirs = library.paged(library.collection("Archive", readers=["editors"]))
    client = client_of("ed", "editors", can=[*VIEW, "documents.change_document"])
    data = {"action": "index_again", "_selected_action": [ours.pk, theirs.pk]}
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("admin:documents_document_changelist"), data)
        assert asked == []
    assert asked == [ours.pk]
    messages = [str(message) for message in get_messages(answer.wsgi_request)]
    assert messages[0] == "1 document will be indexed again."
    assert messages[1].startswith("1 document left as before")
    event = DocumentEvent.objects.get()
    assert (event.document_id, event.kind, event.actor_name) == (ours.pk, "index-requested", "ed")


@pytest.fixture
def indexed(index_db: None) -> Document:
    ours = library.paged(library.collection("Contracts", readers=["readers"]))
    theirs = library.paged(library.collection("Secrets"), title="Secret report")
    factories.index(ours, theirs)
    return ours


def test_the_records_of_the_index_are_those_of_documents_one_may_see(indexed: Document) -> None:
    client = client_of("auditor", "readers", can=VIEW)
    answer = client.get(reverse("admin:search_indexrecord_changelist"))
    assert [record.document for record in answer.context["cl"].result_list] == [indexed]
    assert "Secret" not in answer.content.decode()
    root = client_of("root", is_superuser=True)
    assert len(root.get(reverse("admin:search_indexrecord_changelist")).context["cl"].result_list) == 2


def test_a_record_of_an_earlier_text_is_not_fresh(indexed: Document) -> None:
    client = client_of("auditor", "readers", can=VIEW)
    address = reverse("admin:search_indexrecord_changelist")
    assert "icon-yes" in client.get(address).content.decode()
    factories.add_revision(indexed, text="Newer words.")
    assert "icon-no" in client.get(address).content.decode()


def test_the_index_is_not_touched_by_hand(indexed: Document) -> None:
    root = client_of("root", is_superuser=True)
    for model in ("generation", "indexrecord"):
        assert root.get(reverse(f"admin:search_{model}_changelist")).status_code == 200
        assert root.get(reverse(f"admin:search_{model}_add")).status_code == 403
