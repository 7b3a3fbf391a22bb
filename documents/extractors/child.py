"""The confined child: reads the file on standard input and writes one JSON object to standard output.

Usage: python -m documents.extractors.child MEDIA_TYPE SECONDS MEMORY_BYTES OUTPUT_BYTES PROGRESS_DESCRIPTOR
       PASSWORD_DESCRIPTOR, empty where nobody gave one
"""

import json
import math
import os
import resource
import signal
import sys
from contextlib import nullcontext
from pathlib import Path

from documents.extractors import passwords
from documents.extractors.confinement import end_with_parent, give_up_powers, limit
from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.media_types import HTML
from documents.extractors.outcome import ExtractedText, encode_outcome
from documents.extractors.progress import report_to
from documents.extractors.registry import extract

_STANDARD_INPUT = Path("/dev/stdin")
_OPEN_FILES = 64
_GRACE_SECONDS = 2
_HTML_SECONDS = 30
_HTML_BYTES_A_SECOND = 50_000


def main() -> None:
    """Confine this process, extract, answer. A crash is left to happen: the parent gives it a code."""
    media_type, seconds, memory_bytes, output_bytes, progress_fd, password_fd = sys.argv[1:]
    limits = Limits(float(seconds), int(memory_bytes), int(output_bytes))
    answer_fd = _keep_answer_channel()
    report_to(int(progress_fd))
    password = passwords.read_from(int(password_fd)) if password_fd else None
    _confine(limits, cpu_seconds(media_type, os.fstat(sys.stdin.fileno()).st_size, limits))
    _write(answer_fd, _answer(media_type, limits, password))
    # Libraries that were torn apart by a hostile file may crash while they are cleaned up.
    os._exit(0)


def _keep_answer_channel() -> int:
    """Only the answer may reach the parent: what a library prints goes where errors go."""
    answer_fd = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answer_fd


def cpu_seconds(media_type: str, size: int, limits: Limits) -> int:
    """What a file of so many bytes gets; HTML is read in much less, or its nesting makes work without end."""
    if media_type != HTML:
        return math.ceil(limits.seconds)
    return math.ceil(min(limits.seconds, _HTML_SECONDS + size / _HTML_BYTES_A_SECOND))


def _confine(limits: Limits, cpu_seconds: int) -> None:
    end_with_parent()  # a worker that is killed takes the reading with it, at once
    seconds = math.ceil(limits.seconds)
    # The parent keeps the time; this alarm is for a child that lost its parent before it could say so.
    signal.alarm(seconds + _GRACE_SECONDS)
    limit(resource.RLIMIT_CPU, cpu_seconds + 1)
    limit(resource.RLIMIT_AS, limits.memory_bytes)
    limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)
    give_up_powers(sys.stdin.fileno())


def _answer(media_type: str, limits: Limits, password: str | None) -> bytes:
    try:
        with nullcontext() if password is None else passwords.given(password):
            return _encoded(extract(_STANDARD_INPUT, media_type, limits), limits.output_bytes)
    except passwords.PasswordNotNeeded:
        return _encode({"opens_without_password": True})
    except ExtractionFailure as failure:
        return _failure(failure.code, failure.detail)
    except MemoryError:
        return _failure("too-much-memory", "no memory left")
    except RecursionError:
        return _failure("damaged", "nested too deeply")
    except Exception as error:  # noqa: BLE001 - whatever a library raises is told to the parent
        return _failure("reader-crashed", f"{type(error).__name__}: {error}")


def _encoded(outcome: ExtractedText, most_bytes: int) -> bytes:
    """Refused here, where it may be: the parent would hold all that it takes before it may say the same."""
    characters = len(outcome.text) + sum(len(page.text) for page in outcome.pages or ())
    answer = _encode({"text": encode_outcome(outcome)}) if characters <= most_bytes else b""
    if not answer or len(answer) > most_bytes:
        return _failure("expands-too-much", f"more than {most_bytes} bytes of result")
    return answer


def _failure(code: str, detail: str) -> bytes:
    return _encode({"failure": {"code": code, "detail": detail}})


def _encode(message: dict[str, object]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode(errors="surrogatepass")


def _write(answer_fd: int, answer: bytes) -> None:
    with os.fdopen(answer_fd, "wb") as channel:
        channel.write(answer)


if __name__ == "__main__":
    main()
