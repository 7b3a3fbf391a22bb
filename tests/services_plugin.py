"""Start Postgres, Valkey and Chroma for a test run, before Django's settings are read; stop them after it.

An address that the environment already holds is used as given. Workers of pytest-xdist inherit the addresses.
"""

import atexit
import fcntl
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kb_project.local_stack.lock import only_one
from kb_project.local_stack.services import (
    needed_services,
    publish_addresses,
    start_together,
    stop_in_reverse,
)

PREFIX = "pincite-tests-"
NEEDS_NO_SERVICE = ("help", "version", "collectonly", "markers", "showfixtures", "show_fixtures_per_test")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    _settle_environment()
    if _is_controller():
        _use_own_data_folder(early_config)
    return (yield)


def _settle_environment() -> None:
    """A queue for each process of the run, and no model to load, nor text to recognize, unless a test asks for it."""
    os.environ["CELERY_QUEUE"] = f"tests-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    os.environ["EMBEDDING_BACKEND"] = "hash"
    os.environ["OCR"] = "off"


def _is_controller() -> bool:
    return "PYTEST_XDIST_WORKER" not in os.environ


def _use_own_data_folder(config: pytest.Config) -> None:
    _sweep_folders_of_killed_runs()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
    _at_the_end(config, lambda: shutil.rmtree(folder, ignore_errors=True))
    folder.chmod(0o711)  # as root, Postgres's own user must pass through it
    os.environ["DATA_DIR"] = str(folder)
    if not any(getattr(config.known_args_namespace, name, False) for name in NEEDS_NO_SERVICE):
        _start_services(config, folder)


def _start_services(config: pytest.Config, folder: Path) -> None:
    (folder / "run").mkdir(mode=0o711)
    lock = only_one(folder / "run" / "up.lock")
    lock.__enter__()
    _at_the_end(config, lambda: lock.__exit__(None, None, None))
    services = needed_services(folder, os.environ, threading.Event(), durable=False)
    _at_the_end(config, lambda: stop_in_reverse(list(services.values())))
    _at_the_end(config, _let_nothing_interrupt)
    _stop_when_terminated()
    start_together(list(services.values()))
    publish_addresses(services)


def _at_the_end(config: pytest.Config, action: Callable[[], None]) -> None:
    """Do it once, in reverse order: when pytest is through, or when Python ends before pytest is."""
    pending = [action]

    def once() -> None:
        if pending and os.getpid() == owner:
            pending.pop()()

    owner = os.getpid()
    config.add_cleanup(once)
    atexit.register(once)


def _stop_when_terminated() -> None:
    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)


def _let_nothing_interrupt() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


def _sweep_folders_of_killed_runs() -> None:
    """A run that was killed with SIGKILL could stop nothing; its lock is free, so this run does it."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        lock = folder / "run" / "up.lock"
        if lock.is_file() and os.access(lock, os.W_OK) and _is_free(lock):
            stop_in_reverse(list(needed_services(folder, {}, threading.Event()).values()))
            shutil.rmtree(folder, ignore_errors=True)


def _is_free(lock: Path) -> bool:
    with lock.open("a") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True
