"""Files of older Office programs (.doc, .xls, .ppt), which LibreOffice makes into newer ones that are read here.

LibreOffice runs on a copy in a folder of its own, which is its home too and is removed with all that it left there: in
its own session, within limits, without network and without macros. What it made is as hostile as what it was given.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from documents.extractors.failures import ExtractionFailure
from documents.extractors.legacy_passwords import is_locked
from documents.extractors.limits import Limits
from documents.extractors.office_profile import remove_socket, write_profile
from documents.extractors.office_program import find_office_program, installation_of, product_of
from documents.extractors.outcome import ExtractedText
from documents.extractors.registry import FORMATS

_CHILD = "documents.extractors.office_child"
_CODE_ROOT = Path(__file__).resolve().parents[2]
_POLL_SECONDS = 0.02
_ASKS_TO_BE_STARTED_AGAIN = 81
"""The exit status of a first start, which only sets up a home."""
_MOST_STARTS = 3
_SHORTEST_READING = 1.0
"""Seconds that are left to read the result at least, so that a slow conversion is not called a slow reading."""
_TIME_SIGNALS = (signal.SIGXCPU, signal.SIGALRM)


@dataclass(frozen=True, slots=True)
class Converted:
    """A file that was made of one of another format; `limits` are what is left for reading it."""

    path: Path
    limits: Limits
    media_type: str
    product: str

    def as_read(self, outcome: ExtractedText) -> ExtractedText:
        """The outcome of reading the file that was made, as one of the file that it was made of."""
        return replace(outcome, media_type=self.media_type, extractor=f"{self.product} + {outcome.extractor}")


@contextmanager
def converted(path: Path, media_type: str, limits: Limits) -> Iterator[Converted]:
    """The file at `path`, made into the format that the registry says, for as long as the context lasts.

    Raises ExtractionFailure: `legacy-office` (or what the registry says) where this machine has no LibreOffice,
    `password-needed`, `damaged` where nothing came of it, and what a process in its limits can end with.
    """
    wanted = FORMATS[media_type].conversion
    program = find_office_program()
    if wanted is None or program is None:
        raise _no_program(wanted.refusal if wanted else "unsupported-type")
    with path.open("rb") as file:
        if is_locked(file):
            raise ExtractionFailure("password-needed", "a file of an older Office program that is encrypted")
    deadline = time.monotonic() + limits.seconds
    with tempfile.TemporaryDirectory(prefix="office-", ignore_cleanup_errors=True) as name:
        home = Path(name)
        source = home / f"document{FORMATS[media_type].suffixes[0]}"
        shutil.copyfile(path, source)
        made = _convert(program, source, FORMATS[wanted.media_type].suffixes[0], limits, deadline)
        left = max(_SHORTEST_READING, deadline - time.monotonic())
        yield Converted(made, replace(limits, seconds=left), media_type, product_of(program))


def extract(path: Path, limits: Limits) -> NoReturn:
    """Always `legacy-office`: such a file is read only after it was `converted`, and with a password it cannot be."""
    raise ExtractionFailure("legacy-office", "It is read only after LibreOffice has opened it.")


def _no_program(code: str) -> ExtractionFailure:
    return ExtractionFailure(code, "It can be read where LibreOffice is installed, and it is not.")


def _convert(program: Path, source: Path, suffix: str, limits: Limits, deadline: float) -> Path:
    home = source.parent
    made = home / "made" / f"{source.stem}{suffix}"
    made.parent.mkdir()
    write_profile(home / "profile")
    bounds = [str(home), repr(float(limits.seconds)), str(limits.memory_bytes), str(limits.output_bytes)]
    asked = _asked(home, suffix.removeprefix("."), source)
    command = [sys.executable, "-s", "-P", "-B", "-m", _CHILD, *bounds, str(installation_of(program)), str(program)]
    for _ in range(_MOST_STARTS):
        try:
            status = _run([*command, *asked], home, deadline)
        finally:
            remove_socket(home / "profile")
        if status != _ASKS_TO_BE_STARTED_AGAIN:
            break
    _check(status, made, limits)
    return made


def _asked(home: Path, suffix: str, source: Path) -> list[str]:
    quiet = ("--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard", "--nolockcheck")
    profile = f"-env:UserInstallation={(home / 'profile').as_uri()}"
    return [profile, *quiet, "--convert-to", suffix, "--outdir", str(home / "made"), str(source)]


def _run(command: list[str], home: Path, deadline: float) -> int:
    """The exit status, as of `subprocess`. Nothing that was started goes on afterwards."""
    environment = {
        "PYTHONPATH": str(_CODE_ROOT),
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "TMPDIR": str(home),
    }
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment, cwd=home, start_new_session=True
    )
    try:
        _await_exit(process.pid, deadline)
    finally:
        # Before the process is waited for: until then nothing else can have its number.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return process.returncode


def _await_exit(pid: int, deadline: float) -> None:
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline:
            raise ExtractionFailure("took-too-long", "LibreOffice was stopped at the time limit")
        time.sleep(_POLL_SECONDS)


def _check(status: int, made: Path, limits: Limits) -> None:
    """That there is a result, and no more of it than may be."""
    number = -status
    if number in _TIME_SIGNALS:
        raise ExtractionFailure("took-too-long", "LibreOffice was stopped at the time limit")
    size = made.stat().st_size if _is_plain_file(made) else 0
    if number == signal.SIGXFSZ or size >= limits.output_bytes:
        raise ExtractionFailure("expands-too-much", f"LibreOffice made more than {limits.output_bytes} bytes of it")
    if number == signal.SIGKILL:
        raise ExtractionFailure("too-much-memory", "LibreOffice was ended by the system")
    if number > 0:
        raise ExtractionFailure("reader-crashed", f"LibreOffice was ended by signal {number}")
    if status or not size:
        raise ExtractionFailure("damaged", f"LibreOffice could not open it (exit {status})")


def _is_plain_file(path: Path) -> bool:
    """A link could lead to a file of somebody else."""
    return path.is_file() and not path.is_symlink() and not path.parent.is_symlink() and path.stat().st_nlink == 1
