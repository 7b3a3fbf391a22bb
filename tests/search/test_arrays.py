"""Looking up many values as one array."""

from __future__ import annotations

import pytest

from documents.models import Document
from search.models import Chunk
from tests.factories import index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


def test_rows_are_found_by_numbers_and_texts_as_with_in() -> None:
    index(*(made := [make_document(text=f"The clause {number}.") for number in range(3)]))
    ids = [made[0].pk, made[2].pk, 10**9]
    assert set(Document.objects.filter(pk__any_of=ids)) == {made[0], made[2]}
    vector_ids = list(Chunk.objects.values_list("vector_id", flat=True))
    assert Chunk.objects.filter(vector_id__any_of=[*vector_ids[:2], "none"]).count() == 2
    assert set(Chunk.objects.filter(document__pk__any_of=ids).values_list("document", flat=True)) == set(ids[:2])


def test_nothing_is_among_none() -> None:
    index(make_document(text="The clause."))
    assert not Document.objects.filter(pk__any_of=[]).exists()
    assert not Chunk.objects.filter(vector_id__any_of=[]).exists()
    assert Document.objects.exclude(pk__any_of=[]).count() == 1
