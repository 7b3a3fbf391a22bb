"""A child whose one extractor misbehaves as its media type says; everything else is the real child."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from documents.extractors import child, registry
from documents.extractors.confinement import give_up_powers
from documents.extractors.formats import Format
from documents.extractors.limits import Limits
from documents.extractors.outcome import ExtractedText
from tests.documents.misbehaving import abort, eat_memory, hang, spin  # noqa: F401 - called by name


def extract(path: Path, limits: Limits) -> ExtractedText:
    misbehave = globals()[sys.argv[1]]
    return ExtractedText("hostile", "1", sys.argv[1], text=str(misbehave()))


def abort_with_memory_in_use() -> NoReturn:
    block = b"x" * (160 << 20)
    time.sleep(1)
    del block
    os.abort()


def leave() -> NoReturn:
    os._exit(3)


def recurse() -> int:
    return recurse() + 1


def raise_error() -> NoReturn:
    raise LookupError("a library's own error")


def answer_too_much() -> str:
    return "x" * (1 << 20)


def print_noise() -> str:
    sys.stdout.write("noise on the channel")
    sys.stdout.flush()
    os.write(1, b"and more")
    return "answer"


def write_file() -> str:
    with tempfile.TemporaryFile() as stream:  # without a name: nothing is left behind, whatever happens
        stream.write(b"x")
    return "written"


def leave_a_process() -> str:
    return str(subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL).pid)


def leave_a_process_on_the_channel() -> str:
    inherited = [descriptor for descriptor in range(3, 10) if Path(f"/proc/self/fd/{descriptor}").exists()]
    return str(subprocess.Popen(["sleep", "60"], pass_fds=inherited, stdin=subprocess.DEVNULL).pid)


def tell_environment() -> str:
    return " ".join(sorted(os.environ))


def tell_descriptors() -> str:
    """What each open descriptor is."""
    found = [one for one in Path("/proc/self/fd").iterdir() if os.path.lexists(one)]
    return " ".join(sorted(str(one.readlink()) for one in found))


def reach_out() -> str:
    """Whatever is not refused."""
    attempts = {
        "network": socket.socket,
        "environment of the parent": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
        "another file": lambda: Path("/etc/passwd").read_bytes(),
        "a new file": tempfile.TemporaryFile,
        "a process": lambda: os.fork() or os._exit(0),
        "a signal": lambda: os.kill(os.getppid(), 0),
    }
    return ", ".join(name for name, attempt in attempts.items() if _succeeds(attempt))


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def forge(answer: bytes) -> NoReturn:
    """Write to whichever descriptor is the answer's, as code that took the process over could."""
    for descriptor in range(3, 10):
        try:
            os.write(descriptor, answer)
        except OSError:
            continue
    os._exit(0)


def forge_garbage() -> NoReturn:
    forge(b"\x80\x04 not json")


def forge_too_much() -> NoReturn:
    forge(b"x" * (1 << 20))


def forge_shape() -> NoReturn:
    forge(json.dumps({"text": {"extractor": 1}}).encode())


def forge_code() -> NoReturn:
    forge(json.dumps({"failure": {"code": "surprise", "detail": ""}}).encode())


def forge_nesting() -> NoReturn:
    forge(b"[" * 60_000)


def may_start_programs(*descriptors: int) -> None:
    give_up_powers(*descriptors, may_start_programs=True)


if __name__ == "__main__":
    if sys.argv[1].startswith("leave_a_process"):
        child.give_up_powers = may_start_programs  # type: ignore[assignment,attr-defined]
    registry.FORMATS[sys.argv[1]] = Format(sys.argv[1], __name__, word="hostile", short_name="hostile")
    child.main()
