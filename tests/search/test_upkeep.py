"""What lost messages leave behind is found again, within bounds, and quietly when there is nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from documents.conf import stalled_after
from documents.models import Document, Revision
from search import tasks, upkeep
from search.audit import find_drift
from search.generations import active_generation
from search.models import Chunk
from search.upkeep import Work, repair_index, work_left
from search.vector_store import get_store
from tests.factories import index, make_document
from tests.search.test_indexing import current

pytestmark = pytest.mark.usefixtures("index_db")


def long_ago(*documents: Document) -> None:
    moment = timezone.now() - timedelta(days=1)
    Revision.objects.filter(document__in=documents).update(extracted_at=moment)


def test_there_is_nothing_to_do_in_a_sound_index_and_in_an_empty_one() -> None:
    assert not work_left(stalled_after())
    index(make_document(text="Indexed."))
    assert work_left(stalled_after()) == Work()


def test_a_text_that_nobody_indexed_is_found_once_it_has_waited() -> None:
    document = make_document(text="Lost.")
    assert work_left(stalled_after()) == Work()
    long_ago(document)
    assert work_left(stalled_after()) == Work(revision_ids=(current(document),))
    active_generation()
    assert work_left(stalled_after()) == Work(revision_ids=(current(document),))


def test_a_deleted_document_that_is_still_indexed_is_found() -> None:
    index(document := make_document(text="Deleted."))
    Document.objects.update(deleted_at=timezone.now())
    assert work_left(stalled_after()) == Work(deleted_document_ids=(document.pk,))


def test_a_sweep_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "RESENT_AT_ONCE", 2)
    documents = [make_document(text=f"Lost {n}.") for n in range(4)]
    long_ago(*documents)
    assert len(work_left(stalled_after()).revision_ids) == 2


def test_a_vector_store_that_lost_its_disk_is_noticed_and_filled_again() -> None:
    index(make_document(text="Kept in Postgres."))
    get_store().drop(active_generation().collection_name)
    assert work_left(stalled_after()) == Work(has_drifted=True)
    repair_index()
    assert find_drift(active_generation()).is_clean
    assert work_left(stalled_after()) == Work()


def test_looking_whether_all_is_well_reads_no_chunks(django_assert_num_queries: Any) -> None:
    index(*(make_document(text=f"Sound {n}.") for n in range(3)))
    with django_assert_num_queries(5) as asked:
        assert work_left(stalled_after()) == Work()
    assert not [query["sql"] for query in asked.captured_queries if Chunk._meta.db_table in query["sql"]]


def test_an_index_that_nothing_was_put_into_yet_has_not_drifted() -> None:
    active_generation()
    assert work_left(stalled_after()) == Work()


def test_an_unreachable_vector_store_is_no_drift(settings: Any) -> None:
    index(make_document(text="Kept."))
    working, settings.CHROMA_URL = settings.CHROMA_URL, "http://127.0.0.1:9"
    assert work_left(stalled_after()) == Work()
    settings.CHROMA_URL = working


def test_the_sweep_puts_everything_right(eager_tasks: None) -> None:
    lost, deleted = make_document(text="Lost."), make_document(text="Deleted.")
    index(deleted)
    Document.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    long_ago(lost)
    tasks.sweep()
    assert find_drift(active_generation()).is_clean
    assert active_generation().records.get().document == lost
    get_store().drop(active_generation().collection_name)
    tasks.sweep()
    assert find_drift(active_generation()).is_clean


def test_when_the_stack_starts_nothing_is_trusted_to_be_on_the_queue(index_db: None) -> None:
    document = make_document(text="The ferry leaves at noon.")
    assert work_left(stalled_after()) == Work()
    assert work_left(timedelta(0)) == Work(revision_ids=(current(document),))
