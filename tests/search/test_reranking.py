"""The order that a reranker gives, and the order that stays when it gives none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.text import TextSpan
from search.candidates import Candidate
from search.queries import ranked, search
from search.rerankers import RerankerUnavailable
from search.reranking import FIRST_PAGE, in_order_of
from tests.factories import index, make_admin, make_document
from tests.tiny_model import write_cross_encoder

TOLD = "The results could not be put into a finer order now: they are in the order that they were found in."


def candidates(count: int, named: Sequence[int] = ()) -> list[Candidate]:
    return [Candidate(n, n, 1, TextSpan(0, 9), 1.0, None, None, is_named=n in named) for n in range(count)]


def order(scores: Sequence[float], named: Sequence[int] = ()) -> list[int]:
    return [one.chunk_id for one in in_order_of(scores, candidates(len(scores), named))]


# --- the order --------------------------------------------------------------------------------------------------------


def test_the_higher_score_comes_first_and_equals_stay_as_they_were() -> None:
    assert order([1.0, 3.0, 1.0, 2.0, 3.0]) == [1, 4, 3, 0, 2]


def test_what_names_a_thing_stays_on_the_first_page_in_the_order_of_its_score() -> None:
    scores = [0.0, -5.0, *[float(n) for n in range(2, 30)]]
    assert order(scores)[:FIRST_PAGE] == list(range(29, 19, -1))
    assert order(scores, named=[1])[:FIRST_PAGE] == [*range(29, 20, -1), 1]
    assert order(scores, named=[1])[FIRST_PAGE:] == [*range(20, 1, -1), 0]


def test_what_names_a_thing_and_was_not_on_the_first_page_is_ordered_like_all_others() -> None:
    scores = [float(-n) for n in range(30)]
    assert order(scores, named=[25]) == list(range(30))


finite = st.floats(-9, 9)


@given(st.lists(st.tuples(finite, st.booleans()), max_size=60))
def test_nothing_is_lost_or_made_and_no_name_leaves_the_first_page(found: list[tuple[float, bool]]) -> None:
    named = {n for n, (_, is_named) in enumerate(found) if is_named}
    ordered = order([score for score, _ in found], sorted(named))
    assert sorted(ordered) == list(range(len(found)))
    assert {n for n in named if n < FIRST_PAGE} <= set(ordered[:FIRST_PAGE])
    for part in (ordered[:FIRST_PAGE], ordered[FIRST_PAGE:]):
        scores = [found[n][0] for n in part]
        assert scores == sorted(scores, reverse=True)


@given(st.lists(finite, max_size=60))
def test_without_names_it_is_the_order_of_the_scores(scores: list[float]) -> None:
    assert order(scores) == sorted(range(len(scores)), key=lambda n: -scores[n])


# --- through the whole search -----------------------------------------------------------------------------------------

QUESTION = "who pays for the ferry"
WORDS = QUESTION.split()
TEXTS = {
    "repeats": "ferry ferry ferry ferry ferry",
    "answers": "It is the harbour master who pays for every crossing that the old ferry makes in winter.",
    "beside": "Whoever pays, pays for the parking.",
}


def titles(query: str = QUESTION) -> list[str]:
    return [group.document.title for group in search(user=make_admin(), query=query).groups]


@pytest.fixture
def library(index_db: None) -> None:
    index(*(make_document(text=text, title=title) for title, text in TEXTS.items()))


@pytest.fixture
def reranker(settings: Any, tmp_path: Path) -> None:
    """Scores a passage by how many different words it shares with the question."""
    settings.RERANKER_PATH = str(write_cross_encoder(tmp_path / "overlap", WORDS))


@pytest.mark.usefixtures("library")
def test_a_search_is_answered_in_the_order_of_the_reranker(settings: Any, tmp_path: Path) -> None:
    settings.RERANKER_PATH = str(write_cross_encoder(tmp_path / "overlap", WORDS))
    assert titles() == ["answers", "beside", "repeats"]
    settings.RERANKER_PATH = str(write_cross_encoder(tmp_path / "reverse", WORDS, columns=[-1]))
    assert titles() == ["repeats", "beside", "answers"]
    assert [group.passages[0].document_id for group in ranked(user=make_admin(), query=QUESTION)] == [
        group.document.pk for group in search(user=make_admin(), query=QUESTION).groups
    ]


@pytest.mark.usefixtures("library", "reranker")
def test_only_the_first_are_reordered(settings: Any) -> None:
    settings.RERANKER_PATH, folder = "", settings.RERANKER_PATH
    found = titles()
    settings.RERANKER_PATH, settings.RERANK_TOP = folder, 1
    assert titles() == found
    settings.RERANK_TOP = 2
    assert titles()[2] == found[2]


@pytest.mark.usefixtures("index_db")
def test_a_part_number_that_the_reranker_has_never_read_stays_on_the_first_page(settings: Any, tmp_path: Path) -> None:
    words = ["the", "pump", "part", "order", "who", "keeps", "in"]
    index(*(make_document(text=f"The pump part order {n}, who keeps the pump in order.") for n in range(12)))
    index(make_document(text="Item TIKA-1226: see list.", title="right"))
    settings.RERANKER_PATH = str(write_cross_encoder(tmp_path / "overlap", words))
    assert "right" in titles("who keeps the pump part TIKA-1226 in order")[:FIRST_PAGE]


def failing(*_: object) -> list[float]:
    raise RerankerUnavailable("out of order")


@pytest.mark.usefixtures("library", "reranker")
def test_a_reranker_that_fails_leaves_the_order_and_it_is_said(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RERANKER_PATH, folder = "", settings.RERANKER_PATH
    found = titles()
    settings.RERANKER_PATH = folder
    monkeypatch.setattr("search.rerankers.CrossEncoder.scores", failing)
    page = search(user=make_admin(), query=QUESTION)
    assert [group.document.title for group in page.groups] == found
    assert page.problems == [TOLD]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("name", "value"),
    [("RERANKER_PATH", "/nowhere"), ("RERANKER_URL", "http://127.0.0.1:9"), ("RERANKER_URL", "nonsense")],
)
def test_a_reranker_that_is_not_there_leaves_the_results(settings: Any, name: str, value: str) -> None:
    setattr(settings, name, value)
    page = search(user=make_admin(), query=QUESTION)
    assert len(page.groups) == 3
    assert page.problems == [TOLD]


@pytest.mark.usefixtures("library", "reranker")
def test_where_nothing_is_found_nothing_is_said() -> None:
    page = search(user=make_admin(), query='"no such phrase"')
    assert (page.groups, page.problems) == ([], [])
