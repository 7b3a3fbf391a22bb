"""Chroma, the vector store of the local stack, on a loopback port."""

import os
import sys
import threading
from pathlib import Path

import psutil

from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.folders import private_folder
from kb_project.local_stack.ports import LOOPBACK, free_port, http_status
from kb_project.local_stack.service import Service

# The package's own `chroma` program imports the whole client first, which takes two seconds.
RUN_SERVER = "import sys, chromadb_rust_bindings; chromadb_rust_bindings.cli(sys.argv)"
PORT_TRIES = 3
PORT_TAKEN = "is not available"


class LocalChroma(Service):
    """`chroma run`; the port is chosen at the first start and kept, since others hold the address."""

    name = "chroma"

    def __init__(self, data_dir: Path, stopping: threading.Event | None = None) -> None:
        super().__init__(data_dir, stopping)
        self._port = 0

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self._port}"

    def start(self) -> None:
        """Start; at the first start try another port when someone else was quicker."""
        if self._port:
            return super().start()
        for _ in range(PORT_TRIES - 1):
            self._port = free_port()
            try:
                return super().start()
            except StackFailure:
                if PORT_TAKEN not in self.log_since_start():
                    raise
        self._port = free_port()
        return super().start()

    def prepare(self) -> None:
        private_folder(self._folder)

    @property
    def _folder(self) -> Path:
        return self.folders.data_dir / "chroma"

    def command(self) -> list[str]:
        options = ["--path", str(self._folder), "--host", LOOPBACK, "--port", str(self._port)]
        return [sys.executable, "-c", RUN_SERVER, "run", *options]

    def environ(self) -> dict[str, str]:
        return dict(os.environ) | {"ANONYMIZED_TELEMETRY": "False", "PYTHONUNBUFFERED": "1"}

    def working_folder(self) -> Path:
        return self._folder

    def is_ready(self) -> bool:
        """Ours listens and answers: a stranger on the same port would answer too."""
        return self._listens() and http_status(self._port, "/api/v2/heartbeat", seconds=2) == 200

    def _listens(self) -> bool:
        try:
            connections = psutil.Process(self.pid).net_connections("tcp")
        except psutil.Error:
            return False
        return any(c.status == psutil.CONN_LISTEN and c.laddr.port == self._port for c in connections)
