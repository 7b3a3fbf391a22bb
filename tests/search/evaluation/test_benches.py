"""Folders of questions of either shape, and what is said of those that are neither."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from search.evaluation.benches import GoldSpan, Question, UnreadableBench, read_bench


def write_rows(path: Path, *rows: dict[str, Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def pages_bench(tmp_path: Path) -> Path:
    folder = tmp_path / "contracts"
    (folder / "docs").mkdir(parents=True)
    (folder / "text").mkdir()
    (folder / "docs" / "lease.txt").write_text("The rent is due monthly.")
    (folder / "docs" / ".hidden").write_text("Not a document.")
    with gzip.open(folder / "text" / "lease.txt.gz", "wt", encoding="utf-8") as file:
        file.write("The rent\fis due.")
    row = {"id": "q1", "question": "When is the rent of the lease due?", "question_nodoc": "When?", "doc": "lease.txt"}
    span = {"page": 2, "start": 3, "end": 7, "doc_start": 12, "doc_end": 16}
    write_rows(folder / "questions.jsonl", row | {"gold_pages": [2], "gold_char_span": [span], "gold_text": ["due"]})
    return folder


@pytest.fixture
def ranking_bench(tmp_path: Path) -> Path:
    folder = tmp_path / "abstracts"
    (folder / "qrels").mkdir(parents=True)
    write_rows(folder / "corpus.jsonl", {"_id": 4, "title": "Title", "text": "Words."}, {"_id": "5", "text": "Bare."})
    write_rows(folder / "queries.jsonl", {"_id": "1", "text": "Words?"}, {"_id": "2", "text": "Nobody judged this."})
    (folder / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\n1\t4\t2\n1\t5\t0\n")
    return folder


def test_questions_about_pages(pages_bench: Path) -> None:
    bench = read_bench(pages_bench)
    assert (bench.name, bench.is_ranking) == ("contracts", False)
    gold = (GoldSpan(2, 3, 7),)
    assert bench.questions == (Question("q1", "When is the rent of the lease due?", "When?", "lease.txt", (2,), gold),)
    (source,) = bench.sources
    assert (source.name, source.file_name, source.read()) == ("lease.txt", "lease.txt", b"The rent is due monthly.")
    assert source.digest == hashlib.sha256(b"The rent is due monthly.").hexdigest()


def test_the_reference_text_is_read_page_by_page(pages_bench: Path) -> None:
    reference = read_bench(pages_bench).reference
    assert reference.exists
    assert reference.page("lease.txt", 2).signs == "isdue"
    assert [reference.page("lease.txt", number).signs for number in (0, 3)] == ["", ""]
    assert reference.page("lease.txt", None).signs == "therent"
    assert reference.page("other.txt", 1).signs == ""


def test_a_question_without_the_name_of_its_document_is_asked_as_it_is(pages_bench: Path) -> None:
    write_rows(pages_bench / "questions.jsonl", {"id": 7, "question": "When?", "doc": "lease.txt"})
    assert read_bench(pages_bench).questions == (Question("7", "When?", "When?", "lease.txt"),)


def test_questions_about_documents(ranking_bench: Path) -> None:
    bench = read_bench(ranking_bench)
    assert bench.is_ranking
    assert [(one.name, one.title, one.file_name) for one in bench.sources] == [
        ("4", "Title", "4.txt"),
        ("5", "", "5.txt"),
    ]
    assert [one.read() for one in bench.sources] == [b"Title\n\nWords.\n", b"Bare.\n"]
    assert bench.questions == (Question(id="1", text="Words?", grades={"4": 2}),)


def test_halves_share_nothing_and_leave_nothing_and_stay() -> None:
    halves = [Question(f"q{n}", "?").half for n in range(100)]
    assert 35 < sum(halves) < 65
    assert halves[:8] == [Question(f"q{n}", "?").half for n in range(8)]
    assert set(halves) == {0, 1}


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("questions.jsonl", "", "0 questions about 1 documents"),
        ("questions.jsonl", "{", "line 1, is not JSON"),
        ("questions.jsonl", '{"id": 1, "doc": "lease.txt"}', "KeyError: 'question'"),
        ("questions.jsonl", '{"id": 1, "question": "?", "doc": "gone.pdf"}', "about gone.pdf, which it does not hold"),
        ("questions.jsonl", '{"id": 1, "question": "?", "doc": "lease.txt"}\n' * 2, "two questions of the same id"),
        ("questions.jsonl", "[]", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(pages_bench: Path, name: str, content: str, sentence: str) -> None:
    (pages_bench / name).write_text(content)
    with pytest.raises(UnreadableBench, match=sentence):
        read_bench(pages_bench)


def test_a_folder_that_is_no_bench_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableBench, match=r"neither questions\.jsonl nor corpus\.jsonl"):
        read_bench(tmp_path)
    (tmp_path / "questions.jsonl").write_text("")
    with pytest.raises(UnreadableBench, match="No such file"):
        read_bench(tmp_path)
