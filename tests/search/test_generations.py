"""Which index is searched."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from search import generations
from search.generations import (
    NoSuchCandidate,
    active_generation,
    candidate_called,
    differences,
    existing_generation,
    new_generation,
    told_apart,
    wanted_generation,
)
from search.models import Generation

pytestmark = pytest.mark.usefixtures("index_db")


def test_the_first_use_makes_it_and_the_next_finds_it() -> None:
    assert existing_generation() is None
    made = active_generation()
    assert made.is_active
    assert made.activated_at is not None
    assert active_generation() == existing_generation() == made
    assert differences(made, wanted_generation()) == []


def test_only_one_can_be_active() -> None:
    active_generation()
    with pytest.raises(IntegrityError), transaction.atomic():
        new_generation(wanted_generation(), is_active=True)


def test_whoever_comes_second_gets_what_the_first_made(monkeypatch: pytest.MonkeyPatch) -> None:
    first = active_generation()
    monkeypatch.setattr(generations, "existing_generation", lambda: None)
    assert active_generation() == first
    assert Generation.objects.count() == 1


def test_each_difference_between_settings_and_index_is_a_sentence(settings: Any) -> None:
    made = active_generation()
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS, settings.SEARCH_CONFIG = 100, 5, "german"
    assert differences(made, wanted_generation()) == [
        "The chunk size in tokens is 240 in the index and 100 in the settings.",
        "The overlap in tokens is 24 in the index and 5 in the settings.",
        "The text search configuration is auto in the index and german in the settings.",
    ]


def test_a_chunk_is_never_longer_than_the_model_reads(settings: Any) -> None:
    settings.CHUNK_TOKENS = 100_000
    assert wanted_generation().max_tokens == 254


def test_a_candidate_keeps_what_its_model_is_loaded_by_and_others_do_not(settings: Any) -> None:
    settings.EMBEDDING_API_KEY = "secret"
    candidate = new_generation(wanted_generation(), is_candidate=True)
    assert candidate.embedder["backend"] == "hash"
    assert "secret" not in str(candidate.embedder)
    assert new_generation(wanted_generation()).embedder == {}


def test_candidates_are_called_by_their_id_or_are_the_only_one(settings: Any) -> None:
    active = active_generation()
    with pytest.raises(NoSuchCandidate, match="There is no candidate"):
        candidate_called(None)
    with pytest.raises(NoSuchCandidate, match=f"There is no candidate {active.pk}"):
        candidate_called(active.pk)
    settings.CHUNK_TOKENS = 100
    candidate = new_generation(wanted_generation(), is_candidate=True)
    assert candidate_called(None) == candidate_called(candidate.pk) == candidate
    assert told_apart(candidate, active) == [
        "The chunk size in tokens is 100 in the candidate and 240 in what is searched."
    ]
    new_generation(wanted_generation(), is_candidate=True)
    with pytest.raises(NoSuchCandidate, match="several"):
        candidate_called(None)
