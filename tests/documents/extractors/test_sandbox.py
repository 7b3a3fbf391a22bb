"""The confined child: whatever it does costs that child only, and has its code."""

import contextlib
import multiprocessing
import os
from pathlib import Path

import psutil
import pytest

from documents.extractors import sandbox
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import CSV, DOCX, EML, EPUB, HTML, MARKDOWN, PDF, PLAIN
from documents.extractors.outcome import ExtractedText

from .docx_files import make_docx, paragraph
from .epub_files import make_epub
from .limits import ROOMY
from .pdf_files import make_pdf
from .test_confinement import skip_where_the_kernel_cannot

HOSTILE = "tests.documents.extractors.hostile_child"
TIGHT = Limits(seconds=30, memory_bytes=256 << 20, output_bytes=1 << 16)


@pytest.fixture
def upload(tmp_path: Path) -> Path:
    path = tmp_path / "upload"
    path.write_bytes(b"Some text.")
    return path


def misbehave(how: str, upload: Path, limits: Limits = TIGHT) -> ExtractedText:
    return sandbox._run_child(HOSTILE, upload, how, limits)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("eat_memory", "too-much-memory"),
        ("abort", "reader-crashed"),
        ("abort_with_memory_in_use", "too-much-memory"),
        ("leave", "reader-crashed"),
        ("recurse", "damaged"),
        ("raise_error", "reader-crashed"),
        ("answer_too_much", "expands-too-much"),
        ("forge_too_much", "expands-too-much"),
        ("write_file", "reader-crashed"),
        ("forge_garbage", "reader-crashed"),
        ("forge_shape", "reader-crashed"),
        ("forge_code", "reader-crashed"),
        ("forge_nesting", "reader-crashed"),
    ],
)
def test_misbehaviour_becomes_its_code(how: str, code: str, upload: Path) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        misbehave(how, upload)
    assert caught.value.code == code


@pytest.mark.parametrize("how", ["hang", "spin"])
def test_a_child_that_does_not_end_is_ended(how: str, upload: Path) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        misbehave(how, upload, Limits(seconds=1, memory_bytes=256 << 20, output_bytes=1 << 16))
    assert caught.value.code == "took-too-long"


def test_a_process_that_the_child_leaves_behind_is_ended(upload: Path) -> None:
    process = int(misbehave("leave_a_process", upload).text)
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        while "State:\tZ" not in Path(f"/proc/{process}/status").read_text():
            pass  # a killed process may be seen for a moment; one that lives on runs into the test's time limit


def test_one_that_holds_the_channel_open_is_out_of_time(upload: Path) -> None:
    limits = Limits(seconds=2, memory_bytes=256 << 20, output_bytes=1 << 16)
    with pytest.raises(ExtractionFailure) as caught:
        misbehave("leave_a_process_on_the_channel", upload, limits)
    assert caught.value.code == "took-too-long"


def test_what_a_library_prints_is_no_part_of_the_answer(upload: Path) -> None:
    assert misbehave("print_noise", upload).text == "answer"


def test_the_child_inherits_no_secrets(upload: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    names = misbehave("tell_environment", upload).text.split()
    assert set(names) <= {"PYTHONPATH", "PATH", "LANG", "LC_CTYPE"}


def test_the_child_inherits_its_file_its_pipes_and_nothing_else(upload: Path) -> None:
    with upload.open("rb") as ours:
        os.set_inheritable(ours.fileno(), True)
        kinds = [one.split(":")[0] for one in misbehave("tell_descriptors", upload).text.split()]
    assert kinds.count(str(upload)) == 1
    assert set(kinds) == {str(upload), "/dev/null", "pipe"}
    assert kinds.count("pipe") == 2  # the answer, and how far it is


def test_the_child_reaches_nothing_outside(upload: Path) -> None:
    skip_where_the_kernel_cannot()
    assert misbehave("reach_out", upload).text == ""


@pytest.mark.parametrize(
    ("media_type", "data"),
    [
        (PDF, make_pdf("Some text.")),
        (DOCX, make_docx(paragraph("Some text."))),
        (HTML, b"<!doctype html><p>Some text.</p>"),
        (MARKDOWN, b"Some text."),
        (PLAIN, b"Some text."),
        (CSV, b"Some text."),
        (EML, b"\nSome text."),
        (EPUB, make_epub({"a.xhtml": "<p>Some text.</p>"})),
    ],
)
def test_every_format_is_read_in_the_child(media_type: str, data: bytes, upload: Path) -> None:
    upload.write_bytes(data)
    outcome = sandbox.extract_confined(upload, media_type, ROOMY)
    assert (outcome.pages[0].text if outcome.pages else outcome.text) == "Some text."


def test_a_failure_of_the_file_comes_back_with_its_detail(upload: Path) -> None:
    with pytest.raises(ExtractionFailure) as caught:
        sandbox.extract_confined(upload, PDF, ROOMY)
    assert (caught.value.code, caught.value.detail) == ("damaged", "its structure cannot be read")


def test_no_child_is_left_unwaited(upload: Path) -> None:
    sandbox.extract_confined(upload, PLAIN, ROOMY)
    with pytest.raises(ExtractionFailure):
        misbehave("abort", upload)
    assert [one for one in psutil.Process().children() if one.status() == psutil.STATUS_ZOMBIE] == []


# Not forked: a copy of the tests' own process would also hold, and might answer on, its connections.
_FRESH = multiprocessing.get_context("spawn")


def _extract_and_exit(path: Path) -> None:
    os._exit(0 if sandbox.extract_confined(path, PLAIN, ROOMY).text == "Some text." else 1)


@pytest.mark.long
def test_it_works_in_a_daemonic_process_such_as_a_prefork_worker(upload: Path) -> None:
    process = _FRESH.Process(target=_extract_and_exit, args=(upload,), daemon=True)
    process.start()
    process.join()
    assert process.exitcode == 0


def test_a_worker_that_is_killed_takes_the_reading_with_it(upload: Path) -> None:
    worker = _FRESH.Process(target=misbehave, args=("hang", upload))
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
