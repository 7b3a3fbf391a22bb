"""The confined child: reads the file on standard input and writes one JSON object to standard output.

Usage: python -m documents.extractors.child MEDIA_TYPE SECONDS MEMORY_BYTES OUTPUT_BYTES PROGRESS_DESCRIPTOR
"""

import json
import math
import os
import resource
import signal
import sys
from pathlib import Path

from documents.extractors.confinement import end_with_parent, limit
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.outcome import encode_outcome
from documents.extractors.progress import report_to
from documents.extractors.registry import extract

_STANDARD_INPUT = Path("/dev/stdin")
_OPEN_FILES = 64
_GRACE_SECONDS = 2


def main() -> None:
    """Confine this process, extract, answer. A crash is left to happen: the parent gives it a code."""
    media_type, seconds, memory_bytes, output_bytes, progress_fd = sys.argv[1:]
    limits = Limits(float(seconds), int(memory_bytes), int(output_bytes))
    answer_fd = _keep_answer_channel()
    report_to(int(progress_fd))
    _confine(limits)
    _write(answer_fd, _answer(media_type, limits))
    # Libraries that were torn apart by a hostile file may crash while they are cleaned up.
    os._exit(0)


def _keep_answer_channel() -> int:
    """Only the answer may reach the parent: what a library prints goes where errors go."""
    answer_fd = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answer_fd


def _confine(limits: Limits) -> None:
    end_with_parent()  # a worker that is killed takes the reading with it, at once
    seconds = math.ceil(limits.seconds)
    # The parent keeps the time; this alarm is for a child that lost its parent before it could say so.
    signal.alarm(seconds + _GRACE_SECONDS)
    limit(resource.RLIMIT_CPU, seconds + 1)
    limit(resource.RLIMIT_AS, limits.memory_bytes)
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)


def _answer(media_type: str, limits: Limits) -> bytes:
    try:
        return _encode({"text": encode_outcome(extract(_STANDARD_INPUT, media_type, limits))})
    except ExtractionFailure as failure:
        return _failure(failure.code, failure.detail)
    except MemoryError:
        return _failure("too-much-memory", "no memory left")
    except RecursionError:
        return _failure("damaged", "nested too deeply")
    except Exception as error:  # noqa: BLE001 - whatever a library raises is told to the parent
        return _failure("reader-crashed", f"{type(error).__name__}: {error}")


def _failure(code: str, detail: str) -> bytes:
    return _encode({"failure": {"code": code, "detail": detail}})


def _encode(message: dict[str, object]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode(errors="surrogatepass")


def _write(answer_fd: int, answer: bytes) -> None:
    with os.fdopen(answer_fd, "wb") as channel:
        channel.write(answer)


if __name__ == "__main__":
    main()
