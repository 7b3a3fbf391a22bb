"""What each bomb costs: read in the confined child, and drawn where it is a PDF, with the limits as they are set.

    python -m benchmarks.bombs [--only WORD] [--seconds 600] [--memory 2048] [--keep FOLDER]

Builds each bomb itself, in a temporary folder. Prints what became of it, in how many seconds, and the most resident
memory that the child and this process were seen with, in megabytes. A line ends with `!` where something was not
kept: a time or a memory beyond the limit, or a crash without a clear code. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.bomb_files import BOMBS, Bomb
from documents.extractors.failures import ExtractionFailure
from documents.extractors.sandbox import Limits, extract_confined
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from documents.pictures.failures import PictureFailure
from documents.pictures.renderer import Renderer, RenderLimits

MEGABYTE = 1024 * 1024
SLACK_SECONDS = 3
RENDER_LIMITS = RenderLimits(seconds=10, memory_bytes=1024**3, wait_seconds=10, at_once=1)
UNCLEAR = ("reader-crashed", "renderer-crashed", "renderer-missing")


@dataclass
class Cost:
    """One run. Memory is in bytes."""

    outcome: str
    seconds: float
    child: int
    parent: int


class PeakOfChildren(threading.Thread):
    """The most resident memory, in bytes, that any process below this one was seen with."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.bytes = 0
        self.finished = threading.Event()

    def run(self) -> None:
        this = psutil.Process()
        while not self.finished.wait(0.02):
            for one in this.children(recursive=True):
                self.bytes = max(self.bytes, _status_bytes(Path(f"/proc/{one.pid}/status"), "VmHWM"))


def _status_bytes(status: Path, name: str) -> int:
    try:
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(name)), 0)


def main() -> None:
    asked = _parser().parse_args()
    limits = Limits(asked.seconds, asked.memory * MEGABYTE, 256 * MEGABYTE)
    print(f"{'bomb':<40} {'bytes':>12}  {'what became of it':<34} {'s':>6} {'child':>6} {'parent':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for bomb in BOMBS:
            if asked.only in bomb.name:
                path = Path(asked.keep or folder, bomb.name)
                _build(bomb, path)
                _try(bomb, path, limits)
                if not asked.keep:
                    path.unlink()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="those with this in their name")
    parser.add_argument("--seconds", type=float, default=600, help="EXTRACT_SECONDS")
    parser.add_argument("--memory", type=int, default=2048, help="EXTRACT_MEMORY_BYTES, in megabytes")
    parser.add_argument("--keep", default="", help="leave the files in this folder")
    return parser


def _build(bomb: Bomb, path: Path) -> None:
    """In a process of its own, so that what that takes is not counted here."""
    pid = os.fork()
    if pid == 0:
        with path.open("w+b") as file:
            bomb.write(file, 1)
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0:
        raise SystemExit(f"{bomb} could not be built")


def _try(bomb: Bomb, path: Path, limits: Limits) -> None:
    read = _measured(lambda: _read(path, limits))
    _print(bomb.name, path.stat().st_size, read, limits.seconds, limits.memory_bytes)
    if bomb.is_drawn:
        drawn = _measured(lambda: _drawn(path))
        _print("  drawn", 0, drawn, RENDER_LIMITS.seconds, RENDER_LIMITS.memory_bytes)


def _read(path: Path, limits: Limits) -> str:
    """As at the door and then in a worker."""
    try:
        with path.open("rb") as file:
            media_type = sniff_media_type(file.read(HEAD_BYTES), lambda: path.open("rb"), path.name)
    except ExtractionFailure as failure:
        return f"{failure.code} (at the door)"
    try:
        outcome = extract_confined(path, media_type, limits)
    except ExtractionFailure as failure:
        return failure.code
    if outcome.pages is None:
        return f"text, {len(outcome.text):,} characters"
    return f"text of {len(outcome.pages):,} pages"


def _drawn(path: Path) -> str:
    renderer = Renderer()
    try:
        with path.open("rb") as file:
            renderer.ask(file, {"ask": "picture", "page": 1, "width": 1280}, RENDER_LIMITS)
    except PictureFailure as failure:
        return failure.code
    finally:
        renderer.stop()
    return "a picture"


def _measured(act: Callable[[], str]) -> Cost:
    children = PeakOfChildren()
    children.start()
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak is counted from here
    began = time.perf_counter()
    outcome = act()
    seconds = time.perf_counter() - began
    children.finished.set()
    children.join()
    return Cost(outcome, seconds, children.bytes, _status_bytes(Path("/proc/self/status"), "VmHWM"))


def _print(name: str, size: int, cost: Cost, seconds: float, memory: int) -> None:
    is_broken = cost.seconds > seconds + SLACK_SECONDS or cost.child > memory or cost.outcome in UNCLEAR
    shown = f"{size:>12,}" if size else " " * 12
    figures = f"{cost.seconds:>6.1f} {cost.child / MEGABYTE:>6,.0f} {cost.parent / MEGABYTE:>6,.0f}"
    print(f"{name:<40} {shown}  {cost.outcome:<34} {figures}{' !' if is_broken else ''}", flush=True)


if __name__ == "__main__":
    main()
