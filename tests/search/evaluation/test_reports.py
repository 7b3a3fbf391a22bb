"""What people and programs read of an evaluation."""

from __future__ import annotations

from pathlib import Path

from search.evaluation.benches import Question
from search.evaluation.proof import Proof
from search.evaluation.reports import comparison_lines, outcome_as_json, outcome_lines, proof_lines
from search.evaluation.running import Outcome, Way
from search.evaluation.scores import Column, compare

HITS = Column("hit@1", {f"q{n}": float(n % 2) for n in range(40)})
ALL = Column("hit@1", {f"q{n}": 1.0 for n in range(40)})
TIMES = Column("ms p50", {f"q{n}": 20.4 for n in range(40)}, lower_is_better=True)
OUTCOME = Outcome(Way(), [Question("q0", "?")], {}, Proof(4, 0), [HITS, TIMES], {"No meanings.": 3})


def test_an_outcome_is_a_line_a_figure() -> None:
    heading, problem, hits, times, proof = outcome_lines(OUTCOME, Path("run.jsonl"))
    assert heading == "1 question in the whole collection: run.jsonl"
    assert problem == "3 times: No meanings."
    assert hits.startswith("hit@1         0.500  [0.3")
    assert times == "ms p50           20  [20, 20]"
    assert proof == "proved        1.000  (4 of 4)"


def test_violations_are_named_up_to_a_bound() -> None:
    lines = proof_lines(Proof(50, 25, tuple(f"q{n}: wrong" for n in range(25))))
    assert lines[:2] == ["proved        0.500  (25 of 50)", "VIOLATION q0: wrong"]
    assert lines[-1] == "and 5 more"
    assert len(lines) == 22


def test_a_comparison_says_before_now_difference_and_verdict() -> None:
    lines = comparison_lines(compare([ALL, TIMES], [HITS, TIMES]))
    assert lines[0].startswith("hit@1         0.500 -> 1.000      +0.500  [+0.3")
    assert lines[0].endswith("  better")
    assert lines[1] == "ms p50           20 -> 20             +0  [+0, +0]  same"
    assert lines[2] == "Better in hit@1; 1 of 2 measures are the same within chance."


def test_programs_get_the_same() -> None:
    row = outcome_as_json(OUTCOME, Path("run.jsonl"), compare([HITS], [ALL]))
    assert row["proof"] == {"share": 1.0, "checked": 4, "violations": []}
    assert (row["run"], row["within_document"], row["candidate"]) == ("run.jsonl", False, None)
    assert row["measures"]["hit@1"]["value"] == 0.5  # type: ignore[index]
    compared = row["compared"]["hit@1"]  # type: ignore[index]
    assert (compared["base"], compared["new"], compared["verdict"]) == (1.0, 0.5, "worse")
    assert row["verdict"] == "Worse in hit@1; 0 of 1 measures are the same within chance."
    assert "compared" not in outcome_as_json(OUTCOME, Path("run.jsonl"), None)
