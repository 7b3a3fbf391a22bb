"""The door to the confined children: one fork server for each process that asks, started when it is first needed."""

import os
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from documents.pictures.failures import CODES, PictureFailure
from documents.pictures.frames import ANSWER, ENDED, REQUEST, BrokenFrameError, pack, receive_frame, send_frame, unpack

_SERVER = "documents.pictures.fork_server"
_CODE_ROOT = Path(__file__).resolve().parents[2]
_MOST_ANSWER_BYTES = 128 << 20
_GRACE_SECONDS = 3
_TIME_SIGNALS = (14, 24)  # SIGALRM, SIGXCPU
_ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class RenderLimits:
    """Bounds of one request: wall and processor time and waiting for a turn in seconds, address space in bytes."""

    seconds: float
    memory_bytes: int
    wait_seconds: float
    at_once: int


class _ServerLostError(Exception):
    """The fork server ended, which no file can bring about: the request may be tried again."""


class Renderer:
    """Asks the fork server, and starts it again when it has died. Safe to share between threads."""

    def __init__(self, module: str = _SERVER) -> None:
        self._module = module
        self._lock = threading.Lock()
        self._server: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._turns: dict[int, threading.BoundedSemaphore] = {}
        self._owner = os.getpid()

    def start(self) -> None:
        """Start the server now, so that the first request need not wait for it."""
        with self._lock:
            self._connection()

    def ask(
        self, file: BinaryIO, request: dict[str, Any], limits: RenderLimits, body: bytes = b""
    ) -> tuple[dict[str, Any], bytes]:
        """Head and body of the answer about an open file; PictureFailure when there is none."""
        content = pack(request | {"seconds": limits.seconds, "memory_bytes": limits.memory_bytes}, body)
        turns = self._turns.setdefault(limits.at_once, threading.BoundedSemaphore(limits.at_once))
        if not turns.acquire(timeout=limits.wait_seconds):
            raise PictureFailure("too-busy", f"no turn within {limits.wait_seconds} s")
        try:
            return _judged(self._ask_again(file, content, limits))
        finally:
            turns.release()

    def stop(self) -> None:
        """End the server and wait for it; after a fork it is the parent's, and is left alone."""
        with self._lock:
            if self._owner != os.getpid():
                self._forget()
            self._drop()

    def _ask_again(self, file: BinaryIO, content: bytes, limits: RenderLimits) -> bytes:
        for _ in range(_ATTEMPTS):
            with suppress(_ServerLostError):
                return self._ask_once(file, content, limits)
        raise PictureFailure("renderer-missing", "the fork server ended twice")

    def _ask_once(self, file: BinaryIO, content: bytes, limits: RenderLimits) -> bytes:
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                server = self._hand_over(file.fileno(), theirs.fileno())
            try:
                return _exchange(ours, content, limits)
            except _ServerLostError:
                self._give_up(server)
                raise

    def _hand_over(self, file_fd: int, stream_fd: int) -> subprocess.Popen[bytes]:
        with self._lock:
            server, control = self._connection()
            try:
                socket.send_fds(control, [REQUEST], [file_fd, stream_fd])
            except OSError as error:
                self._drop()
                raise _ServerLostError from error
            return server

    def _give_up(self, server: subprocess.Popen[bytes]) -> None:
        """End a server that lost a request, unless another thread has done so already."""
        with self._lock:
            if self._server is server:
                self._drop()

    def _connection(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        if self._owner != os.getpid():
            self._forget()
        if self._control is None or self._server is None or self._server.poll() is not None:
            self._drop()
            self._server, self._control = _start(self._module)
        return self._server, self._control

    def _drop(self) -> None:
        """Closing the control socket ends the server."""
        if self._control is not None:
            self._control.close()
        if self._server is not None:
            with suppress(subprocess.TimeoutExpired):
                self._server.wait(timeout=_GRACE_SECONDS)
            self._server.kill()
            self._server.wait()
        self._server = self._control = None

    def _forget(self) -> None:
        """After a fork the server is the parent's, and nothing for this process to wait for."""
        if self._control is not None:
            self._control.close()
        if self._server is not None:
            self._server.returncode = 0
        self._server = self._control = None
        self._owner = os.getpid()


def _start(module: str) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        try:
            server = subprocess.Popen(
                [sys.executable, "-s", "-P", "-B", "-m", module],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={"PYTHONPATH": str(_CODE_ROOT), "PATH": os.defpath, "LANG": "C.UTF-8"},
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            raise PictureFailure("renderer-missing", str(error)) from error
    ours.settimeout(_GRACE_SECONDS)
    return server, ours


def _exchange(stream: socket.socket, content: bytes, limits: RenderLimits) -> bytes:
    """The answer, or the PictureFailure that the child's end amounts to."""
    deadline = time.monotonic() + limits.seconds + _GRACE_SECONDS
    try:
        _set_timeout(stream, deadline)
        with suppress(BrokenPipeError, ConnectionResetError):  # how it ended is still to be read
            send_frame(stream, REQUEST, content)
        kind, answer = receive_frame(stream, _MOST_ANSWER_BYTES)
    except TimeoutError as error:
        raise PictureFailure("took-too-long", "stopped at the time limit") from error
    except (BrokenFrameError, OSError) as error:
        raise _ServerLostError from error
    if kind == ANSWER:
        return answer
    raise _failure_of_end(answer, limits) if kind == ENDED else PictureFailure("renderer-crashed", "unusable answer")


def _set_timeout(stream: socket.socket, deadline: float) -> None:
    stream.settimeout(max(0.01, deadline - time.monotonic()))


def _failure_of_end(told: bytes, limits: RenderLimits) -> PictureFailure:
    """Native code that cannot allocate aborts: with much memory in use, that is why it ended."""
    found = re.fullmatch(rb"(-?\d+) (\d+)", told)
    number, kilobytes = (-int(found[1]), int(found[2])) if found else (0, 0)
    if number in _TIME_SIGNALS:
        return PictureFailure("took-too-long", f"ended by signal {number}")
    code = "too-much-memory" if number > 0 and kilobytes * 1024 > limits.memory_bytes // 2 else "renderer-crashed"
    return PictureFailure(code, f"ended by signal {number}" if number > 0 else "ended without an answer")


def _judged(answer: bytes) -> tuple[dict[str, Any], bytes]:
    try:
        head, body = unpack(answer)
    except (ValueError, RecursionError) as error:
        raise PictureFailure("renderer-crashed", f"unusable answer: {error}") from error
    if "failure" in head:
        code = head["failure"]
        raise PictureFailure(code if code in CODES else "renderer-crashed", str(head.get("detail", "")))
    return head, body
