"""Read a hostile file in a child process that can be lost without harm.

The child gets the file as its standard input, an empty environment, its own session and hard limits; it answers with
one JSON object on a pipe, and on another says how far it is. Whatever else happens becomes a failure code.
A subprocess, not multiprocessing: a Celery prefork worker is daemonic and may not have multiprocessing children.
"""

import json
import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from documents.extractors import passwords
from documents.extractors.child_process import start_child
from documents.extractors.failures import FAILURES, ExtractionFailure
from documents.extractors.legacy_office import converted
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText, decode_outcome
from documents.extractors.progress import ProgressLines
from documents.extractors.registry import FORMATS

__all__ = ["Limits", "OnProgress", "extract_confined"]

OnProgress = Callable[[int, int], None]
"""Hears how many pages are read, and of how many: as often as the child says so, in the thread that waits for it."""

_CHILD = "documents.extractors.child"
_READ_SIZE = 1 << 16
_DETAIL_LENGTH = 500
_POLL_SECONDS = 0.001
_TIME_SIGNALS = (signal.SIGXCPU, signal.SIGALRM)
_LOOK_SECONDS = 0.05
_RESIDENT = re.compile(r"^VmHWM:\s*(\d+) kB$", re.MULTILINE)


def _nobody(done: int, total: int) -> None:
    """Nobody wants to know."""


def extract_confined(path: Path, media_type: str, limits: Limits, on_progress: OnProgress = _nobody) -> ExtractedText:
    """The text of the file at `path`, read in a confined child; ExtractionFailure when it cannot be had."""
    conversion = FORMATS[media_type].conversion if media_type in FORMATS else None
    if conversion is None:
        return _run_child(_CHILD, path, media_type, limits, on_progress)
    with converted(path, media_type, limits) as made:
        return made.as_read(_run_child(_CHILD, made.path, conversion.media_type, made.limits, on_progress))


def extract_with_password(path: Path, media_type: str, limits: Limits, password: str) -> ExtractedText:
    """As `extract_confined`, of a file that only the password opens; else PasswordNotNeeded, as soon as that is seen.

    ExtractionFailure `wrong-password` when it does not. The password reaches the child through a pipe.
    """
    with passwords.in_a_pipe(password) as pipe:
        return _run_child(_CHILD, path, media_type, limits, password_pipe=pipe)


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a child ended: its answer, exit status as of `subprocess`, and the most resident memory seen, in bytes."""

    answer: bytearray
    status: int
    peak_bytes: int


def _run_child(
    module: str,
    path: Path,
    media_type: str,
    limits: Limits,
    on_progress: OnProgress = _nobody,
    *,
    password_pipe: int | None = None,
) -> ExtractedText:
    deadline = time.monotonic() + limits.seconds
    with (
        path.open("rb") as file,
        _pipe() as pipe,
        _start(module, file, media_type, limits, pipe[1], password_pipe) as child,
    ):
        listener = _Listener(pipe[0], on_progress)
        try:
            answer, peak_bytes = _read_bounded(child, limits.output_bytes, deadline, listener)
            _await_exit(child.pid, deadline)
        finally:
            # Before the child is waited for: until then nothing else can have its number.
            os.killpg(child.pid, signal.SIGKILL)
    return _judge(_Ending(answer, child.returncode, peak_bytes), media_type, limits)


@contextmanager
def _pipe() -> Iterator[tuple[int, int]]:
    """Both ends stay ours until the child is gone: its own copy of the second is what it writes to."""
    ends = os.pipe()
    try:
        yield ends
    finally:
        for end in ends:
            os.close(end)


@dataclass(slots=True)
class _Listener:
    """The end of a pipe that a child says its progress on, and who wants to hear it."""

    descriptor: int
    on_progress: OnProgress
    lines: ProgressLines = field(default_factory=ProgressLines)

    def listen(self) -> None:
        """To be called when there is something to read."""
        told = self.lines.latest(os.read(self.descriptor, _READ_SIZE))
        if told is not None:
            self.on_progress(*told)


def _start(
    module: str, file: IO[bytes], media_type: str, limits: Limits, progress: int, password_pipe: int | None
) -> subprocess.Popen[bytes]:
    bounds = [repr(float(limits.seconds)), str(limits.memory_bytes), str(limits.output_bytes)]
    pipes = [progress] if password_pipe is None else [progress, password_pipe]
    told = [str(progress), "" if password_pipe is None else str(password_pipe)]
    return start_child(module, [media_type, *bounds, *told], file, pipes)


def _read_bounded(
    child: subprocess.Popen[bytes], size: int, deadline: float, listener: _Listener
) -> tuple[bytearray, int]:
    """The whole answer, and the most resident memory in bytes that the child was seen with."""
    assert child.stdout is not None
    pipe = child.stdout.fileno()
    answer = bytearray()
    peak_bytes = 0
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        selector.register(listener.descriptor, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            ready = {key.fd for key, _ in selector.select(min(left, _LOOK_SECONDS))}
            peak_bytes = max(peak_bytes, _resident_bytes(child.pid))
            if listener.descriptor in ready:
                listener.listen()
            block = os.read(pipe, _READ_SIZE) if pipe in ready else None
            if block == b"":
                return answer, peak_bytes
            answer += block or b""
            if len(answer) > size:
                raise ExtractionFailure("expands-too-much", f"more than {size} bytes of result")
    raise ExtractionFailure("took-too-long", "stopped at the time limit")


def _resident_bytes(pid: int) -> int:
    """Looked at while it lives: what `wait4` tells afterwards counts the parent that it was forked from."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    found = _RESIDENT.search(status)
    return int(found[1]) * 1024 if found else 0


