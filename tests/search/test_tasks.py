"""Tasks hand on, and ask to be run again when it is not their turn."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from celery.exceptions import Retry

from search import indexing, tasks
from search.embeddings import EmbedderUnavailable
from search.indexing import Outcome
from search.vector_store import VectorStoreUnavailable

NAMES = ["index_revision", "index_document", "write_heads", "remove_document"]


@pytest.mark.parametrize("name", NAMES)
def test_a_busy_document_is_asked_for_again_soon(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(indexing, name, lambda pk: Outcome.BUSY)
    sent: list[dict[str, Any]] = []
    task = getattr(tasks, name)
    monkeypatch.setattr(task, "retry", partial(_note, sent))
    with pytest.raises(Retry):
        task(7)
    assert sent == [{"countdown": tasks.BUSY_SECONDS}]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("error", [VectorStoreUnavailable("down"), EmbedderUnavailable("down")])
def test_a_service_that_is_down_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch, name: str, error: Exception
) -> None:
    def fails(pk: int) -> Outcome:
        raise error

    monkeypatch.setattr(indexing, name, fails)
    task = getattr(tasks, name)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(task, "retry", partial(_note, sent))
    with pytest.raises(Retry):
        task(7)
    assert len(sent) == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_done_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    asked: list[int] = []

    def done(pk: int) -> Outcome:
        asked.append(pk)
        return Outcome.DONE

    monkeypatch.setattr(indexing, name, done)
    getattr(tasks, name)(7)
    assert asked == [7]


def _note(sent: list[dict[str, Any]], **options: Any) -> Retry:
    sent.append(options)
    return Retry()
