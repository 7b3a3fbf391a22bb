"""From result to result, in the order of the list, however many of them the list itself shows."""

from itertools import pairwise
from typing import Any

import pytest

from documents.text import TextSpan
from search import queries, stepping
from search.candidates import Candidate
from search.grouping import Group
from search.stepping import Place
from tests.factories import make_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def results(monkeypatch: Any) -> list[Place]:
    """Three passages of one document and one of another."""
    documents = [make_document(), make_document()]
    spans = [[(0, 5), (50, 60), (20, 25)], [(7, 9)]]
    groups = [
        Group(one.pk, [_candidate(one, start, end) for start, end in of_it])
        for one, of_it in zip(documents, spans, strict=True)
    ]
    monkeypatch.setattr(queries, "ranked", lambda **asked: groups)
    return [Place(one.document_id, one.span) for group in groups for one in group.passages]


def _candidate(document: Any, start: int, end: int) -> Candidate:
    return Candidate(start, document.pk, document.current_revision_id, TextSpan(start, end), 1.0, 1, None)


def step(at: Place | None, by: int, position: int = 0, **asked: Any) -> Any:
    return stepping.step(user=None, at=at, position=position, by=by, per_page=1, query="x", **asked)  # type: ignore[arg-type]


def test_every_result_leads_to_its_neighbours(results: list[Place]) -> None:
    for nth, (one, following) in enumerate(pairwise(results), 1):
        onward, back = step(one, 1), step(following, -1)
        assert (onward.position, back.position) == (nth + 1, nth)
        assert onward.total == back.total == 4
        assert f"/documents/{following.document_id}/passages/{following.span.start}-" in onward.path
        assert f"/documents/{one.document_id}/passages/{one.span.start}-" in back.path


def test_nothing_is_beyond_the_ends(results: list[Place]) -> None:
    assert step(results[0], -1) is None
    assert step(results[-1], 1) is None


def test_a_result_that_has_gone_is_stepped_from_by_where_it_stood(results: list[Place]) -> None:
    gone = Place(results[0].document_id, TextSpan(1, 2))
    assert step(gone, 1, position=2).position == 3
    assert step(None, -1, position=2).position == 1
    assert step(gone, 1, position=99) is None


def test_the_page_of_the_results_is_that_of_the_document_or_inside_one_of_the_passage(results: list[Place]) -> None:
    assert step(results[0], 1).page == 1
    assert step(results[2], 1).page == 2
    assert step(results[0], 1, document_id=results[0].document_id).page == 2


def test_no_results_lead_nowhere(monkeypatch: Any) -> None:
    monkeypatch.setattr(queries, "ranked", lambda **asked: [])
    assert step(None, 1) is None
