"""Pages of any text through the whole house: stored, cut, indexed in the real Chroma, asked for, opened."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from documents.models import Document, Revision
from documents.text import clean_page_text
from tests.end_to_end.journeys.door import Door, collapsed
from tests.factories import index, make_document
from tests.invariants import document_problems, hit_problems
from tests.strategies import awkward_text, page_text, prose, raw_text

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("index_db")]

any_text = st.one_of(page_text, awkward_text, prose, raw_text, st.lists(prose, max_size=8).map("\n\n".join))
labels = st.sampled_from((None, "i", "ii", "1", "A-1", "1", "p. 3"))


def any_house(examples: int) -> settings:
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=examples, deadline=None, suppress_health_check=checks)


@any_house(200)
@given(texts=st.lists(any_text, max_size=6), data=st.data())
def test_any_pages_keep_every_invariant(door: Door, texts: list[str], data: st.DataObject) -> None:
    declared = data.draw(st.one_of(st.none(), st.lists(labels, min_size=len(texts), max_size=len(texts))))
    document = make_document(
        pages=[clean_page_text(text) for text in texts], labels=declared, collection=door.collection
    )
    assert_holds(door, document, data)


@any_house(150)
@given(text=any_text, data=st.data())
def test_any_text_without_pages_keeps_every_invariant(door: Door, text: str, data: st.DataObject) -> None:
    document = make_document(text=clean_page_text(text), collection=door.collection)
    assert_holds(door, document, data)


def assert_holds(door: Door, document: Document, data: st.DataObject) -> None:
    """Of what is stored and indexed; and of every answer to a question in the document's own words."""
    index(document)
    assert document_problems(document) == []
    revision = Revision.objects.with_text().get(document=document)
    words = (revision.text or "").split()
    query = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=4))) if words else "nothing"
    hits = door.hits(query[:200].replace("\0", "") or "nothing", document)
    for hit in hits:
        assert hit_problems(hit, revision) == []
    if hits:
        assert collapsed(hits[0]["citation"]["quote"]) in collapsed(revision.text or "")
        assert "passage" in door.passage_page(hits[0]["citation"])
