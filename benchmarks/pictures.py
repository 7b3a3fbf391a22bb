"""How long a reader waits for the picture of a page: drawn for the first time, kept already, many readers at once.

    python -m benchmarks.pictures [FILE.pdf] [--readers 50] [--width 640] [--json FILE]

Starts services of its own in a temporary folder and two gunicorn processes of four threads, as `manage.py up` does;
uploads the file (or one of a hundred pages of text that it makes), reads it, and asks over HTTP as a signed-in reader.
Prints medians and ranges in milliseconds. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.table import Figure, add_json_option, report

if TYPE_CHECKING:
    from documents.text import PageSpan

WORDS = (
    "the",
    "ferry",
    "leaves",
    "northern",
    "pier",
    "at",
    "seven",
    "and",
    "comes",
    "back",
    "dusk",
    "except",
    "sundays",
)
PAGES = 100
STARTED_WITHIN = 60  # seconds
FIRST_MARKS = "marks of a passage, first time"

Get = Callable[[str], bytes]


def main() -> None:
    options = parse()
    with services(), tempfile.TemporaryDirectory(prefix="pincite-benchmark-") as folder:
        os.environ |= {"MEDIA_ROOT": f"{folder}/media", "PICTURES_ROOT": f"{folder}/pictures"}
        base, cookie, pages = upload(options.file)
        with web_server() as port:
            get = reader(port, cookie)
            settle(get, base)
            cold, warm = pictures(base, pages, options.width), pictures(base, pages, options.width)
            others = pictures(base, pages, 320)
            first, kept = f"picture, {options.width} pixels, first time", f"picture, {options.width} pixels, kept"
            many = f"{options.readers} readers at once"
            report(
                [
                    Figure(first, "ms", timed(get, cold)),
                    Figure(kept, "ms", timed(get, warm), first),
                    Figure(
                        "picture for double density, first time", "ms", timed(get, pictures(base, pages[:10], 1280))
                    ),
                    Figure(FIRST_MARKS, "ms", timed(get, marks(base, pages))),
                    Figure("marks of a passage, kept", "ms", timed(get, marks(base, pages)), FIRST_MARKS),
                    Figure(f"{many}, pages not seen yet", "ms", at_once(port, cookie, others, options.readers)),
                    Figure(f"{many}, kept", "ms", at_once(port, cookie, warm, options.readers)),
                ],
                options.json,
            )


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--width", type=int, default=640)
    add_json_option(parser)
    return parser.parse_args()


@contextmanager
def services() -> Iterator[None]:
    """Postgres, Valkey and Chroma for this run, in a folder of their own; addresses in the environment are used."""
    from kb_project.local_stack.services import needed_services, publish_addresses, start_together, stop_in_reverse

    folder = Path(tempfile.mkdtemp(prefix="pincite-benchmark-data-")).resolve()
    folder.chmod(0o711)
    for name in ("run", "static"):
        (folder / name).mkdir(mode=0o711)
    os.environ |= {"DATA_DIR": str(folder), "EMBEDDING_BACKEND": "hash", "LOG_LEVEL": "ERROR"}
    needed = needed_services(folder, os.environ, threading.Event(), durable=False)
    started = list(needed.values())
    try:
        start_together(started)
        publish_addresses(needed)
        yield
    finally:
        stop_in_reverse(started)
        shutil.rmtree(folder, ignore_errors=True)


def upload(file: Path | None) -> tuple[str, str, Sequence[PageSpan]]:
    """The address of its pages, a reader's session, and the spans of the pages with text, at most a hundred."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.files.base import ContentFile
    from django.core.management import call_command
    from django.test import Client

    from documents import services as documents
    from documents.models import Collection

    call_command("migrate", verbosity=0)
    person = get_user_model().objects.create_superuser("reader")
    content = ContentFile(file.read_bytes() if file else made_pdf())
    collection = Collection.objects.create(name="Benchmark")
    document = documents.receive_file(collection=collection, file=content, name="file.pdf", actor=None).document
    revision = document.revisions.get()
    documents.extract_revision(revision.pk)
    revision.refresh_from_db()
    client = Client()
    client.force_login(person)
    return f"/documents/{document.pk}/revisions/1/pages", client.cookies["sessionid"].value, revision.spans[:PAGES]


def made_pdf() -> bytes:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    for number in range(PAGES):
        pdf.add_page()
        pdf.multi_cell(0, 6, f"Page {number + 1}. " + " ".join(WORDS[(number + at) % len(WORDS)] for at in range(550)))
    return bytes(pdf.output())


@contextmanager
def web_server() -> Iterator[int]:
    from kb_project.local_stack.ports import free_port

    port = free_port()
    program = [sys.executable, "-m", "gunicorn", "kb_project.wsgi:application", "--bind", f"127.0.0.1:{port}"]
    options = ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--log-level", "error"]
    config = ["--config", "python:kb_project.web_server"]
    with subprocess.Popen([*program, *options, *config], stdout=subprocess.DEVNULL) as server:
        try:
            await_answer(port)
            yield port
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def await_answer(port: int) -> None:
    deadline = time.monotonic() + STARTED_WITHIN
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


def reader(port: int, cookie: str) -> Get:
    """Asks on one connection that is kept open, as a browser does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def get(address: str) -> bytes:
        connection.request("GET", address, headers={"Cookie": f"sessionid={cookie}", "Host": "localhost"})
        response = connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise SystemExit(f"{address}: {response.status} {content[:200]!r}")
        return content

    return get


def settle(get: Get, base: str) -> None:
    """Both processes have loaded their code and begun their renderers."""
    for _ in range(20):
        get(f"{base}/1/picture/?w=160")
        time.sleep(0.1)


def pictures(base: str, pages: Sequence[PageSpan], width: int) -> list[str]:
    return [f"{base}/{page.number}/picture/?w={width}" for page in pages]


def marks(base: str, pages: Sequence[PageSpan]) -> list[str]:
    """Of a passage of 800 code points on each page."""
    return [f"{base}/{page.number}/marks/?start={page.start + 100}&end={page.start + 900}" for page in pages]


def timed(get: Get, addresses: Sequence[str]) -> list[float]:
    """Milliseconds of each."""
    took = []
    for address in addresses:
        begun = time.perf_counter()
        get(address)
        took.append(1000 * (time.perf_counter() - begun))
    return took


def at_once(port: int, cookie: str, addresses: Sequence[str], readers: int) -> list[float]:
    """Milliseconds of each of the first requests of that many readers, who all ask at the same moment."""
    took: list[float] = []
    ready = threading.Barrier(readers)

    def read(address: str) -> None:
        get = reader(port, cookie)
        ready.wait()
        took.extend(timed(get, [address]))

    threads = [threading.Thread(target=read, args=(addresses[at % len(addresses)],)) for at in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


if __name__ == "__main__":
    main()
