"""A corrected page label: shown at once, never a reason to drop a hit, and soon in the vector store too."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from documents.models import Document, Revision
from documents.services.labelling import correct_page_labels, restore_page_labels
from documents.text.page_labels import LabelRule
from search.audit import find_drift
from search.generations import active_generation
from search.indexing import Outcome, index_document
from search.models import Embedding
from search.queries import search
from search.vector_store import get_store
from tests.factories import index, make_admin, make_document

pytestmark = pytest.mark.usefixtures("index_db")

QUOTE = "The notice period is six months."


@pytest.fixture
def document(index_db: None) -> Document:
    document = make_document(pages=["Front matter.", "", QUOTE], labels=["i", "ii", "1"])
    index(document)
    return document


def correct(document: Document) -> None:
    revision = Revision.objects.get(document=document)
    assert correct_page_labels(revision=revision, actor=None, rules=[LabelRule(1, None, "decimal", "A-")])


def locators(query: str = "notice period") -> tuple[list[str], int]:
    """What the hits say of their pages, and how many were not believed."""
    found = search(user=make_admin(), query=query)
    return [hit.locator for hit in found.hits], found.dropped


def test_citations_show_a_correction_at_once_before_the_index_has_heard_of_it(document: Document) -> None:
    assert locators() == (["pp. i, 1 (pages 1, 3 of 3)"], 0)
    correct(document)
    assert locators() == (["pp. A-1, A-3 (pages 1, 3 of 3)"], 0)
    (hit,) = search(user=make_admin(), query="six months notice").hits
    assert hit.meaning_rank == 1


def test_the_passage_and_the_text_show_a_correction_at_once(document: Document, admin_client: Client) -> None:
    (hit,) = search(user=make_admin(), query="notice period").hits
    correct(document)
    passage = admin_client.get(hit.citation.url, follow=True).content.decode()
    assert "A-3" in passage
    assert "p. A-3 (page 3 of 3)" in admin_client.get(reverse("document-text", args=[document.pk])).content.decode()


def test_indexing_again_brings_the_correction_into_the_vector_store_without_embedding(
    document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    correct(document)
    assert find_drift(active_generation()).kinds == {"wrong metadata": 1}
    monkeypatch.setattr("search.embedding_cache._embed", None)
    before = Embedding.objects.count()
    assert index_document(document.pk) is Outcome.DONE
    assert Embedding.objects.count() == before
    assert find_drift(active_generation()).is_clean
    ((_, values),) = get_store().scan(active_generation().collection_name)
    assert values["page_labels"] == ["A-1", "A-3"]


@pytest.mark.usefixtures("eager_tasks")
def test_a_correction_and_its_restoring_reach_the_index_by_themselves(
    document: Document, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        correct(document)
    assert find_drift(active_generation()).is_clean
    with django_capture_on_commit_callbacks(execute=True):
        restore_page_labels(revision=Revision.objects.get(document=document), actor=None)
    assert find_drift(active_generation()).is_clean
    assert locators()[0] == ["pp. i, 1 (pages 1, 3 of 3)"]
