import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb_project.local_stack.ports import free_port, http_status
from kb_project.local_stack.web import LONGEST_REQUEST_LINE, WebServer

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
