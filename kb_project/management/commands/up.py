"""Start Pincite on this machine: the services, the worker and the web server, until Ctrl-C."""

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable

from django.core.management.base import BaseCommand

from kb_project import settings
from kb_project.environment import given_port
from kb_project.local_stack.failures import StackFailure, sentence_for
from kb_project.local_stack.stack import LocalStack

ORPHAN_CHECK_SECONDS = 0.5


class Command(BaseCommand):
    help = __doc__ or ""
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--stop-with-parent",
            action="store_true",
            help="stop when the process that started this one ends (make run uses it)",
        )

    def handle(self, *args: object, **options: object) -> None:
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: stopping.set())
        if options["stop_with_parent"]:
            _when_parent_ends(stopping.set)
        try:
            LocalStack(settings.DATA_DIR, given_port(), self._say, stopping).run()
        except StackFailure as failure:
            self._give_up(str(failure))
        except OSError as error:
            self._give_up(sentence_for(error))

    def _say(self, line: str) -> None:
        with contextlib.suppress(OSError):  # the terminal may be gone; stopping the children goes on
            self.stdout.write(line)
            self.stdout.flush()

    def _give_up(self, sentence: str) -> None:
        with contextlib.suppress(OSError):
            self.stderr.write(sentence)
        sys.exit(1)


def _when_parent_ends(act: Callable[[], None]) -> None:
    parent = os.getppid()

    def watch() -> None:
        while not wait.wait(ORPHAN_CHECK_SECONDS):
            if os.getppid() != parent:
                return act()
        return None

    wait = threading.Event()
    threading.Thread(target=watch, daemon=True).start()
