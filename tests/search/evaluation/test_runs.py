"""Runs are written so that other programs read them, and read as they were written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.evaluation.runs import Answer, Result, UnreadableRun, read_run, write_run

PLACED = Result("a.pdf", 3, "the notice", ((4, 10),))


@pytest.mark.parametrize(
    ("result", "row"),
    [
        (PLACED, {"doc": "a.pdf", "page": 3, "text": "the notice", "highlights": [[4, 10]]}),
        (Result("b.docx", None, "words", ()), {"doc": "b.docx", "text": "words", "highlights": []}),
        (Result("a.pdf", 3), {"doc": "a.pdf", "page": 3}),
        (Result("31715818"), "31715818"),
    ],
)
def test_what_is_written_is_what_is_read(tmp_path: Path, result: Result, row: object) -> None:
    path = tmp_path / "run.jsonl"
    write_run(path, [Answer("q", (result,), 12.34)])
    assert json.loads(path.read_text(encoding="utf-8")) == {"id": "q", "results": [row], "ms": 12.3}
    assert read_run(path) == {"q": Answer("q", (result,), 12.3)}


texts = st.text(st.characters(exclude_categories=["Cs"]))


results = st.lists(st.builds(Result, texts, st.integers(1, 99), texts, st.just(((0, 1),))), max_size=3)


@settings(max_examples=30)
@given(st.dictionaries(texts, results, max_size=3))
def test_any_run_survives(tmp_path_factory: pytest.TempPathFactory, rows: dict[str, list[Result]]) -> None:
    path = tmp_path_factory.getbasetemp() / "any-run.jsonl"
    answers = {key: Answer(key, tuple(results)) for key, results in rows.items()}
    write_run(path, answers.values())
    assert read_run(path) == answers


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "is no run"), ("[]", "is no run"), ('{"results": []}', "is no run: 'id'"), ("\udcff", "is no run")],
)
def test_what_is_no_run_is_said_to_be_none(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(UnreadableRun, match=sentence):
        read_run(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableRun, match=r"run\.jsonl: No such file"):
        read_run(tmp_path / "run.jsonl")
