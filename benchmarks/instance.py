"""An instance of Pincite of a benchmark's own: started in a temporary folder, stopped and removed whatever happens."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kb_project.local_stack.addresses import VARIABLES
from kb_project.local_stack.ports import free_port

HOME = Path(__file__).resolve().parent.parent
READY = "Pincite is ready"
READY_WITHIN = 600  # seconds
STOPPED_WITHIN = 60  # seconds
LINES_OF_LOG = 15

NOT_OURS = (*VARIABLES, "DATA_DIR", "PORT", "PUBLIC_URL", "MEDIA_ROOT", "PICTURES_ROOT", "UPLOADS_ROOT", "SECRET_KEY")
"""What would lead a benchmark to a library that is somebody's."""


@contextmanager
def own_instance() -> Iterator[dict[str, str]]:
    """The environment by which other programs find the instance. SystemExit with its last words if it does not start.

    Where it is interrupted the instance ends too, for it watches who started it.
    """
    folder = Path(tempfile.mkdtemp(prefix="pincite-bench-")).resolve()
    folder.chmod(0o711)  # as root, Postgres's own user must pass through it
    environ = clean_environment(os.environ) | {"DATA_DIR": str(folder / "data"), "PORT": str(free_port())}
    log = folder / "up.log"
    try:
        with log.open("w", encoding="utf-8") as said:
            child = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--stop-with-parent"],
                cwd=HOME,
                env=environ,
                stdout=said,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
            try:
                _wait_until_ready(child, log)
                yield environ
            finally:
                _stop(child)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clean_environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Less every address of data that is there already."""
    return {name: value for name, value in environ.items() if name not in NOT_OURS}


def _wait_until_ready(child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while READY not in (said := log.read_text(encoding="utf-8", errors="replace")):
        if child.poll() is not None or time.monotonic() > deadline:
            last = "\n".join(said.splitlines()[-LINES_OF_LOG:])
            raise SystemExit(f"The instance did not start:\n{last}")
        time.sleep(0.2)


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(STOPPED_WITHIN)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
