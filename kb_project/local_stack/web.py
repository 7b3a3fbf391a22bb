"""gunicorn, on this machine's own address."""

import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from kb_project.local_stack.ports import LOOPBACK, http_status
from kb_project.local_stack.processes import StopSteps
from kb_project.local_stack.worker import ApplicationProcess

PROCESSES = 2
THREADS = 4
KEPT_SECONDS = 75
"""Longer than a browser or a proxy keeps a connection that it does not use: so they close it, and lose no request."""
LONGEST_REQUEST_LINE = 8190  # bytes; the most that gunicorn takes: a question is part of the address


class WebServer(ApplicationProcess):
    """Two processes of four threads: pages wait for Postgres and Chroma more than they compute."""

    name = "web"
    stop_steps: ClassVar[StopSteps] = ((signal.SIGTERM, 6.0),)

    def __init__(self, data_dir: Path, stopping: threading.Event, environ: Mapping[str, str], *, port: int) -> None:
        super().__init__(data_dir, stopping, environ)
        self.port = port

    def command(self) -> list[str]:
        return [
            *(sys.executable, "-m", "gunicorn", "kb_project.wsgi:application"),
            *("--bind", f"{LOOPBACK}:{self.port}"),
            *("--worker-class", "gthread", "--workers", str(PROCESSES), "--threads", str(THREADS)),
            *("--limit-request-line", str(LONGEST_REQUEST_LINE)),
            *("--keep-alive", str(KEPT_SECONDS), "--timeout", "120", "--graceful-timeout", "4"),
            *("--preload", "--no-control-socket", "--config", "python:kb_project.web_server"),
        ]

    def is_ready(self) -> bool:
        status = http_status(self.port, "/healthz", seconds=5)
        return status is not None and status < 500
