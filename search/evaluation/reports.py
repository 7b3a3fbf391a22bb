"""What an evaluation found, as lines for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from documents.management.library_command import counted
from search.evaluation.proof import Proof
from search.evaluation.running import Outcome
from search.evaluation.scores import Column, Compared, overall

MOST_VIOLATIONS = 20


def measure_lines(columns: Iterable[Column]) -> list[str]:
    """A measure a line, with its interval of 95 %."""
    rows = [(column.name, column.estimate) for column in columns]
    return [
        f"{name:<11}{_figure(name, one.value):>8}  [{_figure(name, one.low)}, {_figure(name, one.high)}]"
        for name, one in rows
    ]


def comparison_lines(compared: Sequence[Compared]) -> list[str]:
    """A measure a line: before, now, the difference with its interval of 95 %, the verdict; then one sentence."""
    lines = []
    for one in compared:
        gain = one.difference.estimate
        value, low, high = (_signed(one.name, number) for number in (gain.value, gain.low, gain.high))
        figures = f"{_figure(one.name, one.base):>8} -> {_figure(one.name, one.new):<8}"
        lines.append(f"{one.name:<11}{figures} {value:>8}  [{low}, {high}]  {one.difference.verdict}")
    return [*lines, overall(compared)]


def proof_lines(proof: Proof) -> list[str]:
    """How much of what was shown holds, and the violations by name."""
    lines = [f"{'proved':<11}{proof.share:>8.3f}  ({proof.checked - proof.wrong:,} of {proof.checked:,})"]
    lines += [f"VIOLATION {sentence}" for sentence in proof.violations[:MOST_VIOLATIONS]]
    if (more := len(proof.violations) - MOST_VIOLATIONS) > 0:
        lines.append(f"and {more:,} more")
    return lines


def outcome_lines(outcome: Outcome, path: Path) -> list[str]:
    """What people read of one way of asking."""
    problems = (f"{counted(count, 'time')}: {problem}" for problem, count in outcome.problems.items())
    heading = f"{counted(len(outcome.questions), 'question')} {outcome.way}: {path}"
    return [heading, *problems, *measure_lines(outcome.columns), *proof_lines(outcome.proof)]


def outcome_as_json(outcome: Outcome, path: Path, compared: Sequence[Compared] | None) -> dict[str, object]:
    proof, generation = outcome.proof, outcome.way.generation
    row = {
        "run": str(path),
        "within_document": outcome.way.is_within_document,
        "candidate": generation.pk if generation else None,
        "problems": outcome.problems,
        "measures": {column.name: _measure_as_json(column) for column in outcome.columns},
        "proof": {"share": proof.share, "checked": proof.checked, "violations": list(proof.violations)},
    }
    if compared is None:
        return row
    return row | {"compared": {one.name: _compared_as_json(one) for one in compared}, "verdict": overall(compared)}


def _measure_as_json(column: Column) -> dict[str, object]:
    found = column.estimate
    return {"value": found.value, "low": found.low, "high": found.high, "questions": len(column.values)}


def _compared_as_json(compared: Compared) -> dict[str, object]:
    gain = compared.difference.estimate
    return {
        "base": compared.base,
        "new": compared.new,
        "difference": gain.value,
        "low": gain.low,
        "high": gain.high,
        "verdict": compared.difference.verdict,
    }


def _figure(name: str, value: float) -> str:
    return f"{value:.0f}" if _is_time(name) else f"{value:.3f}"


def _signed(name: str, value: float) -> str:
    digits = 0 if _is_time(name) else 3
    return f"{round(value, digits) + 0.0:+.{digits}f}"  # and no minus before a nought


def _is_time(name: str) -> bool:
    return name.startswith("ms ")
