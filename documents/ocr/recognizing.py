"""Recognize pages of a hostile file in a child process that can be lost without harm.

The child gets the file as its standard input, an empty environment, its own session and hard limits. It is asked for
one page at a time, so that each page has its own time, and answers each with one line of JSON on a pipe. It stays for
all pages, for its models load for seconds, once a page has ink; what a page does to it becomes that page's failure, and
the next page gets a new child. A subprocess, not multiprocessing: a Celery prefork worker is daemonic and may not have
such children.
"""

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from documents.extractors.child_process import start_child
from documents.extractors.failures import gettext_noop
from documents.ocr.engines import Engine, OcrUnavailable, engine_for
from documents.ocr.messages import LOADING, MOST_LINE_BYTES, READY, PageRefused, decode_answer
from documents.ocr.orders import LOADED_WITHIN, Order
from documents.ocr.values import OcrLimits, PageFailure, RecognizedText

_CHILD = "documents.ocr.child"
_READ_SIZE = 1 << 16
_ENDED_WITHIN = 5
_WORN_SHARE = 0.8
_TAKEN = re.compile(r"^VmSize:\s*(\d+) kB$", re.MULTILINE)
_TIME_SIGNALS = (signal.SIGXCPU, signal.SIGALRM)

Answer = RecognizedText | PageFailure


def recognize_pages(path: Path, pages: Sequence[int], limits: OcrLimits) -> Iterator[Answer]:
    """One answer a page, in the order asked, as soon as it is there.

    A crash, a hang or a bomb costs its page only: the child is started anew for the rest. OcrUnavailable, at once,
    when no engine can read what `limits` ask for; while it goes on, when the engine does not start.
    """
    return _recognize(_CHILD, path, pages, limits, engine_for(limits.engine, limits.languages))


def _recognize(module: str, path: Path, pages: Sequence[int], limits: OcrLimits, engine: Engine) -> Iterator[Answer]:
    order = _order(limits, engine)
    rest = iter(pages)
    page = next(rest, None)
    while page is not None:
        with path.open("rb") as file, _started(module, file, order) as child:
            while page is not None:
                try:
                    answer = _answer(child, page, order, engine)
                except _EngineLost:
                    # The page may have shaken the child that drew it: another tells whether it is the engine.
                    order = replace(order, loads_first=True)
                    break
                # The next page is known before this one is handed out: whoever takes it may not come back.
                page = next(rest, None)
                yield answer
                if child.is_lost or child.is_worn(order.memory_bytes):
                    break


def _order(limits: OcrLimits, engine: Engine) -> Order:
    return Order(
        engine=engine.name,
        languages=engine.languages,
        program=engine.program,
        data=engine.data,
        threads=limits.threads or usable_cores(),
        seconds=limits.seconds,
        memory_bytes=limits.memory_bytes,
        most_pixels=limits.most_pixels,
    )


def usable_cores() -> int:
    """The cores that this process may use, which a container may make fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _answer(child: "_Child", page: int, order: Order, engine: Engine) -> Answer:
    begun = time.monotonic()

    def failed(detail: str) -> PageFailure:
        return PageFailure(page, "ocr-failed", detail, time.monotonic() - begun)

    try:
        text, words = decode_answer(child.ask(page, order), page)
    except PageRefused as refused:
        child.is_lost = refused.is_last
        return failed(refused.detail)
    except _ChildLost as lost:
        return failed(str(lost))
    except ValueError as error:
        child.is_lost = True  # one that answers nonsense is asked no more
        return failed(f"unusable answer: {error}")
    return RecognizedText(page, engine.name, engine.version, text, words, time.monotonic() - begun)


class _ChildLost(Exception):  # noqa: N818 - what becomes of it is decided where it is caught
    """The child is of no more use, and why."""


class _EngineLost(Exception):  # noqa: N818 - what becomes of it is decided where it is caught
    """The child was lost while it loaded the engine, after it had looked at the file."""


class _Child:
    """A child that runs, and the ends of its pipes. Lost is one that ended, or that is not to be asked any more."""

    def __init__(self, process: subprocess.Popen[bytes], requests: int) -> None:
        assert process.stdout is not None
        self.is_lost = False
        self._process = process
        self._requests = requests
        self._answers = process.stdout.fileno()
        self._received = bytearray()

    def await_start(self) -> None:
        """OcrUnavailable when it does not come: no file has been looked at, so none is to blame."""
        try:
            self._await_ready()
        except _ChildLost as lost:
            sentence = gettext_noop("Text recognition does not start here.")
            raise OcrUnavailable("ocr-not-starting", sentence, str(lost)) from lost

    def ask(self, page: int, order: Order) -> bytes:
        """The line that answers for a page: in its time, and that of the engine if it is loaded for it.

        _ChildLost when there will be none, with the reason; _EngineLost when the engine does not load.
        """
        try:
            with suppress(BrokenPipeError):  # then it has ended, and reading says how
                os.write(self._requests, b"%d\n" % page)
            line = self._line(time.monotonic() + order.seconds)
            if line == LOADING and not order.loads_first:
                self._await_engine()
                line = self._line(time.monotonic() + order.seconds)
        except _ChildLost:
            self.is_lost = True
            raise
        return line

    def _await_engine(self) -> None:
        try:
            self._await_ready()
        except _ChildLost as lost:
            raise _EngineLost from lost

    def _await_ready(self) -> None:
        if self._line(time.monotonic() + LOADED_WITHIN) != READY:
            raise _ChildLost("it said something else than that it is ready")

    def is_worn(self, memory_bytes: int) -> bool:
        """Whether so much of its address space is taken that the next page might not find room: engines keep some."""
        with suppress(OSError):
            found = _TAKEN.search(Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii"))
            return found is not None and int(found[1]) * 1024 > _WORN_SHARE * memory_bytes
        return False

    def _line(self, deadline: float) -> bytes:
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            while b"\n" not in self._received:
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise _ChildLost("stopped at the time limit")
                block = os.read(self._answers, _READ_SIZE)
                if not block:
                    raise _ChildLost(self._how_it_ended())
                self._received += block
                if len(self._received) > MOST_LINE_BYTES:
                    raise _ChildLost(f"more than {MOST_LINE_BYTES} bytes of answer")
        line, _, rest = bytes(self._received).partition(b"\n")
        self._received = bytearray(rest)
        return line

    def _how_it_ended(self) -> str:
        """Without waiting for it: until it is waited for, nothing else can have its number."""
        deadline = time.monotonic() + _ENDED_WITHIN
        while (ended := os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
            if time.monotonic() > deadline:
                return "closed its answers and did not end"
            time.sleep(0.001)
        if ended.si_code == os.CLD_EXITED:
            return f"ended by itself, exit {ended.si_status}"
        if ended.si_status in _TIME_SIGNALS:
            return "stopped at the time limit"
        return f"ended by signal {ended.si_status}"


@contextmanager
def _started(module: str, file: IO[bytes], order: Order) -> Iterator[_Child]:
    """A child that is ready. Whatever becomes of the caller, it and all that it started are ended."""
    for_child, requests = os.pipe()
    try:
        process = _start(module, file, order, for_child)
    except BaseException:
        os.close(requests)
        raise
    finally:
        os.close(for_child)
    with process:
        try:
            child = _Child(process, requests)
            child.await_start()
            yield child
        finally:
            # Before the child is waited for: until then nothing else can have its number.
            os.killpg(process.pid, signal.SIGKILL)
            os.close(requests)


def _start(module: str, file: IO[bytes], order: Order, requests: int) -> subprocess.Popen[bytes]:
    return start_child(module, [order.as_argument(), str(requests)], file, [requests])
