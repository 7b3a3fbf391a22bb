"""The confined child: whatever a page does to it costs that page only."""

import contextlib
import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from documents.ocr import recognizing
from documents.ocr.engines import Engine, OcrUnavailable
from documents.ocr.recognizing import Answer, recognize_pages
from documents.ocr.values import OcrLimits, PageFailure, RecognizedText, WordBox
from tests.documents.extractors.pdf_files import make_pdf

pytestmark = pytest.mark.long

HOSTILE = "tests.documents.ocr.hostile_child"
LIMITS = OcrLimits(seconds=30, memory_bytes=512 << 20, languages="eng", engine="rapidocr", threads=1)
BRIEF = replace(LIMITS, seconds=2)


@pytest.fixture
def upload(tmp_path: Path) -> Path:
    path = tmp_path / "upload"
    path.write_bytes(make_pdf("one", "two", "three"))
    return path


def misbehave(how: str, upload: Path, limits: OcrLimits = LIMITS, pages: tuple[int, ...] = (1, 2, 3)) -> list[Answer]:
    return list(recognizing._recognize(HOSTILE, upload, pages, limits, Engine(how, "1", "eng")))


def read(answer: Answer) -> str:
    assert isinstance(answer, RecognizedText), answer
    return answer.text


def reader_of(answer: Answer) -> int:
    """The number of the process that read it."""
    return int(read(answer).split()[-1])


def test_pages_are_answered_in_the_order_asked_by_one_child(upload: Path) -> None:
    answers = misbehave("print_noise", upload, pages=(3, 1))
    assert [answer.page for answer in answers] == [3, 1]
    assert len({reader_of(answer) for answer in answers}) == 1
    assert isinstance(answers[0], RecognizedText)
    assert (answers[0].engine, answers[0].engine_version) == ("print_noise", "1")
    assert answers[0].words == (WordBox(0, 4, 0, 0, 100, 200),)
    assert answers[0].seconds > 0


@pytest.mark.parametrize(
    ("how", "detail"),
    [
        ("eat_memory", "no memory left"),
        ("abort", "ended by signal 6"),
        ("leave", "ended by itself, exit 3"),
        ("raise_error", "LookupError: and a library's own error"),
        ("answer_too_much", "more than 8388608 bytes of answer"),
        ("write_file", "No usable temporary directory found"),
        ("garbage", "unusable answer"),
        ("another_page", "unusable answer: not about page 2"),
        ("load_for_ever", "unusable answer: not about page 2"),
    ],
)
def test_misbehaviour_costs_its_page_and_the_child(how: str, detail: str, upload: Path) -> None:
    first, failed, last = misbehave(how, upload)
    assert isinstance(failed, PageFailure)
    assert (failed.page, failed.code) == (2, "ocr-failed")
    assert detail in failed.detail
    assert read(last).startswith("page 3")
    assert reader_of(first) != reader_of(last)


@pytest.mark.parametrize("how", ["hang", "spin"])
def test_a_page_that_does_not_end_is_ended(how: str, upload: Path) -> None:
    failed, last = misbehave(how, upload, BRIEF, pages=(2, 3))
    assert isinstance(failed, PageFailure)
    assert failed.detail == "stopped at the time limit"
    assert failed.seconds >= BRIEF.seconds
    assert read(last).startswith("page 3")


def test_a_page_that_cannot_be_drawn_costs_no_child(upload: Path) -> None:
    first, failed, last = misbehave("refuse", upload)
    assert isinstance(failed, PageFailure)
    assert failed.detail == "damaged no such page"
    assert reader_of(first) == reader_of(last)


def test_a_child_that_has_grown_is_replaced_before_it_fails(upload: Path) -> None:
    first, grown, last = misbehave("grow", upload)
    assert read(grown) == "grown"
    assert reader_of(first) != reader_of(last)


def test_an_answer_that_nobody_asked_for_is_not_taken_for_the_next_page(upload: Path) -> None:
    """It is taken as what it says, for the next page: so it must be about that page, and never about another."""
    _, second, third = misbehave("two_answers", upload, pages=(1, 2, 1))
    assert read(second) == "first"
    assert isinstance(third, PageFailure)
    assert third.detail == "unusable answer: not about page 1"


