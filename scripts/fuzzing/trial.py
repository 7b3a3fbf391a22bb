"""One file read by one reader, in a fork of this process that is confined as a reading child is."""

import contextlib
import faulthandler
import json
import math
import os
import re
import resource
import selectors
import signal
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from documents.extractors.confinement import end_with_parent, give_up_powers, limit
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.registry import extract
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from scripts.fuzzing.invariants import problems

_READ_SIZE = 1 << 16
_GRACE_SECONDS = 20  # wall time beyond the processor time: the machine may be busy
_ANSWER = "\n=answer="
_OUR_FRAME = re.compile(r'File "[^"]*?/((?:documents|scripts)/[^"]+)", line (\d+),? in (\w+)')


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a file: `outcome` is a code, or "text"; `find` names a kind of fault, empty for none."""

    outcome: str
    find: str = ""
    detail: str = ""


def tried(path: Path, name: str, media_type: str, limits: Limits) -> Verdict:
    """The file at `path`, told by its content and `name` as at the door, and read as `media_type`."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _answer(writing, path, name, media_type, limits)
    os.close(writing)
    try:
        said = _heard(reading, time.monotonic() + limits.seconds + _GRACE_SECONDS)
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        status = os.waitpid(pid, 0)[1]
    return _judged(said, os.waitstatus_to_exitcode(status), media_type)


def _answer(writing: int, path: Path, name: str, media_type: str, limits: Limits) -> None:
    try:
        _confine(path, limits, writing)
        verdict = _read(path, name, media_type, limits)
        answer = json.dumps([verdict.outcome, verdict.find, verdict.detail]).encode()
        os.write(writing, _ANSWER.encode() + answer[:_READ_SIZE])
    finally:
        os._exit(0)


def _confine(path: Path, limits: Limits, writing: int) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    faulthandler.enable(file=writing, all_threads=False)
    end_with_parent()
    seconds = math.ceil(limits.seconds)
    faulthandler.register(signal.SIGXCPU, file=writing, all_threads=False, chain=True)
    limit(resource.RLIMIT_CPU, seconds, grace=2)
    limit(resource.RLIMIT_AS, limits.memory_bytes)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)
    give_up_powers(os.open(path, os.O_RDONLY))


def _read(path: Path, name: str, media_type: str, limits: Limits) -> Verdict:
    try:
        _sniff(path, name)
        outcome = extract(path, media_type, limits)
        found = sorted({problem.split(" U+")[0] for problem in problems(outcome)})
    except ExtractionFailure as failure:
        return Verdict(failure.code)
    except MemoryError:
        return Verdict("too-much-memory", f"memory: {_place(traceback.format_exc())}", traceback.format_exc())
    except RecursionError:
        return Verdict("damaged")  # as the child says
    except BaseException as error:  # noqa: BLE001 - the very thing that is looked for
        kind = type(error).__name__
        return Verdict("reader-crashed", f"{kind}: {_place(traceback.format_exc())}", traceback.format_exc())
    return Verdict("text", "; ".join(found)[:300], "\n".join(found))


def _sniff(path: Path, name: str) -> None:
    """At the door nothing but a refusal may come of it."""
    with path.open("rb") as file, contextlib.suppress(ExtractionFailure):
        sniff_media_type(file.read(HEAD_BYTES), lambda: path.open("rb"), name)


def _heard(reading: int, deadline: float) -> bytes:
    said = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if selector.select(left):
                block = os.read(reading, _READ_SIZE)
                if not block:
                    break
                said += block
    return bytes(said)


def _judged(said: bytes, status: int, media_type: str) -> Verdict:
    shown, _, answer = said.decode(errors="replace").partition(_ANSWER)
    with contextlib.suppress(ValueError):
        return Verdict(*json.loads(answer))
    where = _place(shown, innermost_last=False)
    if -status in (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM):
        return Verdict("took-too-long", f"hang: {media_type}: {where}", shown)
    return Verdict("reader-crashed", f"signal {-status}: {media_type}: {where}", shown)


def _place(trace: str, *, innermost_last: bool = True) -> str:
    """The innermost line of our own code; a traceback names it last, a dump of a running thread first."""
    frames = [found for found in _OUR_FRAME.findall(trace) if not found[0].startswith("scripts/fuzzing/trial")]
    if not frames:
        return "outside"
    file, line, function = frames[-1 if innermost_last else 0]
    return f"{file}:{line} {function}"
