"""The corpus through the product's own door: received, read, indexed, asked for, cited. One document at a time."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from django.core.files import File

from documents import services
from documents.models import Collection, Document, Revision
from documents.text import pages_for_span
from search.queries import search
from tests.corpus import case_parameters, corpus_file
from tests.factories import index, make_admin

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("index_db")]

WORDS_ASKED = 8
BEGINNINGS = {"pdf-old-hungarian-astral"}
"""Cases whose quote is the beginning of a longer word: there is no search by beginnings yet."""


def receive(case: dict[str, Any]) -> Document | str:
    """The document, read and indexed where it can be; the code of its refusal else."""
    name = case.get("upload_as") or case["file"]
    collection, _ = Collection.objects.get_or_create(name="Corpus")
    with corpus_file(case["file"]).open("rb") as stream:
        try:
            received = services.receive_file(collection=collection, file=File(stream, name), name=name, actor=None)
        except services.RefusedUpload as refused:
            return refused.code
    services.extract_revision(received.revision.pk)
    received.document.refresh_from_db()
    index(received.document)
    return received.document


@pytest.mark.parametrize("case", case_parameters(lambda case: bool(case.get("file"))))
def test_what_is_stored_keeps_every_invariant_and_what_is_found_is_cited_to_its_page(case: dict[str, Any]) -> None:
    document = receive(case)
    expect = case["expect"]
    if isinstance(document, str):
        assert expect["outcome"] != "indexed" or document == "unsupported-type"
        return
    revision = Revision.objects.with_text().get(pk=document.current_revision_id)
    assert_is_sound(revision)
    if expect.get("outcome") == "indexed":
        assert revision.status == Revision.Status.EXTRACTED
    if revision.status == Revision.Status.FAILED:
        assert revision.failure
        return
    for quote in expect.get("quotes", []) if case["id"] not in BEGINNINGS else []:
        assert_is_cited(quote, document, revision)


def assert_is_sound(revision: Revision) -> None:
    text = revision.text or ""
    assert services.page_metadata_problems(revision) == []
    assert not {
        c for c in text if unicodedata.category(c) == "Cs" or c in "\ufffe\uffff" or (c < " " and c not in "\n\t")
    }
    for chunk in revision.chunks.all():
        assert text[chunk.start : chunk.end].strip()


def assert_is_cited(quote: dict[str, Any], document: Document, revision: Revision) -> None:
    """Every hit is a slice of the stored text on exactly the pages that it says; the quote's page is among them."""
    query = " ".join(quote["text"].split()[:WORDS_ASKED])
    found = search(user=make_admin(), query=query, document_id=document.pk, per_page=100)
    assert found.hits, query
    for hit in found.hits:
        citation = hit.citation
        assert citation.quote == (revision.text or "")[citation.start : citation.end]
        numbers = tuple(page.number for page in citation.pages or ())
        assert numbers == pages_for_span(revision.spans, citation.start, citation.end)
    assert any(page.number in quote["pages"] for hit in found.hits for page in hit.citation.pages or ())
