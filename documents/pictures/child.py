"""The confined child: one request, one answer, and its end. It never returns to the code that forked it."""

import os
import resource
import signal
import socket
from math import ceil
from pathlib import Path
from typing import Any, NoReturn

from documents.extractors.confinement import end_with_parent, give_up_powers, limit
from documents.pictures.failures import PictureFailure
from documents.pictures.frames import ANSWER, pack, receive_frame, send_frame, unpack
from documents.pictures.requests import answer

MOST_REQUEST_BYTES = 64 << 20
_OPEN_FILES = 32
_MOST_SECONDS = 3600


def serve(file_fd: int, stream_fd: int, server: int) -> NoReturn:
    """Answer the request that stands on the stream about the file, confined as it asks, and exit.

    `server` is the id of the process that this one was forked from.
    """
    try:
        _keep_only(file_fd, stream_fd)
        stream = socket.socket(fileno=stream_fd)
        _answer(stream, file_fd, server)
    finally:
        # Libraries that were torn apart by a hostile file may crash while they are cleaned up.
        os._exit(0)


def _keep_only(*descriptors: int) -> None:
    """Above all not the streams of other requests: their ends would never be seen."""
    os.closerange(0, 1)
    kept = sorted(descriptors)
    for low, high in zip([2, *kept], [*kept, resource.getrlimit(resource.RLIMIT_NOFILE)[0]], strict=True):
        os.closerange(low + 1, high)


def _answer(stream: socket.socket, file_fd: int, server: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.set_wakeup_fd(-1)
    end_with_parent(server)
    signal.setitimer(signal.ITIMER_REAL, _MOST_SECONDS)
    _, content = receive_frame(stream, MOST_REQUEST_BYTES)
    request, body = unpack(content)
    _confine(request["seconds"], request["memory_bytes"])
    give_up_powers(file_fd)
    send_frame(stream, ANSWER, _outcome(request, body, Path(f"/proc/self/fd/{file_fd}")))


def _confine(seconds: float, memory_bytes: int) -> None:
    """The alarm's action is the kernel's own: it ends a loop inside pdfium as well."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    limit(resource.RLIMIT_CPU, ceil(seconds) + 1, grace=1)
    limit(resource.RLIMIT_AS, memory_bytes)
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_NPROC, 0)


def _outcome(request: dict[str, Any], body: bytes, path: Path) -> bytes:
    try:
        return answer(request, body, path)
    except PictureFailure as failure:
        return _failure(failure.code, failure.detail)
    except MemoryError:
        return _failure("too-much-memory", "no memory left")
    except Exception as error:  # noqa: BLE001 - whatever a library raises is told to the parent
        return _failure("renderer-crashed", f"{type(error).__name__}: {error}")


def _failure(code: str, detail: str) -> bytes:
    return pack({"failure": code, "detail": detail[:500]})
