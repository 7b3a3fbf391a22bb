"""The questions that went worst, for a person to look at. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from search.evaluation.benches import Question
from search.evaluation.measures import first_right
from search.evaluation.runs import Run


@dataclass(frozen=True, slots=True)
class Miss:
    """`place` is that of the first right page (or document) from 1, None where it was not found at all."""

    question: Question
    place: int | None
    wanted: str
    first: str

    def __str__(self) -> str:
        place = "not found" if self.place is None else f"at place {self.place}"
        return f"{self.question.id}: {self.wanted} {place}; first was {self.first}\n    {self.question.text}"


def worst(questions: Iterable[Question], run: Run, count: int) -> list[Miss]:
    """At most `count` questions of which the right page does not come first, the worst first."""
    misses = (_miss(question, run) for question in questions)
    missed = [miss for miss in misses if miss.place != 1]
    return sorted(missed, key=lambda miss: -(miss.place or 10**9))[:count]


def _miss(question: Question, run: Run) -> Miss:
    results = run[question.id].results if question.id in run else ()
    first = _place(results[0].doc, results[0].page) if results else "nothing"
    return Miss(question, first_right(question, results), _wanted(question), first)


def _wanted(question: Question) -> str:
    if question.grades:
        return ", ".join(sorted(question.grades))
    pages = ", ".join(map(str, question.gold_pages))
    return f"{question.doc}, page {pages}," if pages else question.doc


def _place(doc: str, page: int | None) -> str:
    return doc if page is None else f"{doc}, page {page}"
