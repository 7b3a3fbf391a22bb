"""All questions of a bench, asked in one way or in several, proved and measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from documents.querysets import AnyUser
from search.evaluation.asking import Asker
from search.evaluation.benches import Bench, Question
from search.evaluation.library import Shelf
from search.evaluation.proof import Proof, Prover
from search.evaluation.runs import Answer, Run
from search.evaluation.scores import Column, Compared, columns, compare
from search.models import Generation


@dataclass(frozen=True, slots=True)
class Way:
    """One way to ask: of every document or of the right one alone; of the active generation, or of another."""

    is_within_document: bool = False
    generation: Generation | None = None

    def __str__(self) -> str:
        where = "within the document" if self.is_within_document else "in the whole collection"
        return where if self.generation is None else f"{where}, {self.generation}"

    def beside(self, path: Path) -> Path:
        """The file of this way, where `path` is that of the plainest one."""
        words = ["within"] * self.is_within_document + ["candidate"] * (self.generation is not None)
        return path.with_name("-".join([path.stem, *words]) + path.suffix)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one way of asking came to. `problems` counts how often the product said that something was wrong."""

    way: Way
    questions: Sequence[Question]
    run: Run
    proof: Proof
    columns: Sequence[Column]
    problems: dict[str, int]


@dataclass(frozen=True, slots=True)
class Trial:
    """A bench whose documents are in the library, the questions that are asked of them, and who asks."""

    bench: Bench
    questions: Sequence[Question]
    shelf: Shelf
    user: AnyUser

    def ask(self, ways: Sequence[Way], tell: Callable[[], object] = lambda: None) -> list[Outcome]:
        """Every question, one after another, in all `ways`; `tell` is called after each.

        The ways take turns, so that whatever else keeps the machine busy slows them all alike.
        """
        takings = [_Taking(way, self._asker(way)) for way in ways]
        prover = Prover()
        for question in self.questions:
            for taking in takings:
                taking.ask(question, prover)
            tell()
        return [taking.outcome(self) for taking in takings]

    def _asker(self, way: Way) -> Asker:
        return Asker(self.user, self.shelf, way.generation, way.is_within_document, self.bench.is_ranking)

    def compare(self, outcome: Outcome, base: Run) -> list[Compared]:
        """An outcome with a run of before, by the questions that this has an answer to."""
        common = [question for question in self.questions if question.id in base]
        return compare(outcome.columns, columns(self.bench, common, base))


@dataclass(slots=True)
class _Taking:
    """The answers of one way as they come in, each proved at once."""

    way: Way
    asker: Asker
    run: dict[str, Answer] = field(default_factory=dict)
    proof: Proof = field(default_factory=Proof)
    problems: Counter[str] = field(default_factory=Counter)

    def ask(self, question: Question, prover: Prover) -> None:
        asked = self.asker.ask(question)
        self.proof += prover.prove(asked)
        self.run[question.id] = asked.answer
        self.problems.update(asked.problems)

    def outcome(self, trial: Trial) -> Outcome:
        figures = columns(trial.bench, trial.questions, self.run)
        return Outcome(self.way, trial.questions, self.run, self.proof, figures, dict(self.problems))
