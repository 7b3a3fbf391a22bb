"""A new generation beside the active one, and the switch."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from documents.locks import LockSpace
from documents.models import DocumentEvent, Revision
from documents.services import delete_document
from search import finding, rebuilding
from search.audit import find_drift
from search.generations import active_generation, differences, new_generation, wanted_generation
from search.indexing import remove_document
from search.models import Chunk, Embedding, Generation, IndexRecord
from search.queries import search
from search.rebuilding import (
    WHOLE_INDEX,
    RebuildRefused,
    activate_candidate,
    build_candidate,
    discard_candidate,
    rebuild,
)
from search.upkeep import Work, work_left
from search.vector_store import MissingVectorCollection, get_store
from tests.factories import index, make_admin, make_collection, make_document
from tests.search.test_indexing import KilledError, killer, other_session

pytestmark = pytest.mark.usefixtures("index_db")

LONG = "The supplier shall deliver the goods within thirty days of the order.\n\n" * 40


def test_a_rebuild_gives_the_same_index_embeds_nothing_and_drops_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text=LONG), make_document(pages=["One.", "Two."]), make_document(pages=[""]))
    old = active_generation()
    before = list(Chunk.objects.order_by("vector_id").values_list("vector_id", "digest"))
    monkeypatch.setattr("search.embedding_cache._embed", None)
    told: list[tuple[int, int]] = []
    new = rebuild(lambda done, total: told.append((done, total)))
    assert active_generation() == new != old
    assert not Generation.objects.filter(pk=old.pk).exists()
    with pytest.raises(MissingVectorCollection):
        get_store().count(old.collection_name)
    assert list(Chunk.objects.order_by("vector_id").values_list("vector_id", "digest")) == before
    assert find_drift(new).is_clean
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_other_settings_make_another_index(settings: Any) -> None:
    index(make_document(text=LONG))
    few = Chunk.objects.count()
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = 40, 0
    assert len(differences(active_generation(), wanted_generation())) == 2
    rebuild()
    assert differences(active_generation(), wanted_generation()) == []
    assert Chunk.objects.count() > 3 * few


def test_searches_use_the_old_index_until_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text="The bergamot clause."))
    user, seen = make_admin(), []
    real = rebuilding.index_revision

    def watched(*args: Any, **kwargs: Any) -> Any:
        outcome = real(*args, **kwargs)
        page = search(user=user, query="bergamot")
        seen.append((page.total_passages, page.dropped, page.problems))
        return outcome

    monkeypatch.setattr(rebuilding, "index_revision", watched)
    rebuild()
    assert seen == [(1, 0, [])]


def test_a_search_that_the_switch_overtakes_is_answered_from_the_new_index(monkeypatch: pytest.MonkeyPatch) -> None:
    index(make_document(text="The bergamot clause."))
    real, calls = finding.find_candidates, []

    def overtaken(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 1:
            rebuild()
        return real(*arguments)

    monkeypatch.setattr(finding, "find_candidates", overtaken)
    page = search(user=make_admin(), query="bergamot")
    assert (page.total_documents, page.problems, len(calls)) == (1, [], 2)


def test_an_interrupted_rebuild_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    index(*(make_document(text=f"Clause {n}.") for n in range(3)))
    old = active_generation()
    with monkeypatch.context() as patch:
        killer(patch, rebuilding, "index_revision", call=2)
        with pytest.raises(KilledError):
            rebuild()
    assert active_generation() == old
    half = Generation.objects.get(activated_at__isnull=True)
    assert IndexRecord.objects.filter(generation=half).count() == 2
    assert rebuild() == half
    assert Generation.objects.count() == 1
    assert find_drift(half).is_clean


def test_an_abandoned_generation_is_discarded_by_the_next_rebuild(settings: Any) -> None:
    index(make_document(text="Clause."))
    settings.CHUNK_TOKENS = 50
    new_generation(wanted_generation())
    settings.CHUNK_TOKENS = 60
    rebuild()
    assert Generation.objects.count() == 1
    assert active_generation().policy["max_tokens"] == 60


def test_two_rebuilds_at_once_are_refused() -> None:
    with other_session() as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockSpace.INDEX_DOCUMENT), WHOLE_INDEX])
        with pytest.raises(RebuildRefused, match="already"):
            rebuild()


def test_a_document_that_is_held_for_ever_does_not_hold_up_the_rebuild_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rebuilding, "PATIENCE", 0)
    document = make_document(text="Held.")
    old = active_generation()
    with other_session() as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockSpace.INDEX_DOCUMENT), document.pk])
        with pytest.raises(RebuildRefused, match="held"):
            rebuild()
    assert active_generation() == old


def test_an_empty_library_can_be_rebuilt() -> None:
    assert rebuild().records.count() == 0
    assert Embedding.objects.count() == 0
    assert connection.is_usable()


def test_a_rebuild_ends_though_a_document_is_damaged() -> None:
    damaged, sound = make_document(pages=["One."]), make_document(text="Sound.")
    Revision.objects.filter(document=damaged).update(page_labels=["i", "ii"])
    generation = rebuild()
    assert set(generation.chunks.values_list("document", flat=True)) == {sound.pk}
    assert generation.records.get(document=damaged).damage


def build(settings: Any, tokens: int = 40) -> Generation:
    """A candidate of small chunks, as another process with other settings would build it."""
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = tokens, 0
    candidate = build_candidate()
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = 240, 24
    return candidate


def test_a_candidate_is_built_beside_what_is_searched_and_changes_nothing_of_it(settings: Any) -> None:
    index(document := make_document(text=LONG + "The bergamot clause."))
    active, before = active_generation(), search(user=make_admin(), query="bergamot").hits
    events = DocumentEvent.objects.count()
    candidate = build(settings)
    assert active_generation() == active
    assert (candidate.is_candidate, candidate.is_active, candidate.activated_at) == (True, False, None)
    assert candidate.policy == {"max_tokens": 40, "overlap_tokens": 0}
    assert candidate.chunks.count() > 3 * active.chunks.count()
    assert find_drift(candidate).is_clean
    assert find_drift(active).is_clean
    assert [hit.citation for hit in search(user=make_admin(), query="bergamot").hits] == [
        hit.citation for hit in before
    ]
    found = search(user=make_admin(), query="bergamot", generation=candidate)
    assert [hit.document for hit in found.hits] == [document]
    assert found.hits[0].citation.quote in LONG + "The bergamot clause."
    assert DocumentEvent.objects.count() == events


def test_a_candidate_goes_on_where_it_was_interrupted_and_is_brought_up_to_date(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection()
    index(*(make_document(text=f"Clause {n}.", collection=collection) for n in range(2)))
    with monkeypatch.context() as patch:
        killer(patch, rebuilding, "index_revision")
        with pytest.raises(KilledError):
            build(settings)
    half = Generation.objects.get(is_candidate=True)
    assert half.records.count() == 1
    index(make_document(text="Of another collection."))
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = 40, 0
    told: list[tuple[int, int]] = []
    assert build_candidate(lambda done, total: told.append((done, total)), collection=collection) == half
    assert (half.records.count(), told) == (2, [(1, 1)])
    assert build_candidate() == half
    assert half.records.count() == 3


def test_a_rebuild_leaves_candidates_alone(settings: Any) -> None:
    index(make_document(text=LONG))
    candidate = build(settings, tokens=50)
    settings.CHUNK_TOKENS, settings.CHUNK_OVERLAP_TOKENS = 50, 0
    rebuilt = rebuild()
    assert rebuilt != candidate
    assert active_generation() == rebuilt
    assert set(Generation.objects.all()) == {rebuilt, candidate}
    assert find_drift(candidate).is_clean


def test_the_sweep_indexes_nothing_into_a_candidate_but_removes_from_it_what_is_deleted(settings: Any) -> None:
    index(gone := make_document(text="The bergamot clause."))
    candidate = build(settings)
    index(make_document(text="Read since."))
    assert work_left(timedelta(0)) == Work()
    assert candidate.records.count() == 1
    delete_document(document=gone, actor=None)
    assert work_left(timedelta(0)).deleted_document_ids == (gone.pk,)
    remove_document(gone.pk)
    assert candidate.records.count() == candidate.chunks.count() == 0
    assert get_store().count(candidate.collection_name) == 0
    assert work_left(timedelta(0)) == Work()


def test_a_candidate_is_activated_by_hand_and_complete_then(settings: Any) -> None:
    index(make_document(text="The bergamot clause."))
    old, candidate, other = active_generation(), build(settings), build(settings, tokens=50)
    index(make_document(text="The bergamot clause, read since."))
    activate_candidate(candidate)
    assert active_generation() == candidate
    candidate.refresh_from_db()
    assert (candidate.is_candidate, candidate.is_active) == (False, True)
    assert set(Generation.objects.all()) == {candidate, other}
    with pytest.raises(MissingVectorCollection):
        get_store().count(old.collection_name)
    assert search(user=make_admin(), query="bergamot").total_passages == 2
    index(make_document(text="The bergamot clause, read last."))
    assert candidate.records.count() == 3


def test_only_candidates_are_discarded_or_activated_as_such(settings: Any) -> None:
    index(make_document(text="Clause."))
    active, candidate = active_generation(), build(settings)
    for change in (activate_candidate, discard_candidate):
        with pytest.raises(RebuildRefused, match="is not a candidate"):
            change(active)
    discard_candidate(candidate)
    assert list(Generation.objects.all()) == [active]
    with pytest.raises(MissingVectorCollection):
        get_store().count(candidate.collection_name)


@pytest.mark.long
def test_a_candidate_is_not_built_while_the_index_is_rebuilt() -> None:
    with other_session() as other:
        other.execute("SELECT pg_advisory_lock(%s, %s)", [int(LockSpace.INDEX_DOCUMENT), WHOLE_INDEX])
        with pytest.raises(RebuildRefused, match="already"):
            build_candidate()
    assert not Generation.objects.exists()
