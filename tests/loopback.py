"""A service on loopback that answers JSON, for tests of what asks one."""

from __future__ import annotations

import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

PIECE = 20
"""Bytes of an answer that is sent slowly."""


class Service(http.server.ThreadingHTTPServer):
    """``usual`` makes an answer of the body of a request; ``answers`` holds what is said instead, in turn.

    ``requests`` are those that came: path, body, key. With a ``pause``, in seconds, an answer comes in pieces.
    """

    def __init__(self, usual: Callable[[Any], bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.usual = usual
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        self.forget()

    def forget(self) -> None:
        self.answers: list[tuple[int, bytes]] = []
        self.requests: list[tuple[str, dict[str, Any], str]] = []
        self.pause = 0.0


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, body, self.headers.get("Authorization", "")))
        status, answer = self.server.answers.pop(0) if self.server.answers else (200, self.server.usual(body))
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        if not self.server.pause:
            self.wfile.write(answer)
            return
        with suppress(OSError):  # nobody waits any longer
            for at in range(0, len(answer), PIECE):
                time.sleep(self.server.pause)
                self.wfile.write(answer[at : at + PIECE])
                self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def running(usual: Callable[[Any], bytes]) -> Iterator[Service]:
    with Service(usual) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
