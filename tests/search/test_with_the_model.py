"""Once through the packaged model: meaning finds what no word does."""

from typing import Any

import pytest

from search.audit import find_drift
from search.generations import active_generation
from search.models import Generation
from search.queries import search
from search.vector_store import get_store
from tests.factories import index, make_admin, make_document


@pytest.mark.django_db
def test_a_question_finds_a_passage_that_shares_no_word_with_it(settings: Any) -> None:
    settings.EMBEDDING_BACKEND = "auto"
    index(
        make_document(pages=["Either party may end this contract by giving six months' warning."], title="Contract"),
        make_document(text="The canteen serves soup on Tuesdays and fish on Fridays.", title="Canteen"),
        make_document(text="Bicycles must be parked behind the building.", title="Parking"),
    )
    try:
        page = search(user=make_admin(), query="how can an agreement be terminated?")
        assert page.problems == []
        best = page.groups[0].hits[0]
        assert page.groups[0].document.title == "Contract"
        assert (best.word_rank, best.meaning_rank) == (None, 1)
        assert best.locator == "p. 1 of 1"
        assert find_drift(active_generation()).is_clean
    finally:
        for generation in Generation.objects.all():
            get_store().drop(generation.collection_name)
