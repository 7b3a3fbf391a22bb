"""`manage.py evaluate`, as an operator sees it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from documents.models import Collection, Document
from search.evaluation import proof
from search.evaluation.benches import read_bench
from search.evaluation.runs import read_run
from search.generations import new_generation, wanted_generation
from tests.factories import index, make_collection, make_document

pytestmark = pytest.mark.usefixtures("index_db")

QUESTIONS = [
    {"id": "rent", "question": "When is the rent due?", "doc": "lease.txt", "gold_pages": [2]},
    {"id": "paint", "question": "Who paints the walls?", "doc": "lease.txt", "gold_pages": [2]},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bench whose only document is in the library already, by its bytes."""
    folder = tmp_path / "leases"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "lease.txt").write_text("bytes")
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    monkeypatch.chdir(tmp_path)
    pages = ["Lease.", "The rent is due monthly. The landlord paints the walls."]
    index(make_document(pages=pages, collection=make_collection("Evaluation: leases")))
    Document.objects.update(file_sha256=read_bench(folder).sources[0].digest)
    return folder


def run(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("evaluate", *map(str, arguments), stdout=out, stderr=out, no_color=True)
    return out.getvalue()


def test_the_answers_are_proved_measured_written_and_compared(folder: Path) -> None:
    shown = run(folder, "--worst", 3)
    assert "2 questions in the whole collection: evaluation-leases.jsonl\n" in shown
    assert "hit@1         1.000  [1.000, 1.000]\n" in shown
    assert "proved        1.000  (" in shown
    assert "Putting" not in shown
    answers = read_run(Path("evaluation-leases.jsonl"))
    assert [(key, one.results[0].page) for key, one in answers.items()] == [("rent", 2), ("paint", 2)]
    again = run(folder, "--base", "evaluation-leases.jsonl", "--run", "again.jsonl", "--gate", "hit@1")
    assert "hit@1         1.000 -> 1.000      +0.000  [+0.000, +0.000]  same\n" in again
    assert Path("again.jsonl").exists()
    assert Collection.objects.count() == 1


def test_both_ways_have_files_of_their_own_and_programs_get_json(folder: Path) -> None:
    document = json.loads(run(folder, "--both", "--json", "--limit", 1))
    assert (document["bench"], document["questions"]) == ("leases", 1)
    assert [one["run"] for one in document["runs"]] == ["evaluation-leases.jsonl", "evaluation-leases-within.jsonl"]
    assert [one["within_document"] for one in document["runs"]] == [False, True]
    assert list(read_run(Path("evaluation-leases-within.jsonl"))) == ["rent"]


def test_an_untruth_ends_with_an_exit_status(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "_page_problems", lambda revision, shown: iter(["it stands elsewhere"]))
    out = io.StringIO()
    with pytest.raises(CommandError, match="is not to the letter on the page named for it") as raised:
        call_command("evaluate", str(folder), stdout=out, no_color=True)
    assert raised.value.returncode == 1
    assert "VIOLATION rent: document" in out.getvalue()


@pytest.mark.long
def test_the_gate_closes_where_page_accuracy_is_worse(folder: Path) -> None:
    rows = [{"id": f"q{n}", "question": "Zebra?", "doc": "lease.txt", "gold_pages": [2]} for n in range(9)]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)))
    right = {"doc": "lease.txt", "page": 2, "text": "x", "highlights": []}
    base = [{"id": one["id"], "results": [right] * 5, "ms": 1} for one in rows[:8]]
    Path("base.jsonl").write_text("\n".join(map(json.dumps, base)))
    assert "1 question not in the base" in run(folder, "--base", "base.jsonl")
    with pytest.raises(CommandError, match="Worse than before: citeP@1, citeP@5"):
        run(folder, "--base", "base.jsonl", "--gate")
    with pytest.raises(CommandError, match="There is no measure hit@2"):
        run(folder, "--base", "base.jsonl", "--gate", "hit@2")


def test_a_candidate_is_compared_only_where_it_holds_every_document(folder: Path) -> None:
    with pytest.raises(CommandError, match="There is no candidate"):
        run(folder, "--candidate")
    candidate = new_generation(wanted_generation(), is_candidate=True)
    with pytest.raises(CommandError, match=r"lacks 1 document: lease\.txt"):
        run(folder, "--candidate")
    with pytest.raises(CommandError, match=rf"There is no candidate {candidate.pk + 1}"):
        run(folder, "--candidate", candidate.pk + 1)


@pytest.fixture
def ranking_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "abstracts"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text('{"_id": "1", "text": "Words."}')
    (folder / "queries.jsonl").write_text('{"_id": "1", "text": "Words?"}')
    (folder / "qrels" / "all.tsv").write_text("query\tdocument\tgrade\n1\t1\t1\n")
    return folder


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--gate"], "--gate needs something to compare with"),
        (["--both"], "cannot be asked within it"),
        (["--base", "gone.jsonl"], r"gone\.jsonl: No such file"),
        (["--limit", "0"], "it must be 1 or more"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_put_in(
    ranking_folder: Path, arguments: list[str], sentence: str
) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(ranking_folder, *arguments)
    assert Collection.objects.count() == 0


def test_a_folder_that_is_no_bench_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="neither"):
        run(tmp_path)


def test_an_empty_half_is_not_asked(ranking_folder: Path) -> None:
    half = read_bench(ranking_folder).questions[0].half
    with pytest.raises(CommandError, match="No question is left"):
        run(ranking_folder, "--half", 1 - half)
