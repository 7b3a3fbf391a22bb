"""The Celery worker, and beat beside it.

Beat is a process of its own: when the beat inside a worker dies, nobody notices and the sweeps end.
"""

import os
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from kb_project.environment import BASE_DIR
from kb_project.local_stack.processes import StopSteps
from kb_project.local_stack.service import Service

CELERY = (sys.executable, "-m", "celery", "--app", "kb_project")
FREED_IS_GIVEN_BACK = {
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
"""For glibc, which raises both thresholds (in bytes) to what was freed once: the embedding engine's buffers, of some
ninety megabytes, then stay beside the next ones. Costs some 3 % of the time to embed."""


class ApplicationProcess(Service):
    """A process that runs Pincite's own code, with the addresses of the services in its environment."""

    def __init__(self, data_dir: Path, stopping: threading.Event, environ: Mapping[str, str]) -> None:
        super().__init__(data_dir, stopping)
        self._environ = dict(environ)

    def environ(self) -> dict[str, str]:
        return FREED_IS_GIVEN_BACK | self._environ

    def working_folder(self) -> Path:
        return BASE_DIR


class Worker(ApplicationProcess):
    """Reads, cuts and embeds documents."""

    name = "worker"
    # Wait for short tasks, drop long ones (they are given out again), then kill.
    stop_steps: ClassVar[StopSteps] = ((signal.SIGTERM, 6.0), (signal.SIGQUIT, 2.0))

    def command(self) -> list[str]:
        quick_start = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        options = ["--hostname", self.node_name, "--prefetch-multiplier", "1", "--loglevel", "INFO"]
        return [*CELERY, "worker", *options, *quick_start]

    @property
    def node_name(self) -> str:
        return f"{self.folders.outside_path.name}@{os.uname().nodename}"

    def is_ready(self) -> bool:
        """Whether this very worker answers over the broker."""
        from celery import Celery
        from kombu.exceptions import KombuError

        application = Celery(broker=self._environ["CELERY_BROKER_URL"], set_as_current=False)
        try:
            return bool(application.control.ping([self.node_name], timeout=0.3))
        except (KombuError, *application.connection_for_read().connection_errors):  # the broker itself starts again
            return False
        finally:
            application.close()


class Beat(ApplicationProcess):
    """Sends the periodic sweeps."""

    name = "beat"
    stop_steps: ClassVar[StopSteps] = ((signal.SIGTERM, 3.0),)
    STARTED: ClassVar[str] = "beat: Starting..."  # said by celery.beat.Service.start

    def command(self) -> list[str]:
        no_pid_file = ["--pidfile", ""]  # one of its own would block the start after a kill
        return [*CELERY, "beat", "--loglevel", "INFO", *no_pid_file]

    def is_ready(self) -> bool:
        """Whether it has said that it begins to look at the time."""
        return self.STARTED in self.log_since_start()
