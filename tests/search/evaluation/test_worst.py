"""The questions to look at first."""

from __future__ import annotations

from search.evaluation.benches import Question
from search.evaluation.runs import Answer, Result
from search.evaluation.worst import worst


def question(key: str, *pages: int) -> Question:
    return Question(key, f"Question {key}?", "", "a.pdf", pages)


def answer(key: str, *pages: int) -> Answer:
    return Answer(key, tuple(Result("a.pdf", page, "x") for page in pages))


def test_the_worst_come_first_and_the_good_not_at_all() -> None:
    questions = [question("good", 1), question("second", 2), question("fourth", 4), question("lost", 9, 10)]
    run = {one.id: answer(one.id, 1, 2, 3, 4) for one in questions}
    found = worst(questions, run, 10)
    assert [miss.question.id for miss in found] == ["lost", "fourth", "second"]
    assert [str(miss) for miss in found[:2]] == [
        "lost: a.pdf, page 9, 10, not found; first was a.pdf, page 1\n    Question lost?",
        "fourth: a.pdf, page 4, at place 4; first was a.pdf, page 1\n    Question fourth?",
    ]
    assert len(worst(questions, run, 1)) == 1
    assert worst(questions, run, 0) == []


def test_a_question_without_an_answer_is_the_worst_there_is() -> None:
    assert str(worst([question("q", 1)], {}, 5)[0]).startswith("q: a.pdf, page 1, not found; first was nothing")


def test_where_documents_count_they_are_named() -> None:
    asked = Question("1", "Claim?", grades={"7": 1, "5": 2})
    run = {"1": Answer("1", (Result("9"), Result("7")))}
    assert str(worst([asked], run, 5)[0]) == "1: 5, 7 at place 2; first was 9\n    Claim?"
