"""The checker of invariants says nothing of what is sound, and names what is not."""

from __future__ import annotations

from typing import Any

import pytest

from documents.models import Document, Revision
from documents.text import text_sha256
from search.generations import active_generation
from search.models import Chunk
from search.queries import search
from search.vector_store import get_store
from tests.factories import index, make_admin, make_document
from tests.invariants import document_problems, hit_problems, library_problems, text_problems

pytestmark = pytest.mark.usefixtures("index_db")

PAGES = ["The first page is about ferries.", "", "The third 👩\u200d👩\u200d👧 page is about harbours."]


@pytest.fixture
def document() -> Document:
    document = make_document(pages=PAGES, labels=["i", "ii", "1"], title="Ferries")
    index(document)
    return document


def tampered(document: Document, **values: Any) -> list[str]:
    if "text" in values:
        values["text_sha256"] = text_sha256(values["text"])
    Revision.objects.filter(document=document).update(**values)
    return document_problems(document)


def test_what_is_sound_has_no_problems(document: Document) -> None:
    assert document_problems(document) == []
    assert library_problems() == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"text": "The first\x0bpage."}, "U+000B"),
        ({"text": "A\ufffeB"}, "U+FFFE"),
        ({"text": "cafe\u0301"}, "not NFC"),
        ({"page_count": 4}, "4 pages"),
        ({"page_spans": [{"page": 1, "start": 0, "end": 5}]}, "put together with the separator"),
        ({"page_labels": ["i"]}, "1 page_labels for 3 pages"),
        ({"page_labels": ["i", "ii", "2"]}, "holds"),
    ],
)
def test_a_tampered_text_or_page_is_named(document: Document, values: dict[str, Any], said: str) -> None:
    assert any(said in problem for problem in tampered(document, **values))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda chunk: {"start": chunk.start + 4}, "digest is not that of its slice"),
        (lambda chunk: {"start": chunk.start + 4}, "no chunk holds the ink at [0, 1, 2]"),
        (lambda chunk: {"end": 46}, "in two"),
        (lambda chunk: {"end": chunk.end + 9}, "outside the text"),
        (lambda chunk: {"ordinal": 7}, "not counted from 0"),
        (lambda chunk: {"vector_id": "9:9-9"}, "holds None"),
    ],
)
def test_a_tampered_chunk_is_named(document: Document, change: Any, said: str) -> None:
    chunk = Chunk.objects.get(document=document)
    Chunk.objects.filter(pk=chunk.pk).update(**change(chunk))
    problems = document_problems(document)
    assert any(said in problem for problem in problems), problems


def test_a_lost_vector_is_named(document: Document) -> None:
    get_store().delete_documents(active_generation().collection_name, document.pk)
    assert any("holds None" in problem for problem in document_problems(document))


def hit_of(document: Document) -> dict[str, Any]:
    hit = search(user=make_admin(), query="ferries", document_id=document.pk).hits[0]
    names = ("text", "start", "end", "in_passage", "marked", "page")
    segments = [{name: getattr(one, name) for name in names} for one in hit.excerpt.segments]
    excerpt = {"start": hit.excerpt.start, "end": hit.excerpt.end, "segments": segments}
    return {"citation": hit.citation.as_dict(), "excerpt": excerpt}


def test_an_answer_that_is_not_the_stored_text_is_named(document: Document) -> None:
    revision = Revision.objects.with_text().get(document=document)
    hit = hit_of(document)
    assert hit_problems(hit, revision) == []
    assert hit_problems(hit | {"citation": hit["citation"] | {"quote": "another"}}, revision) != []
    assert hit_problems(hit | {"citation": hit["citation"] | {"pages": hit["citation"]["pages"][:1]}}, revision) != []
    assert hit_problems(hit | {"citation": hit["citation"] | {"prefix": "no"}}, revision) != []
    moved = [one | {"page": 3} for one in hit["excerpt"]["segments"]]
    assert hit_problems(hit | {"excerpt": hit["excerpt"] | {"segments": moved}}, revision) != []
    shorter = hit["excerpt"]["segments"][1:]
    assert hit_problems(hit | {"excerpt": hit["excerpt"] | {"segments": shorter}}, revision) != []


@pytest.mark.parametrize("text", [None, "a\0", "a\x85", "\ufdd0"])
def test_a_text_that_none_may_hold_is_named(text: str | None) -> None:
    assert text_problems(text) != []
