"""Keep services running, and stop them in the reverse order of their start."""

import contextlib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kb_project.local_stack.failures import Stopping, sentence_for
from kb_project.local_stack.service import Service
from kb_project.local_stack.services import start_together, stop_in_reverse

WATCH_SECONDS = 0.2
WAITS = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the first, second, ... start again
STEADY_SECONDS = 60.0  # a service that ran that long has recovered
DEATHS_TOLD = 3  # further ones are told once, in one sentence

Say = Callable[[str], None]


@dataclass
class Keeper:
    """Starts one service again when it dies, ever more slowly while it keeps dying."""

    service: Service
    say: Say
    deaths: int = 0
    start_at: float | None = None  # monotonic seconds; None while it runs
    clock: Callable[[], float] = time.monotonic
    running_since: float = field(init=False)

    def __post_init__(self) -> None:
        self.running_since = self.clock()

    def check(self) -> None:
        if self.start_at is None:
            self._check_running()
        elif self.clock() >= self.start_at:
            self._start_again()

    def _check_running(self) -> None:
        with contextlib.suppress(OSError):  # no log is worth the child
            self.service.shorten_log()
        if not self.service.is_running():
            self._died(f"ended with status {self.service.exit_status()}")
        elif self.deaths and self.clock() - self.running_since > STEADY_SECONDS:
            self.deaths = 0

    def _died(self, how: str) -> None:
        wait = WAITS[min(self.deaths, len(WAITS) - 1)]
        self.deaths += 1
        self.start_at = self.clock() + wait
        if self.deaths <= DEATHS_TOLD:
            self.say(f"{self.service.name} {how}; starting it again.")
        elif self.deaths == DEATHS_TOLD + 1:
            self.say(
                f"{self.service.name} keeps ending ({how}); "
                f"it is tried again every {WAITS[-1]:.0f} s at most, see {self.service.log_path}."
            )

    def _start_again(self) -> None:
        try:
            self.service.start()
        except Stopping:
            raise
        except OSError as error:
            self._died(f"did not start ({sentence_for(error)})")
        except Exception as failure:  # noqa: BLE001 - whatever keeps one from its start, the others run on
            self._died(f"did not start ({failure})")
        else:
            self.start_at = None
            self.running_since = self.clock()


class Supervisor:
    """Start services, watch them until `stopping` is set, and leave none of them."""

    def __init__(self, say: Say, stopping: threading.Event) -> None:
        self._say = say
        self._stopping = stopping
        self._keepers: list[Keeper] = []

    def start(self, *services: Service) -> None:
        """Start them at the same time; from now on they are stopped and, by `watch`, started again."""
        began = time.monotonic()
        self._keepers += [Keeper(service, self._say) for service in services]
        start_together(
            services,
            lambda service: self._say(f"  {service.name} is ready ({time.monotonic() - began:.1f} s)"),
        )

    def watch(self, is_over: Callable[[], bool] = lambda: False) -> None:
        """Start again what dies, until it is over or the stack is to stop."""
        while not is_over() and not self._stopping.wait(WATCH_SECONDS):
            for keeper in self._keepers:
                keeper.check()

    def stop(self) -> None:
        stop_in_reverse([keeper.service for keeper in self._keepers])
