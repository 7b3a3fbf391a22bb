"""How common words are: counted, and in a large index taken from what Postgres has sampled."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from search import rarities as module
from search.generations import active_generation
from search.rarities import Rarities, rarities_in, rarity_of
from tests.factories import index, make_document

pytestmark = pytest.mark.usefixtures("index_db")


@pytest.fixture
def sampled(index_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four documents with one word in common, after Postgres has taken its sample, in an index that counts as large."""
    index(*(make_document(text=f"The bergamot clause {number}.") for number in ("one", "two", "three", "four")))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE search_chunk")
    monkeypatch.setattr(module, "LEAST_SAMPLED", 4)
    monkeypatch.setattr(module, "_sampled", {})


@pytest.mark.usefixtures("sampled")
def test_in_a_large_index_what_is_common_is_not_counted(django_assert_num_queries: Any) -> None:
    rarities = Rarities(active_generation())
    assert rarities.counts(["('bergamot')"]) == [4]
    with django_assert_num_queries(0):
        assert rarities.counts(["'bergamot'", "'claus'"]) == [4, 4]


@pytest.mark.usefixtures("sampled")
def test_what_the_sample_does_not_tell_is_counted(django_assert_num_queries: Any) -> None:
    rarities = Rarities(active_generation())
    with django_assert_num_queries(2):
        assert rarities.counts(["'bergamot'", "'bergamot' & 'two'", "'zebra'"]) == [4, 1, 0]


def test_a_small_index_is_counted_whatever_the_sample_says(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text="The bergamot clause."))
    monkeypatch.setattr(module, "_shares", lambda size: {"bergamot": 0.5})
    assert Rarities(active_generation()).counts(["'bergamot'"]) == [1]


def test_one_look_at_a_generation_counts_once(django_assert_num_queries: Any) -> None:
    index(make_document(text="The bergamot clause."))
    generation = active_generation()
    assert rarities_in(generation).counts(["'bergamot'"]) == [1]
    with django_assert_num_queries(0):
        assert rarities_in(generation).counts(["'bergamot'"]) == [1]
    assert rarities_in(active_generation()) is not rarities_in(generation)


def test_what_is_in_fewer_chunks_is_worth_more() -> None:
    worth = [rarity_of(count, 100) for count in (1, 10, 50, 100, 120)]
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] > 0
