"""Postgres for the local stack: its own cluster below the data folder, on a unix socket, never as root."""

import contextlib
import re
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import psutil

if TYPE_CHECKING:
    import psycopg

from kb_project.local_stack.accounts import (
    Account,
    account_of_owner,
    popen_options,
    postgres_account,
)
from kb_project.local_stack.binaries import postgres_programs
from kb_project.local_stack.failures import StackFailure
from kb_project.local_stack.folders import owned_folder
from kb_project.local_stack.processes import STACK_MARK, end_family, is_alive
from kb_project.local_stack.service import Service

DATABASE = USER = "pincite"
KILLED_SERVER_SECONDS = 15.0  # how long the processes of a killed server may hold its shared memory
STILL_HELD = re.compile(r"pre-existing shared memory block|lock file \"postmaster.pid\" already exists")
FATAL = re.compile(r"(?:FATAL|PANIC|error):\s+(.+)")
SENTENCES = (
    (re.compile(r"shared memory.*|shm_open.*", re.DOTALL), "the machine has no free shared memory"),
    (re.compile(r"No space left on device|Disk quota exceeded"), "the disk is full"),
    (re.compile(r"Permission denied"), "permission is missing"),
)
FAST_AND_FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class LocalPostgres(Service):
    """A Postgres server with one database. Not `durable` is for tests: quicker, lost with the power."""

    name = "postgres"
    stop_steps = ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0))  # fast, then immediate

    def __init__(self, data_dir: Path, stopping: threading.Event | None = None, *, durable: bool = True) -> None:
        super().__init__(data_dir, stopping)
        self.durable = durable
        self._base: Path | None = None

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@/{DATABASE}?host={quote(str(self.socket_folder), safe='/')}"

    @property
    def socket_folder(self) -> Path:
        return self.folders.socket_folder("postgres", self.account)

    @property
    def base(self) -> Path:
        """Where its data lives: the data folder, or outside it where Postgres's user cannot reach it."""
        if self._base is None:
            self._base = self._choose_base()
        return self._base

    @property
    def cluster(self) -> Path:
        return self.base / "postgres"

    def _choose_base(self) -> Path:
        base = self.folders.base_for(self.account)
        inside = self.folders.data_dir / "postgres"
        if base != self.folders.data_dir and (inside / "PG_VERSION").exists():
            raise StackFailure(f"The database in {inside} cannot be reached by the user {self._account_name} any more.")
        outside = self.folders.outside_path
        if base == self.folders.data_dir and (outside / "postgres" / "PG_VERSION").exists():
            return self.folders.outside()
        return base

    @property
    def _account_name(self) -> str:
        return self.account.name if self.account else "running this"

    def start(self) -> None:
        self._choose_account()
        deadline = time.monotonic() + KILLED_SERVER_SECONDS
        while not self._started_or_held(deadline):
            self.stopping.wait(0.3)
        self._make_database()

    def _choose_account(self) -> None:
        account = postgres_account()
        if account is not None:
            account = self._owner_of_data() or account
        self.account = account

    def _owner_of_data(self) -> Account | None:
        places = (self.folders.data_dir / "postgres", self.folders.outside_path / "postgres")
        return next((owner for place in places if (owner := account_of_owner(place))), None)

    def _started_or_held(self, deadline: float) -> bool:
        try:
            super().start()
        except StackFailure:
            if time.monotonic() > deadline or not STILL_HELD.search(self.log_since_start()):
                raise
            return False
        return True

    def prepare(self) -> None:
        if not (self.cluster / "PG_VERSION").exists():
            self._make_cluster()
        self._end_orphan()

    def _make_cluster(self) -> None:
        draft = self.cluster.with_name("postgres.new")  # renamed when whole: a kill in between leaves no half cluster
        shutil.rmtree(draft, ignore_errors=True)
        owned_folder(draft, self.account)
        options = ["-D", str(draft), "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-instructions"]
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C.UTF-8"]
        made = subprocess.run(  # type: ignore[call-overload]
            [str(self._programs / "initdb"), *options, *locale, *([] if self.durable else ["--no-sync"])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self.environ() | {STACK_MARK: str(self.folders.data_dir)},
            cwd="/",
            start_new_session=True,
            check=False,
            **popen_options(self.account),
        )
        if made.returncode:
            raise StackFailure(_sentence(made.stdout.decode("utf-8", "replace"), self.cluster))
        draft.rename(self.cluster)

    @property
    def _programs(self) -> Path:
        return postgres_programs(self.base, self.account)

    def _end_orphan(self) -> None:
        """End our own orphan. A pid file whose number is another program's by now would block the start."""
        pid_file = self.cluster / "postmaster.pid"
        server = self._server_named_in(pid_file)
        if server is not None:
            end_family(server, self.stop_steps)
        pid_file.unlink(missing_ok=True)
        for left in self.socket_folder.glob(".s.PGSQL.*"):
            left.unlink()

    def _server_named_in(self, pid_file: Path) -> psutil.Process | None:
        """The live process that the file names, if it is a Postgres server of this cluster."""
        with contextlib.suppress(OSError, ValueError, IndexError, psutil.Error):
            process = psutil.Process(int(pid_file.read_text(encoding="utf-8").split("\n", 1)[0]))
            if is_alive(process) and str(self.cluster) in process.cmdline() and "postgres" in process.name():
                return process
        return None

    def command(self) -> list[str]:
        settings = [
            "listen_addresses=",
            f"unix_socket_directories={self.socket_folder}",
            "unix_socket_permissions=0700",
            "max_connections=100",
            "log_destination=stderr",
            "logging_collector=off",
            *(() if self.durable else FAST_AND_FORGETFUL),
        ]
        return [
            str(self._programs / "postgres"),
            "-D",
            str(self.cluster),
            *(part for setting in settings for part in ("-c", setting)),
        ]

    def environ(self) -> dict[str, str]:
        """Nothing of ours: PG* and locale variables would change what the server does."""
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def is_ready(self) -> bool:
        import psycopg

        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def _connect(self) -> "psycopg.Connection":
        import psycopg

        host = str(self.socket_folder)
        return psycopg.connect(host=host, user=USER, dbname="postgres", connect_timeout=3, autocommit=True)

    def _make_database(self) -> None:
        with self._connect() as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if known is None:
                connection.execute(f'CREATE DATABASE "{DATABASE}"')

    def why_it_died(self) -> str:
        return _sentence(self.log_since_start(), self.log_path)


def _sentence(said: str, where: Path) -> str:
    for pattern, reason in SENTENCES:
        if pattern.search(said):
            return f"Postgres cannot start: {reason}; see {where}."
    fatal = FATAL.findall(said)
    reason = fatal[-1].strip() if fatal else "it ended without saying why"
    return f"Postgres cannot start: {reason}; see {where}."
