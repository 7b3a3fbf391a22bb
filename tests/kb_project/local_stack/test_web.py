import http.client
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb_project.local_stack.ports import LOOPBACK, free_port, http_status
from kb_project.local_stack.web import LONGEST_REQUEST_LINE, PROCESSES, THREADS, WebServer

pytestmark = pytest.mark.long

LINE = "GET /healthz?q= HTTP/1.1"


@pytest.fixture
def web(data_dir: Path) -> Iterator[WebServer]:
    (data_dir / "static").mkdir()
    server = WebServer(data_dir, threading.Event(), os.environ | {"DATA_DIR": str(data_dir)}, port=free_port())
    server.start()
    yield server
    server.stop()


def status_of_a_line(web: WebServer, length: int) -> int | None:
    return http_status(web.port, f"/healthz?q={'x' * (length - len(LINE))}", seconds=30)


def test_a_question_of_almost_eight_kilobytes_is_answered(web: WebServer) -> None:
    assert status_of_a_line(web, LONGEST_REQUEST_LINE - len("\r\n")) == 200
    assert status_of_a_line(web, LONGEST_REQUEST_LINE + 1) == 414


@pytest.mark.long
def test_idle_connections_are_kept_and_hold_no_thread(web: WebServer) -> None:
    idle = [http.client.HTTPConnection(LOOPBACK, web.port, timeout=30) for _ in range(3 * PROCESSES * THREADS)]
    try:
        for one in idle:
            assert status_on(one) == 200
        kept = [one.sock for one in idle]
        time.sleep(3.5)  # gunicorn keeps them for two seconds if it is told nothing
        assert http_status(web.port, "/healthz", seconds=30) == 200
        for one in idle:
            assert status_on(one) == 200
        assert [one.sock for one in idle] == kept
    finally:
        for one in idle:
            one.close()


def status_on(connection: http.client.HTTPConnection) -> int:
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    return answer.status
