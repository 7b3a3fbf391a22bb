"""What an answer is worth: every figure by hand, and on chosen runs the same as another program says."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from math import log2
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.evaluation.benches import Bench, GoldSpan, Question, read_bench
from search.evaluation.measures import first_right, measured, page_measures, ranking_measures, text_measures
from search.evaluation.projection import Projection, project
from search.evaluation.runs import Answer, Result, write_run
from search.evaluation.scores import Column, columns
from tests.corpus import needs_corpus


class Texts:
    """Two pages of one document."""

    PAGES = {1: "The supplier shall deliver the goods.", 2: "The notice period is six months. Law of Texas."}

    def page(self, doc: str, page: int | None) -> Projection:
        return project(self.PAGES.get(page or 0, "") if doc == "a.pdf" else "")


QUESTION = Question("q", "?", "?", "a.pdf", (2, 3), (GoldSpan(2, 4, 31),))


def pages(*named: tuple[str, int | None]) -> list[Result]:
    return [Result(doc, page) for doc, page in named]


def test_pages_are_judged_where_they_are_first_named() -> None:
    found = page_measures(QUESTION, pages(("b.pdf", 2), ("b.pdf", 2), ("a.pdf", 2), ("a.pdf", 9), ("a.pdf", 3)))
    ideal = 1 + 1 / log2(3)
    assert found == {
        "hit@1": 0,
        "hit@3": 1,
        "hit@5": 1,
        "hit@10": 1,
        "recall@10": 1,
        "MRR@10": 0.5,
        "nDCG@10": pytest.approx((1 / log2(3) + 1 / log2(5)) / ideal),
        "doc@1": 0,
        "citeP@1": 0,
        "citeP@5": 0.4,
    }


def test_results_that_are_not_there_are_not_right_ones() -> None:
    found = page_measures(QUESTION, pages(("a.pdf", 2), ("a.pdf", 2)))
    assert (found["citeP@1"], found["citeP@5"], found["recall@10"]) == (1, 0.4, 0.5)


def test_what_comes_after_ten_pages_does_not_count() -> None:
    found = page_measures(QUESTION, pages(*(("b.pdf", n) for n in range(10)), ("a.pdf", 2)))
    assert set(found.values()) == {0}


def test_a_question_without_results_counts_as_one_that_found_nothing() -> None:
    found = measured(QUESTION, None, Texts(), is_ranking=False)
    assert set(found.values()) == {0}
    assert {"hit@1", "faith@5", "charP@5", "charR@5"} <= set(found)


def test_of_a_document_without_pages_only_the_document_is_judged() -> None:
    assert page_measures(Question("q", "?", doc="a.docx"), pages(("a.docx", None))) == {"doc@1": 1}


SHOWN = [
    Result("a.pdf", 2, "notice peri-\nod is six months", ((0, 6),)),
    Result("a.pdf", 1, "Law of Texas.", ()),
    Result("a.pdf", 2, "is six months. Law of Texas.", ()),
]


def test_what_is_shown_is_compared_with_what_is_right_letter_by_letter() -> None:
    found = text_measures(QUESTION, SHOWN, Texts())
    gold, third = 23, 9
    assert found == {
        "faith@5": pytest.approx(2 / 3),
        "charP@1": 1,
        "charR@1": 1,
        "charP@3": pytest.approx(gold / (gold + 1 + third)),
        "charR@3": 1,
        "charP@5": pytest.approx(gold / (gold + 1 + third)),
        "charR@5": 1,
        "hlP@1": 1,
        "hlR@1": pytest.approx(6 / 23),
    } | {name: pytest.approx(value) for name, value in _expected_of(SHOWN).items()}


def _expected_of(results: Sequence[Result]) -> dict[str, float]:
    """The same by sets of places."""
    page = project(Texts.PAGES[2]).signs
    gold = project(Texts.PAGES[2][4:31]).signs
    right = set(range(page.index(gold), page.index(gold) + len(gold)))
    shown: set[int] = set()
    for one in results:
        signs = project(one.text or "").signs
        if one.page == 2:
            shown |= set(range(page.index(signs), page.index(signs) + len(signs)))
    return {"charP@3": len(shown & right) / len(shown), "charR@3": len(shown & right) / len(right)}


def test_without_spans_only_the_faith_is_judged() -> None:
    assert text_measures(Question("q", "?", "?", "a.pdf", (2,)), SHOWN, Texts()).keys() == {"faith@5"}


def test_a_text_that_is_not_on_its_page_is_not_faithful() -> None:
    near = Result("a.pdf", 2, "The notice period is six weeks.")
    other = Result("b.pdf", 2, "The notice period is six months.")
    assert text_measures(QUESTION, [near, other], Texts())["faith@5"] == 0


def test_documents_are_ranked_by_their_grades() -> None:
    found = ranking_measures({"1": 2, "2": 1, "3": 1}, ["9", "1", "1", "2", *map(str, range(10, 30)), "3"])
    ideal = 2 + 1 / log2(3) + 1 / log2(4)
    assert found["nDCG@10"] == pytest.approx((2 / log2(3) + 1 / log2(4)) / ideal)
    assert found["recall@10"] == pytest.approx(2 / 3)
    assert found["recall@100"] == 1


named_pages = st.lists(st.tuples(st.sampled_from(["a.pdf", "b.pdf"]), st.integers(1, 6)), max_size=14)


@given(named_pages, st.sets(st.integers(1, 6), min_size=1))
def test_every_measure_is_a_share_and_the_right_pages_first_are_worth_all(
    named: list[tuple[str, int]], gold: set[int]
) -> None:
    question = Question("q", "?", doc="a.pdf", gold_pages=tuple(sorted(gold)))
    found = page_measures(question, pages(*named))
    assert all(0 <= value <= 1 for value in found.values())
    assert found["hit@1"] <= found["hit@3"] <= found["hit@5"] <= found["hit@10"]
    assert (found["hit@10"] > 0) == (found["MRR@10"] > 0) == (found["recall@10"] > 0)
    perfect = page_measures(question, pages(*(("a.pdf", page) for page in gold), *named))
    assert perfect["nDCG@10"] == pytest.approx(1)
    assert perfect["MRR@10"] == perfect["recall@10"] == perfect["doc@1"] == 1


def test_the_place_of_the_first_right_page() -> None:
    assert first_right(QUESTION, pages(("a.pdf", 1), ("a.pdf", 1), ("a.pdf", 3))) == 2
    assert first_right(QUESTION, pages(("a.pdf", 1))) is None
    assert first_right(Question("q", "?", doc="a.docx"), pages(("b.docx", None), ("a.docx", None))) == 2
    assert first_right(Question("q", "?", grades={"7": 1}), pages(("5", None), ("7", None))) == 2


OTHER_NAMES = {"rec@10": "recall@10", "mrr@10": "MRR@10", "ndcg@10": "nDCG@10"}


@needs_corpus
@pytest.mark.long
def test_the_figures_are_those_of_another_program(tmp_path: Path) -> None:
    folder = Path(os.environ["PINCITE_CORPUS"]) / "bench"
    judge = _module(folder / "score.py")
    path = next(one.parent for one in folder.glob("*/questions.jsonl"))
    bench = read_bench(path)
    run = _made_up_run(bench, random.Random(1))
    write_run(tmp_path / "run.jsonl", run.values())
    rows = {row["id"]: row for row in map(json.loads, (tmp_path / "run.jsonl").read_text("utf-8").splitlines())}
    reference = judge.Ref(str(path))
    questions = [json.loads(line) for line in (path / "questions.jsonl").read_text("utf-8").splitlines()]
    scored = [judge.score(question, rows.get(question["id"]), reference) for question in questions]
    names = {name for row in scored for name in row} - {"ms"}
    found = {column.name: column for column in columns(bench, bench.questions, run)}
    assert {OTHER_NAMES.get(name, name) for name in names} == {name for name in found if not name.startswith("ms ")}
    for name in names:
        expected = sum(row.get(name, 0.0) for row in scored) / len(scored)
        assert figure(found[OTHER_NAMES.get(name, name)]) == pytest.approx(expected, abs=1e-9), name


@needs_corpus
@pytest.mark.long
def test_the_figures_of_rankings_are_those_of_another_program(tmp_path: Path) -> None:
    folder, dice = Path(os.environ["PINCITE_CORPUS"]) / "bench", random.Random(2)
    path = next(one.parent for one in folder.glob("*/corpus.jsonl"))
    bench = read_bench(path)
    run = {}
    for question in bench.questions[::3]:
        names = [*question.grades, *(source.name for source in dice.sample(bench.sources, 30))]
        dice.shuffle(names)
        run[question.id] = Answer(question.id, tuple(map(Result, names)))
    write_run(tmp_path / "run.jsonl", run.values())
    command = [sys.executable, str(folder / "score_ir.py"), str(path), str(tmp_path / "run.jsonl")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    expected = {name: float(value) for name, value in map(str.split, printed)}
    found = {column.name.lower(): figure(column) for column in columns(bench, bench.questions, run)}
    assert found == {name: pytest.approx(value, abs=6e-5) for name, value in expected.items()}


def figure(column: Column) -> float:
    return column.statistic(list(column.values.values()))


def _made_up_run(bench: Bench, dice: random.Random) -> dict[str, Answer]:
    """Right and wrong pages, texts as they are and mangled, questions that nobody answered."""
    run = {}
    for question in bench.questions[::2]:
        results = []
        for _ in range(dice.randrange(8)):
            page = dice.choice([*question.gold_pages, dice.randrange(1, 8)])
            results.append(_piece_of(bench, question.doc, page, dice))
        run[question.id] = Answer(question.id, tuple(results), dice.random() * 100)
    return run


def _piece_of(bench: Bench, doc: str, page: int, dice: random.Random) -> Result:
    signs = bench.reference.page(doc, page).signs or "nothing"
    start = dice.randrange(len(signs))
    text = signs[start : start + dice.randrange(20, 160)]
    if dice.random() < 0.3:
        text = f"{text[:14]} —?— {text[16:]}"
    return Result(doc, page, text, ((0, min(len(text), 18)),))


def _module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