def _await_exit(pid: int, deadline: float) -> None:
    """The pipe is closed, so the child is ending; one that stays on is out of time."""
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            raise ExtractionFailure("took-too-long", "did not end after its answer")
        time.sleep(_POLL_SECONDS)


def _judge(ending: _Ending, media_type: str, limits: Limits) -> ExtractedText:
    if ending.status != 0:
        raise _failure_of_crash(ending, limits)
    try:
        outcome = _decode_answer(ending.answer)
    except (ValueError, RecursionError) as error:
        raise ExtractionFailure("reader-crashed", f"unusable answer: {error}") from error
    if outcome.media_type != media_type:
        raise ExtractionFailure("reader-crashed", f"answer is about {outcome.media_type}")
    return outcome


def _decode_answer(answer: bytearray) -> ExtractedText:
    """The answer is emptied: it may be very long, and is not held beside what is made of it."""
    said = answer.decode(errors="surrogatepass")
    answer.clear()
    message = json.loads(said)
    del said
    if not isinstance(message, dict):
        raise ValueError("not an object")  # noqa: TRY004 - one error type for bad data
    if "failure" in message:
        raise _decode_failure(message["failure"])
    if "opens_without_password" in message:
        raise passwords.PasswordNotNeeded
    return decode_outcome(message.get("text"))


def _decode_failure(stored: object) -> ExtractionFailure:
    if not isinstance(stored, dict):
        raise ValueError("a failure that is not an object")  # noqa: TRY004 - one error type for bad data
    code, detail = stored.get("code"), stored.get("detail")
    if code not in FAILURES or not isinstance(detail, str):
        raise ValueError(f"a failure with the code {code!r}")
    return ExtractionFailure(code, detail.replace("\0", "").encode(errors="replace").decode()[:_DETAIL_LENGTH])


def _failure_of_crash(ending: _Ending, limits: Limits) -> ExtractionFailure:
    """Native code that cannot allocate aborts: with much memory in use, that is why it ended."""
    number = -ending.status
    if number in _TIME_SIGNALS:
        return ExtractionFailure("took-too-long", "stopped at the time limit")
    if number == signal.SIGKILL or (number > 0 and ending.peak_bytes > limits.memory_bytes // 2):
        return ExtractionFailure("too-much-memory", f"ended by signal {number}")
    return ExtractionFailure("reader-crashed", f"ended by signal {number}" if number > 0 else f"exit {-number}")