def test_the_child_inherits_no_secrets(upload: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    (told,) = misbehave("tell_environment", upload, pages=(2,))
    assert set(read(told).split()) <= {"PYTHONPATH", "PATH", "LANG", "LC_CTYPE"}


def test_an_engine_that_does_not_start_is_said_so_and_no_page_is_to_blame(upload: Path) -> None:
    with pytest.raises(OcrUnavailable) as caught:
        misbehave("does_not_start", upload)
    assert (caught.value.code, caught.value.detail) == ("ocr-not-starting", "ended by itself, exit 4")


@pytest.mark.parametrize(("how", "status"), [("does_not_load", 4), ("fails_to_load", 1)])
def test_nor_is_a_page_to_blame_when_the_engine_does_not_load(how: str, status: int, upload: Path) -> None:
    with pytest.raises(OcrUnavailable) as caught:
        misbehave(how, upload)
    assert (caught.value.code, caught.value.detail) == ("ocr-not-starting", f"ended by itself, exit {status}")


def test_a_blank_page_is_answered_before_any_engine_is_loaded(upload: Path) -> None:
    upload.write_bytes(make_pdf("", "two"))
    answers = recognizing._recognize(HOSTILE, upload, (1, 2), LIMITS, Engine("does_not_load", "1", "eng"))
    assert read(next(answers)) == ""
    with pytest.raises(OcrUnavailable):
        next(answers)


def test_a_child_that_is_lost_while_it_loads_is_not_taken_for_a_broken_engine(upload: Path) -> None:
    """The page that it drew before may have broken it. One that loads first reads all of the pages that are left."""
    answers = misbehave("loads_unshaken", upload)
    assert [answer.page for answer in answers] == [1, 2, 3]
    assert len({reader_of(answer) for answer in answers}) == 1


def test_without_the_engine_nothing_is_started(upload: Path) -> None:
    with pytest.raises(OcrUnavailable):
        recognize_pages(upload, [1], replace(LIMITS, languages="../eng"))


def test_a_file_that_is_no_pdf_fails_page_by_page(upload: Path) -> None:
    upload.write_bytes(b"no PDF")
    answers = misbehave("print_noise", upload, pages=(1, 2))
    assert [isinstance(answer, PageFailure) and answer.detail for answer in answers] == [
        "damaged pdfium cannot open it"
    ] * 2


def is_gone(process: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE
    return True


def test_who_stops_asking_leaves_no_process(upload: Path) -> None:
    answers = recognizing._recognize(HOSTILE, upload, (1, 2, 3), LIMITS, Engine("refuse", "1", "eng"))
    process = reader_of(next(answers))
    answers.close()  # type: ignore[attr-defined]
    assert is_gone(process)
    assert [one for one in psutil.Process().children() if one.status() == psutil.STATUS_ZOMBIE] == []


def test_a_process_that_the_child_leaves_behind_is_ended(upload: Path) -> None:
    (told,) = misbehave("leave_a_process", upload, pages=(2,))
    while not is_gone(int(read(told))):
        pass  # a killed process may be seen for a moment; one that lives on runs into the test's time limit


# Not forked: a copy of the tests' own process would also hold, and might answer on, its connections.
_FRESH = multiprocessing.get_context("spawn")


def test_a_worker_that_is_killed_takes_the_reading_with_it(upload: Path) -> None:
    worker = _FRESH.Process(target=misbehave, args=("hang", upload), daemon=True)
    worker.start()
    watched = psutil.Process(worker.pid)
    while not (children := [one for one in watched.children() if HOSTILE in " ".join(one.cmdline())]):
        pass  # one that never starts runs into the test's time limit
    (child,) = children
    while child.rlimit(psutil.RLIMIT_FSIZE)[0] != 0:
        pass  # not confined yet
    worker.kill()
    worker.join()
    assert psutil.wait_procs([child], timeout=10)[1] == []


def test_no_pages_need_no_child(upload: Path) -> None:
    answers: Iterator[Answer] = recognizing._recognize("no.such.module", upload, (), LIMITS, Engine("x", "1", "eng"))
    assert list(answers) == []
