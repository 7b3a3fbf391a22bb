"""The whole local stack, from an empty folder to a link to try."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kb_project.local_stack.addresses import given_addresses, stack_file, web_addresses, write_stack_file
from kb_project.local_stack.errands import Errand
from kb_project.local_stack.failures import StackFailure, Stopping
from kb_project.local_stack.folders import StackFolders, private_folder
from kb_project.local_stack.lock import only_one
from kb_project.local_stack.logs import turn_logs
from kb_project.local_stack.ports import check_port
from kb_project.local_stack.postgres import LocalPostgres
from kb_project.local_stack.recovery import check_free_space, check_writable, end_orphans
from kb_project.local_stack.services import needed_services
from kb_project.local_stack.supervisor import Say, Supervisor
from kb_project.local_stack.web import WebServer
from kb_project.local_stack.worker import Beat, Worker

FIRST_STEPS = "kb_project.first_steps"
PREPARE_SECONDS = 600.0  # a migration of a large library takes its time


@dataclass
class LocalStack:
    """Start everything on `data_dir` and `port`, keep it running until `stopping` is set, leave nothing."""

    data_dir: Path
    port: int
    say: Say
    stopping: threading.Event
    environ: dict[str, str] = field(default_factory=lambda: dict(os.environ))

    def run(self) -> None:
        """Return when asked to stop; raise `StackFailure` or `OSError` when it cannot be done."""
        with self._claimed_folder(), self._supervised() as supervisor, self._errands() as errand:
            self._start(supervisor, errand)
            supervisor.watch()

    @contextmanager
    def _claimed_folder(self) -> Iterator[None]:
        self.data_dir.mkdir(parents=True, exist_ok=True)
        check_writable(self.data_dir)
        folders = StackFolders(self.data_dir)
        private_folder(self.data_dir / "media")
        with only_one(folders.run / "up.lock"):
            stack_file(self.data_dir).unlink(missing_ok=True)
            self._recover()
            check_port(self.port)
            check_free_space(self.data_dir, is_new=not (self.data_dir / "admin-password").exists())
            turn_logs(folders.logs)
            yield

    def _recover(self) -> None:
        ended = end_orphans(self.data_dir)
        if ended:
            self.say(f"Ended {ended} processes that an earlier start had left behind.")

    @contextmanager
    def _supervised(self) -> Iterator[Supervisor]:
        supervisor = Supervisor(self.say, self.stopping)
        try:
            yield supervisor
        except Stopping:
            pass
        finally:
            self.say("Stopping.")
            self.stopping.set()
            stack_file(self.data_dir).unlink(missing_ok=True)
            supervisor.stop()
            end_orphans(self.data_dir)
            self.say("Stopped.")

    @contextmanager
    def _errands(self) -> Iterator[Callable[[str, str], Errand]]:
        """Errands that are ended whatever happens."""
        begun: list[Errand] = []

        def begin(what: str, argument: str) -> Errand:
            log = StackFolders(self.data_dir).logs / f"{argument}.log"
            begun.append(Errand(what, FIRST_STEPS, argument, log))
            begun[-1].start(self.data_dir, self.environ)
            return begun[-1]

        try:
            yield begin
        finally:
            for errand in begun:
                errand.stop()

    def _start(self, supervisor: Supervisor, errand: Callable[[str, str], Errand]) -> None:
        self.say(f"Pincite starts on {self.data_dir}")
        self._start_services(supervisor)
        errand("Preparing the database and the static files", "prepare").finish(self.stopping, PREPARE_SECONDS)
        shown = errand("The first search", "show")
        supervisor.start(
            Worker(self.data_dir, self.stopping, self.environ),
            Beat(self.data_dir, self.stopping, self.environ),
            WebServer(self.data_dir, self.stopping, self.environ, port=self.port),
        )
        shown.release()
        supervisor.watch(shown.is_over)
        self._finish_showing(shown)

    def _start_services(self, supervisor: Supervisor) -> None:
        given = given_addresses(self.environ)
        services = needed_services(self.data_dir, given, self.stopping)
        for variable in given:
            self.say(f"  {variable} is set: used as given")
        supervisor.start(*services.values())
        ours = {variable: service.url for variable, service in services.items()}
        ours |= web_addresses(self.port, self.environ)
        self.environ |= ours
        write_stack_file(stack_file(self.data_dir), ours)
        self._tell_where_postgres_is(services.get("DATABASE_URL"))

    def _tell_where_postgres_is(self, postgres: object) -> None:
        if isinstance(postgres, LocalPostgres) and postgres.account and postgres.base != self.data_dir:
            self.say(f"  Postgres runs as {postgres.account.name}, who cannot reach {self.data_dir}:")
            self.say(f"  its data is in {postgres.base}")

    def _finish_showing(self, shown: Errand) -> None:
        """A search that fails is told; the library runs all the same."""
        try:
            shown.finish(self.stopping, 0)
        except StackFailure as failure:
            self.say(str(failure))
