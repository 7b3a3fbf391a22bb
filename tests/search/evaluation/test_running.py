"""All questions in all ways: the ways take turns, and every answer is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from search.evaluation.benches import Bench, Question, Reference
from search.evaluation.library import Shelf
from search.evaluation.running import Trial, Way
from search.evaluation.runs import Answer, Result
from search.generations import active_generation
from search.models import Generation
from search.shell import Operator
from tests.factories import index, make_document

CANDIDATE = Generation(pk=7, model="m", policy={"max_tokens": 128})


@pytest.mark.parametrize(
    ("way", "name", "words"),
    [
        (Way(), "run.jsonl", "in the whole collection"),
        (Way(is_within_document=True), "run-within.jsonl", "within the document"),
        (Way(True, CANDIDATE), "run-within-candidate.jsonl", "within the document, generation 7 (m, chunks of 128"),
    ],
)
def test_each_way_has_a_file_and_a_name_of_its_own(way: Way, name: str, words: str) -> None:
    assert way.beside(Path("there/run.jsonl")) == Path("there") / name
    assert str(way).startswith(words)


@pytest.mark.usefixtures("index_db")
def test_every_question_is_asked_in_every_way_and_proved() -> None:
    index(document := make_document(pages=["Front.", "The rent is due monthly."], title="a.pdf"))
    questions = (Question("q1", "rent", "rent", "a.pdf", (2,)), Question("q2", "zebra", "zebra", "a.pdf", (1,)))
    bench = Bench(Path("b"), (), questions, is_ranking=False, reference=Reference(Path("/nowhere")))
    trial = Trial(bench, questions, Shelf(document.collection, {document.pk: ("a.pdf",)}), Operator())
    told: list[str] = []
    ways = [Way(), Way(generation=active_generation())]
    plain, named = trial.ask(ways, lambda: told.append("asked"))
    assert (plain.way, named.way) == tuple(ways)
    assert told == ["asked", "asked"]
    assert list(plain.run) == ["q1", "q2"]
    assert plain.run["q1"].results == named.run["q1"].results
    assert (plain.proof.checked, plain.proof.wrong) == (4, 0)
    figures = {column.name: column.values for column in plain.columns}
    assert figures["hit@1"] == {"q1": 1.0, "q2": 0.0}
    gone = {"q1": Answer("q1", (Result("a.pdf", 1),))}
    (hit,) = [one for one in trial.compare(plain, gone) if one.name == "hit@1"]
    assert (hit.base, hit.new, hit.difference.verdict) == (0.0, 1.0, "better")
