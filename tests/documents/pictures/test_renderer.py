"""Whatever a file does to the child that draws it, only that child is lost; and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from documents.pictures.failures import PictureFailure
from documents.pictures.renderer import Renderer, RenderLimits
from kb_project.environment import BASE_DIR
from tests.documents.extractors.pdf_files import make_pdf

HOSTILE = "tests.documents.pictures.hostile_server"
ROOMY = RenderLimits(seconds=30, memory_bytes=1 << 30, wait_seconds=30, at_once=4)
SHORT = RenderLimits(seconds=0.5, memory_bytes=1 << 30, wait_seconds=30, at_once=4)
PATIENCE = 20  # seconds; how long something may take that takes milliseconds


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "file.pdf"
    path.write_bytes(make_pdf("One page.", "Another."))
    return path


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    renderer = Renderer(HOSTILE)
    yield renderer
    renderer.stop()


def ask(renderer: Renderer, path: Path, what: str, limits: RenderLimits = ROOMY, **request: Any) -> dict[str, Any]:
    with path.open("rb") as file:
        return renderer.ask(file, {"ask": what} | request, limits)[0]


def failure(renderer: Renderer, path: Path, what: str, limits: RenderLimits = ROOMY) -> str:
    with pytest.raises(PictureFailure) as caught:
        ask(renderer, path, what, limits)
    return caught.value.code


def server_pid(renderer: Renderer) -> int:
    assert renderer._server is not None
    return renderer._server.pid


def comes_true(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()


def test_an_answer_comes_from_a_child_and_the_server_serves_the_next(renderer: Renderer, pdf: Path) -> None:
    assert len(ask(renderer, pdf, "sizes")["sizes"]) == 2
    assert ask(renderer, pdf, "picture", page=1, width=160)["width"] == 160


@pytest.mark.parametrize(
    ("what", "limits", "code"),
    [
        ("crash", ROOMY, "renderer-crashed"),
        ("hang", SHORT, "took-too-long"),
        ("spin", SHORT, "took-too-long"),
        ("grow", ROOMY, "too-much-memory"),
        ("abort_with_memory_in_use", ROOMY, "too-much-memory"),
        ("nonsense", ROOMY, "renderer-crashed"),
        ("leave", ROOMY, "renderer-crashed"),
        ("unheard of", ROOMY, "renderer-crashed"),
    ],
)
def test_what_befalls_a_child_has_a_code_and_the_server_goes_on(
    renderer: Renderer, pdf: Path, what: str, limits: RenderLimits, code: str
) -> None:
    ask(renderer, pdf, "sizes")
    server = server_pid(renderer)
    assert failure(renderer, pdf, what, limits) == code
    assert comes_true(lambda: children_of(server) == [])
    assert len(ask(renderer, pdf, "sizes")["sizes"]) == 2
    assert server_pid(renderer) == server


def test_a_child_writes_no_file(renderer: Renderer, pdf: Path, tmp_path: Path) -> None:
    assert ask(renderer, pdf, "write", target=str(tmp_path / "written"))["refused"] in ("OSError", "PermissionError")


def test_a_child_opens_few_files(renderer: Renderer, pdf: Path) -> None:
    assert ask(renderer, pdf, "open_many")["refused"] == "OSError"


def test_a_child_starts_no_process(renderer: Renderer, pdf: Path) -> None:
    assert ask(renderer, pdf, "fork")["refused"] in ("BlockingIOError", "PermissionError")


def test_a_child_opens_no_other_file_and_reaches_no_network(renderer: Renderer, pdf: Path, tmp_path: Path) -> None:
    (tmp_path / "another").write_bytes(b"A secret.")
    assert ask(renderer, pdf, "read", target=str(tmp_path / "another"))["refused"] == "PermissionError"
    assert ask(renderer, pdf, "connect")["refused"] == "PermissionError"


def test_a_child_has_its_file_its_stream_and_nothing_else(
    renderer: Renderer, pdf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    found = ask(renderer, pdf, "descriptors")
    assert len(found["open"]) == 4  # what it prints and complains to goes nowhere
    assert set(found["environment"]) <= {"PYTHONPATH", "PATH", "LANG", "LC_CTYPE"}


def test_a_server_that_died_is_started_again(renderer: Renderer, pdf: Path) -> None:
    ask(renderer, pdf, "sizes")
    dead = server_pid(renderer)
    os.kill(dead, signal.SIGKILL)
    assert len(ask(renderer, pdf, "sizes")["sizes"]) == 2
    assert server_pid(renderer) != dead


def test_a_server_that_dies_under_a_request_is_tried_once_more_and_then_given_up(renderer: Renderer, pdf: Path) -> None:
    ask(renderer, pdf, "sizes")
    failures: list[str] = []
    asking = threading.Thread(target=lambda: failures.append(failure(renderer, pdf, "hang")))
    asking.start()
    for _ in range(2):
        server = server_pid(renderer)
        assert comes_true(lambda at=server: children_of(at) != [])  # type: ignore[misc]
        os.kill(server, signal.SIGKILL)
        assert comes_true(lambda at=server: renderer._server is None or renderer._server.pid != at)  # type: ignore[misc]
        assert comes_true(lambda: renderer._server is not None or not asking.is_alive())
    asking.join()
    assert failures == ["renderer-missing"]
    assert len(ask(renderer, pdf, "sizes")["sizes"]) == 2


def test_a_server_that_cannot_be_started_is_said_so(pdf: Path) -> None:
    renderer = Renderer("documents.pictures.no_such_module")
    assert failure(renderer, pdf, "sizes") == "renderer-missing"
    renderer.stop()


def test_nothing_is_left_open_and_nobody_undead_after_many_requests(renderer: Renderer, pdf: Path) -> None:
    def open_files(pid: int) -> int:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))

    ask(renderer, pdf, "sizes")
    server = server_pid(renderer)
    assert comes_true(lambda: children_of(server) == [])
    before = (open_files(os.getpid()), open_files(server))
    for what in ["sizes", "crash", "leave", "nonsense"] * 5:
        try:
            ask(renderer, pdf, what)
        except PictureFailure:
            continue
    assert comes_true(lambda: children_of(server) == [])
    assert comes_true(lambda: (open_files(os.getpid()), open_files(server)) == before)


def test_many_threads_share_one_server(renderer: Renderer, pdf: Path) -> None:
    answers: list[int] = []

    def read() -> None:
        answers.append(len(ask(renderer, pdf, "sizes")["sizes"]))

    threads = [threading.Thread(target=read) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [2] * 12


def test_who_waits_too_long_for_a_turn_is_told_so(renderer: Renderer, pdf: Path) -> None:
    limits = RenderLimits(seconds=10, memory_bytes=1 << 30, wait_seconds=0.01, at_once=1)
    ask(renderer, pdf, "sizes", limits)
    with renderer._turns[1]:
        assert failure(renderer, pdf, "sizes", limits) == "too-busy"
    assert len(ask(renderer, pdf, "sizes", limits)["sizes"]) == 2


def test_stopping_ends_the_server(renderer: Renderer, pdf: Path) -> None:
    ask(renderer, pdf, "sizes")
    server = server_pid(renderer)
    renderer.stop()
    assert not Path(f"/proc/{server}").exists()


START_IN_A_THREAD = textwrap.dedent("""
    import sys, threading, time
    from documents.pictures.renderer import Renderer
    renderer = Renderer()
    thread = threading.Thread(target=renderer.start)
    thread.start()
    thread.join()
    print(renderer._server.pid, flush=True)
    time.sleep(3600)
""")


def test_the_server_outlives_the_thread_that_started_it_and_not_its_process() -> None:
    program = [sys.executable, "-c", START_IN_A_THREAD]
    with subprocess.Popen(program, stdout=subprocess.PIPE, cwd=BASE_DIR, text=True) as process:
        assert process.stdout is not None
        server = Path("/proc") / process.stdout.readline().strip()
        assert comes_true(lambda: "fork_server" in command_of(server))
        process.kill()
        assert comes_true(lambda: not command_of(server))


def command_of(process: Path) -> str:
    try:
        return (process / "cmdline").read_text(encoding="utf-8")
    except OSError:
        return ""


def test_after_a_fork_the_child_has_a_server_of_its_own(renderer: Renderer, pdf: Path) -> None:
    ask(renderer, pdf, "sizes")
    parents = server_pid(renderer)
    renderer._owner = -1  # as it looks in a process that was forked from another
    assert len(ask(renderer, pdf, "sizes")["sizes"]) == 2
    assert server_pid(renderer) != parents
    os.waitpid(parents, 0)
