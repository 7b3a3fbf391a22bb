"""Valkey, the broker of the local stack: append-only, on a unix socket that only we can open."""

import re
import socket
import time
from pathlib import Path

from kb_project.local_stack.binaries import valkey_program
from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.folders import private_folder
from kb_project.local_stack.service import Service

UNREADABLE_LOG = re.compile(r"Bad file format|append only file .*(?:corrupt|missing)", re.IGNORECASE)


class LocalValkey(Service):
    """A Valkey server; `url` is in Celery's form."""

    name = "valkey"

    @property
    def socket_path(self) -> Path:
        return self.folders.socket_folder("valkey", None) / "valkey.sock"

    @property
    def url(self) -> str:
        return f"redis+socket://{self.socket_path}"

    def prepare(self) -> None:
        private_folder(self._folder)
        self.socket_path.unlink(missing_ok=True)

    @property
    def _folder(self) -> Path:
        return self.folders.data_dir / "valkey"

    def command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket_path),
            "unixsocketperm": "700",
            "dir": ".",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "daemonize": "no",
        }
        pairs = ([f"--{name}", value] for name, value in options.items())
        return [str(valkey_program()), *(part for pair in pairs for part in pair)]

    def working_folder(self) -> Path:
        return self._folder

    def is_ready(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(2)
                connection.connect(str(self.socket_path))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def start(self) -> None:
        """Start; put a log aside that Valkey cannot read: Postgres knows what every message said."""
        try:
            super().start()
        except StackFailure:
            if not UNREADABLE_LOG.search(self.log_since_start()):
                raise
            self._folder.rename(self._folder.with_name(f"valkey.damaged-{time.time_ns()}"))
            super().start()
