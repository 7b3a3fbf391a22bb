"""What Postgres stems a word to is asked once, and remembered by the configuration it was asked of."""

from __future__ import annotations

from typing import Any

import pytest

from search import stemming
from search.stemming import phrase_queries, stems

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stemming, "_words", {})
    monkeypatch.setattr(stemming, "_phrases", {})


def test_each_word_is_asked_once_of_each_configuration(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert stems(["leases", "the"], "english") == {"leases": "leas", "the": ""}
    with django_assert_num_queries(1):
        assert stems(["leases", "rents", "the"], "english") == {"leases": "leas", "rents": "rent", "the": ""}
    with django_assert_num_queries(1):
        assert stems(["leases", "the"], "simple") == {"leases": "leases", "the": "the"}
    with django_assert_num_queries(0):
        assert stems(["rents", "the"], "english") == {"rents": "rent", "the": ""}
        assert stems([], "english") == {}


def test_phrases_keep_the_distance_of_their_words(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        found = phrase_queries(["terms of the lease", "the", ""], "english")
    assert found == {"terms of the lease": "'term' <3> 'leas'", "the": "", "": ""}
    with django_assert_num_queries(0):
        assert phrase_queries(["the"], "english") == {"the": ""}


def test_no_more_is_kept_than_is_allowed(monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any) -> None:
    monkeypatch.setattr(stemming, "MOST_KEPT", 2)
    stems(["one", "two"], "english")
    assert stems(["one", "three"], "english") == {"one": "one", "three": "three"}
    assert len(stemming._words) == 1
    with django_assert_num_queries(1):
        stems(["one"], "english")
