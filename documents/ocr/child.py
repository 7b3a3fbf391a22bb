"""The confined child: the file is its standard input, it is asked page by page, and answers a line a page.

A blank page is answered at once. The first one with ink has the engine loaded, which takes seconds: see `messages`.

Usage: python -m documents.ocr.child ORDER REQUESTS_DESCRIPTOR, answers on standard output.
"""

import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from math import ceil
from pathlib import Path
from typing import BinaryIO

from documents.extractors.confinement import end_with_parent, give_up_powers, limit
from documents.extractors.pdf_characters import Handle
from documents.ocr.messages import LOADING, MOST_REQUEST_BYTES, READY, encode_reading, encode_refusal
from documents.ocr.orders import LOADED_WITHIN, Order
from documents.ocr.readers import reader_for
from documents.ocr.readings import Reader
from documents.ocr.rendering import is_blank, picture_of
from documents.pictures.failures import PictureFailure
from documents.pictures.pages import open_pdf

_STANDARD_INPUT = Path("/dev/stdin")
_OPEN_FILES = 64
_GRACE_SECONDS = 2


def main() -> None:
    """Confine this process, answer until nobody asks. A crash is left to happen: the parent gives it a code."""
    order, requests_fd = Order.from_argument(sys.argv[1]), int(sys.argv[2])
    answers = _keep_answer_channel()
    _confine(order)
    _serve(order, _Engine(order, answers), _requests(requests_fd), answers)


def _keep_answer_channel() -> BinaryIO:
    """Only answers may reach the parent: what a library prints goes where errors go."""
    answer_fd = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return os.fdopen(answer_fd, "wb")


def _confine(order: Order) -> None:
    end_with_parent()  # a worker that is killed takes the reading with it, at once
    limit(resource.RLIMIT_AS, order.memory_bytes)
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)
    of_tesseract = [Path(one) for one in (order.program, order.data) if one]
    give_up_powers(sys.stdin.fileno(), programs=of_tesseract, may_start_programs=True)


def _requests(descriptor: int) -> Iterator[int]:
    """The pages that are asked for, until the parent closes its end."""
    with os.fdopen(descriptor, "rb") as stream:
        while line := stream.readline(MOST_REQUEST_BYTES):
            yield int(line)


class _Engine:
    """The engine, loaded when it is needed or first of all, as the order says."""

    def __init__(self, order: Order, answers: BinaryIO) -> None:
        self._order = order
        self._answers = answers
        self._reader = reader_for(order) if order.loads_first else None

    def reader(self) -> Reader:
        """The parent is told that it loads: that is not the time of the page."""
        if self._reader is None:
            _send(self._answers, LOADING)
            _allow(LOADED_WITHIN, self._order.threads)
            self._reader = reader_for(self._order)
            _allow(self._order.seconds, self._order.threads)
            _send(self._answers, READY)
        return self._reader


def _serve(order: Order, engine: _Engine, pages: Iterator[int], answers: BinaryIO) -> None:
    """Until nobody asks, or a page has shaken the libraries: after that, nothing that they say is believed."""
    _send(answers, READY)
    with ExitStack() as stack:
        document: Handle | None = None
        for page in pages:
            _allow(order.seconds, order.threads)
            try:
                document = document or stack.enter_context(open_pdf(_STANDARD_INPUT))
                answer = _answer(document, page, order, engine)
            except PictureFailure as failure:
                answer = encode_refusal(page, f"{failure.code} {failure.detail}".strip(), is_last=False)
            except Exception as error:  # noqa: BLE001 - whatever a library raises is told to the parent
                _send(answers, encode_refusal(page, _in_words(error), is_last=True))
                break
            signal.alarm(0)
            _send(answers, answer)
        # Libraries that were torn apart by a hostile file may crash while they are cleaned up.
        os._exit(0)


def _answer(document: Handle, page: int, order: Order, engine: _Engine) -> bytes:
    picture, dpi = picture_of(document, page, order.most_pixels)
    return encode_reading(page, ("", ()) if is_blank(picture) else engine.reader().read(picture, dpi))


def _in_words(error: Exception) -> str:
    """The last line: some libraries put a whole traceback into what they raise."""
    if isinstance(error, MemoryError):
        return "no memory left"
    last = str(error).strip().rpartition("\n")[2]
    return f"{type(error).__name__}: {last}"


def _allow(wall_seconds: float, threads: int) -> None:
    """The parent keeps the time; this is for a child that lost its parent before it could say so."""
    seconds = ceil(wall_seconds) + _GRACE_SECONDS
    signal.alarm(seconds)
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = ceil(used.ru_utime + used.ru_stime) + seconds * max(1, threads)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _send(answers: BinaryIO, line: bytes) -> None:
    answers.write(line + b"\n")
    answers.flush()


if __name__ == "__main__":
    main()
