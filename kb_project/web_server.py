"""What gunicorn is told: `gunicorn --config python:kb_project.web_server kb_project.wsgi`."""

import gc
import socket
import struct
import threading
import time
from collections.abc import Callable
from typing import Any

from kb_project.memory import give_back
from kb_project.settings import REQUEST_STALL_SECONDS

LEAST_RATE = 1024  # bytes a second


def pre_fork(server: Any, worker: Any) -> None:
    """What is loaded so far stays, and its pages shared: looking through it for garbage would write to each."""
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """A new web process gets ready while it already answers: nobody's first question or picture waits for it."""
    from documents.services.pictures import warm_up as warm_up_pictures

    wait_no_longer_than(REQUEST_STALL_SECONDS, worker.sockets)
    warm_up_pictures()
    threading.Thread(target=_warm_up_search, name="warm-up", daemon=True).start()


def _warm_up_search() -> None:
    from search.queries import warm_up

    warm_up()
    give_back()  # to load a model takes twenty megabytes more than the model does


def wait_no_longer_than(seconds: float, listeners: list[Any]) -> None:
    """For a client that sends nothing, or takes nothing: a connection has this from the socket that accepted it.

    Threads are few, and each waits for one request at a time.
    """
    whole, rest = divmod(seconds, 1)
    value = struct.pack("@ll", int(whole), int(rest * 1e6))
    for listener in listeners:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, value)


def pre_request(worker: Any, request: Any) -> None:
    """A body that comes a few bytes at a time holds its thread as well as one that does not come at all."""
    request.unreader.chunk = Paced(request.unreader.chunk, REQUEST_STALL_SECONDS)


def post_request(worker: Any, request: Any, environ: Any, response: Any) -> None:
    """What the connection is used for next has a time of its own."""
    vars(request.unreader).pop("chunk", None)


class Paced:
    """`read`, until it has been waited for longer than `seconds` and gave less than `LEAST_RATE` on the whole."""

    def __init__(self, read: Callable[..., bytes], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._waited = 0.0
        self._bytes = 0

    def __call__(self, *arguments: Any) -> bytes:
        began = time.monotonic()
        block = self._read(*arguments)
        self._waited += time.monotonic() - began
        self._bytes += len(block)
        if self._waited > self._seconds and self._bytes < LEAST_RATE * self._waited:
            raise TimeoutError("the client is too slow")
        return block
