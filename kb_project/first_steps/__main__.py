"""Run one step: ``prepare`` or ``show``."""

import os
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import django


def prepare() -> None:
    from kb_project import settings
    from kb_project.first_steps.database import make_administrator, migrate
    from kb_project.first_steps.static_files import collect_changed

    with ThreadPoolExecutor() as threads:  # ends when both have
        files = threads.submit(collect_changed, settings.STATIC_ROOT, settings.DATA_DIR / "static.stamp")
        migrate(say)
        make_administrator(settings.DATA_DIR / "admin-password", say)
    files.result()


def show() -> None:
    from kb_project import settings
    from kb_project.first_steps.greeting import greet
    from kb_project.first_steps.samples import fill_empty_library

    fill_empty_library(say)
    greet(settings.PUBLIC_URL, settings.DATA_DIR / "admin-password", say, wait_for_release)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def wait_for_release() -> None:
    """Until everything has been started: see Errand."""
    sys.stdin.read()


def run(step: Callable[[], None]) -> None:
    """Do it. The last line of what a failure leaves on stderr is the one that the terminal shows."""
    try:
        step()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told and ends the step
        traceback.print_exc()
        sys.exit(" ".join(str(error).split()) or type(error).__name__)


STEPS: dict[str, Callable[[], None]] = {"prepare": prepare, "show": show}

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    django.setup()
    run(STEPS[sys.argv[1]])
