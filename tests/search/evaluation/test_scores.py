"""The figures of a run, and what became of them since another."""

from __future__ import annotations

from pathlib import Path

import pytest

from search.evaluation.benches import Bench, Question, Reference
from search.evaluation.runs import Answer, Result
from search.evaluation.scores import Column, columns, compare, overall, worsened

QUESTIONS = tuple(Question(f"q{n}", "?", "?", "a.pdf", (n,)) for n in range(1, 41))
NO_REFERENCE = Reference(Path("/nowhere"))


def bench(*, is_ranking: bool = False) -> Bench:
    return Bench(Path("b"), (), QUESTIONS, is_ranking, NO_REFERENCE)


def run(right: int, ms: float = 10.0) -> dict[str, Answer]:
    """The first `right` questions have the right page, the others page 99."""
    rows = enumerate(QUESTIONS, 1)
    return {one.id: Answer(one.id, (Result("a.pdf", n if n <= right else 99, "x", ()),), ms + n) for n, one in rows}


def by_name(found: list[Column]) -> dict[str, Column]:
    return {column.name: column for column in found}


def test_every_measure_is_a_figure_over_all_questions() -> None:
    found = by_name(columns(bench(), QUESTIONS, run(10)))
    assert found["hit@1"].estimate.value == 0.25
    assert found["citeP@5"].estimate.value == pytest.approx(0.05)
    assert found["doc@1"].estimate.value == 1
    assert found["ms p50"].estimate.value == 31
    assert found["ms p95"].estimate.value == 49
    assert "faith@5" not in found  # there is no reference text


def test_a_question_without_an_answer_found_nothing() -> None:
    answered = {key: answer for key, answer in run(40).items() if key in {"q1", "q2"}}
    found = by_name(columns(bench(), QUESTIONS, answered))
    assert found["hit@1"].estimate.value == pytest.approx(2 / 40)
    assert len(found["ms p50"].values) == 2


def test_what_is_clearly_better_or_worse_is_said_to_be() -> None:
    low, high = columns(bench(), QUESTIONS, run(10)), columns(bench(), QUESTIONS, run(30, ms=20))
    up = {one.name: one for one in compare(high, low)}
    assert (up["hit@1"].base, up["hit@1"].new, up["hit@1"].difference.verdict) == (0.25, 0.75, "better")
    assert up["doc@1"].difference.verdict == "same"
    assert up["ms p50"].difference.verdict == "worse"
    down = compare(low, high)
    assert worsened(down, ["citeP@1", "doc@1"]) == ["citeP@1"]
    assert worsened(down, ["doc@1"]) == []
    assert worsened(compare(high, low), ["ms p50", "hit@1"]) == ["ms p50"]


def test_only_what_both_runs_have_is_compared() -> None:
    base = columns(bench(), QUESTIONS[:5], run(5))
    new = columns(bench(), QUESTIONS, run(0))
    hit = next(one for one in compare(new, base) if one.name == "hit@1")
    assert (hit.base, hit.new) == (1, 0)
    assert compare(new, []) == []
    elsewhere = [Column("hit@1", {"other": 1.0})]
    assert compare(elsewhere, base) == []


@pytest.mark.parametrize(
    ("base", "new", "sentence"),
    [
        (10, 10, "Nothing has changed that could not be chance."),
        (10, 30, "Better in hit@1; 1 of 2 measures are the same within chance."),
        (30, 10, "Worse in hit@1; 1 of 2 measures are the same within chance."),
    ],
)
def test_all_verdicts_make_one_sentence(base: int, new: int, sentence: str) -> None:
    before, after = (
        [one for one in columns(bench(), QUESTIONS, run(right)) if one.name in {"hit@1", "doc@1"}]
        for right in (base, new)
    )
    assert overall(compare(after, before)) == sentence
