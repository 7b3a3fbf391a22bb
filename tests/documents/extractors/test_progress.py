"""What a reading says of itself: a hint that is heard when it can be, and believed only as far as its shape."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from documents.extractors import progress, sandbox
from documents.extractors.media_types import PDF
from documents.extractors.progress import ProgressLines

from .limits import ROOMY
from .pdf_files import make_pdf
from .test_sandbox import HOSTILE, TIGHT


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    monkeypatch.setattr(progress, "_listener", None)
    ends = os.pipe()
    yield ends
    for end in ends:
        os.close(end)


def test_without_a_listener_nothing_is_said() -> None:
    progress.report(1, 2)


def test_what_is_said_is_a_line_a_page(pipe: tuple[int, int]) -> None:
    progress.report_to(pipe[1])
    progress.report(39, 120)
    progress.report(40, 120)
    assert os.read(pipe[0], 100) == b"39 120\n40 120\n"


def test_a_full_pipe_holds_nobody_up(pipe: tuple[int, int]) -> None:
    progress.report_to(pipe[1])
    for page in range(20_000):
        progress.report(page, 20_000)
    assert os.read(pipe[0], 9) == b"0 20000\n1"


@pytest.mark.parametrize(
    ("blocks", "told"),
    [
        ([b"1 9\n2 9\n"], [(2, 9)]),
        ([b"1 ", b"9", b"\n2"], [None, None, (1, 9)]),
        ([b"nonsense\n", b"3 4\n"], [None, (3, 4)]),
        ([b"9 4\n"], [None]),
        ([b"1" * 4000, b"\n"], [None, None]),
        ([b"\xff\n-1 2\n1.5 3\n"], [None]),
        ([b"5 120\n[[[["], [(5, 120)]),
    ],
)
def test_lines_are_put_together_and_the_rest_is_left_out(blocks: list[bytes], told: list[Any]) -> None:
    lines = ProgressLines()
    assert [lines.latest(block) for block in blocks] == told


def test_a_pdf_says_which_page_is_being_read(tmp_path: Path) -> None:
    path = tmp_path / "three.pdf"
    path.write_bytes(make_pdf("One.", "Two.", "Three."))
    heard: list[tuple[int, int]] = []
    sandbox.extract_confined(path, PDF, ROOMY, lambda done, total: heard.append((done, total)))
    assert heard
    assert heard[-1] == (2, 3)


def test_what_a_child_makes_up_is_no_progress(tmp_path: Path) -> None:
    path = tmp_path / "upload"
    path.write_bytes(b"x")
    heard: list[tuple[int, int]] = []
    with pytest.raises(sandbox.ExtractionFailure):
        sandbox._run_child(HOSTILE, path, "forge_nesting", TIGHT, lambda done, total: heard.append((done, total)))
    assert heard == []
