"""How long Pincite takes to start: commands, each process of the stack, and the whole of it where all is there.

    python -m benchmarks.start [--rounds 5] [--data FOLDER] [--json FILE]

Commands and imports are timed as processes of their own, in turns, on the clock and by the processor time that they
use. The whole stack is started on a folder of its own, once to fill it, and then again and again: until the first
page is answered, and until it says that it is ready. With `--data` it is started on that folder instead, in which no
other may run. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from benchmarks.instance import HOME, READY, STOPPED_WITHIN, clean_environment
from benchmarks.table import Figure, add_json_option, report

PROGRAMS = {
    "python -c pass": ["-c", "pass"],
    "manage.py --help": ["manage.py", "--help"],
    "manage.py up --help": ["manage.py", "up", "--help"],
    "django.setup()": ["-c", "import django; django.setup()"],
    "every view": ["-c", "import kb_project.wsgi"],
    "the worker's code": ["-c", "import kb_project.celery as c; c.app.loader.import_default_modules()"],
}


def main() -> None:
    options = parse()
    figures = programs(options.rounds)
    if options.data:
        figures += stack(options.data.resolve(), options.rounds)
    else:
        with tempfile.TemporaryDirectory(prefix="pincite-bench-") as folder:
            Path(folder).chmod(0o711)  # as root, Postgres's own user must pass through it
            figures += stack(Path(folder).resolve() / "data", options.rounds)
    report(figures, options.json)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", type=Path, help="DATA_DIR of an instance that does not run")
    add_json_option(parser)
    return parser.parse_args()


# --- programs ---


def programs(rounds: int) -> list[Figure]:
    """Each as a process of its own: the clock, and the processor time of it."""
    with tempfile.TemporaryDirectory() as folder:
        environ = clean_environment(os.environ) | {"DATA_DIR": folder, "SECRET_KEY": "-"}
        environ["DJANGO_SETTINGS_MODULE"] = "kb_project.settings"
        (Path(folder) / "static").mkdir()
        for arguments in PROGRAMS.values():
            _run(arguments, environ)  # what is compiled, is compiled now
        values: dict[str, list[tuple[float, float]]] = {name: [] for name in PROGRAMS}
        for _ in range(rounds):
            for name, arguments in PROGRAMS.items():
                values[name].append(_run(arguments, environ))
    figures = []
    for name, pairs in values.items():
        clock, used = zip(*pairs, strict=True)
        figures += [Figure(name, "s", clock), Figure(name, "s of processor", used)]
    return figures


def _run(arguments: list[str], environ: dict[str, str]) -> tuple[float, float]:
    used, began = _used_by_children(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=HOME, env=environ, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began, _used_by_children() - used


def _used_by_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# --- the stack ---


def stack(data_dir: Path, rounds: int) -> list[Figure]:
    """Seconds until the first answer, and until it is ready; the start that fills an empty folder by itself."""
    empty = not data_dir.exists()
    figures = []
    if empty:
        answered, ready = _start(data_dir)
        part = "An empty folder, with samples to be read"
        figures += [Figure("first answer", "s", [answered], part=part), Figure("ready", "s", [ready], part=part)]
    starts = [_start(data_dir) for _ in range(rounds)]
    part = "Everything there"
    figures.append(Figure("first answer", "s", [answered for answered, _ in starts], part=part))
    figures.append(Figure("ready", "s", [ready for _, ready in starts], part=part))
    return figures


def _start(data_dir: Path) -> tuple[float, float]:
    """Start, wait until it says that it is ready, and stop. SystemExit with what it said where it does not come up."""
    from kb_project.local_stack.ports import free_port

    port = free_port()
    environ = clean_environment(os.environ) | {"DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUNBUFFERED": "1"}
    began = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--stop-with-parent"],
        cwd=HOME,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    answered: list[float] = []
    threading.Thread(target=_await_answer, args=(port, child, began, answered), daemon=True).start()
    said: list[str] = []
    try:
        assert child.stdout is not None
        for line in child.stdout:
            said.append(line)
            if READY in line:
                return (answered or [time.perf_counter() - began])[0], time.perf_counter() - began
        raise SystemExit(f"It did not start:\n{''.join(said)}")
    finally:
        child.terminate()
        child.communicate(timeout=STOPPED_WITHIN)


def _await_answer(port: int, child: subprocess.Popen[str], began: float, answered: list[float]) -> None:
    while child.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                answered.append(time.perf_counter() - began)
                return
        except (OSError, urllib.error.URLError):
            time.sleep(0.02)


if __name__ == "__main__":
    main()
