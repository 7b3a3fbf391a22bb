"""The figures of a run: every measure over all questions, and what became of them since another run. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from search.evaluation.benches import Bench, Question
from search.evaluation.intervals import Difference, Estimate, Statistic, difference, estimate, mean, percentile
from search.evaluation.measures import MARKS, measured
from search.evaluation.runs import Run

PAGE_ACCURACY = ("citeP@1", "citeP@5", "faith@5")
"""What may never get worse: whether the page that is named is the right one, and holds the words."""

LATENCIES = {"ms p50": percentile(0.50), "ms p95": percentile(0.95)}


@dataclass(frozen=True, slots=True)
class Column:
    """One measure: a value for each question for which it says anything."""

    name: str
    values: Mapping[str, float]
    statistic: Statistic = mean
    lower_is_better: bool = False

    @property
    def estimate(self) -> Estimate:
        return estimate(list(self.values.values()), self.statistic)


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure in two runs, over the questions that both have; `base` and `new` are the figures over these."""

    name: str
    base: float
    new: float
    difference: Difference


def columns(bench: Bench, questions: Iterable[Question], run: Run) -> list[Column]:
    """The measures of a run, and how long it took. A question without an answer counts as one that found nothing."""
    asked = list(questions)
    texts = bench.reference if _tells(run, "text") and bench.reference.exists else None
    rows = {one.id: measured(one, run.get(one.id), texts, is_ranking=bench.is_ranking) for one in asked}
    names = dict.fromkeys(name for row in rows.values() for name in row)
    if not _tells(run, "highlights"):
        names = {name: None for name in names if name not in MARKS}
    found = [Column(name, {key: row[name] for key, row in rows.items() if name in row}) for name in names]
    return found + _latencies(asked, run)


def _tells(run: Run, name: str) -> bool:
    """Whether a run says anything of that kind: another program may name pages alone."""
    return any(getattr(result, name) is not None for answer in run.values() for result in answer.results)


def compare(new: Sequence[Column], base: Sequence[Column]) -> list[Compared]:
    """The measures that both have, question by question."""
    by_name = {column.name: column for column in base}
    both = ((column, by_name[column.name]) for column in new if column.name in by_name)
    return [found for column, other in both if (found := _compared(column, other)) is not None]


def overall(compared: Sequence[Compared]) -> str:
    """All verdicts in one sentence."""
    better = [one.name for one in compared if one.difference.verdict == "better"]
    worse = [one.name for one in compared if one.difference.verdict == "worse"]
    if not better and not worse:
        return "Nothing has changed that could not be chance."
    parts = [f"better in {', '.join(better)}" if better else "", f"worse in {', '.join(worse)}" if worse else ""]
    sentence = " and ".join(part for part in parts if part)
    same = len(compared) - len(better) - len(worse)
    return f"{sentence[:1].upper()}{sentence[1:]}; {same} of {len(compared)} measures are the same within chance."


def worsened(compared: Iterable[Compared], names: Iterable[str]) -> list[str]:
    """Those of the measures `names` that are worse."""
    watched = set(names)
    return [one.name for one in compared if one.name in watched and one.difference.verdict == "worse"]


def _compared(new: Column, base: Column) -> Compared | None:
    common = [key for key in new.values if key in base.values]
    if not common:
        return None
    values, others = [new.values[key] for key in common], [base.values[key] for key in common]
    gain = difference(values, others, new.statistic, lower_is_better=new.lower_is_better)
    return Compared(new.name, new.statistic(others), new.statistic(values), gain)


def _latencies(questions: Sequence[Question], run: Run) -> list[Column]:
    times = {one.id: float(run[one.id].ms or 0) for one in questions if one.id in run and run[one.id].ms is not None}
    return [Column(name, times, of, lower_is_better=True) for name, of in LATENCIES.items()] if times else []
