"""How much memory a large document takes: in the web process that receives it, the worker that reads and indexes it.

    python -m benchmarks.memory [--pages 5000] [--words 120] [--megabytes 400] [--json FILE]

Starts an instance of its own, as `manage.py up` does. Uploads through the browser's form, one after the other, and
waits until each has been read and indexed: a PDF of so many pages of text, a PDF with so many megabytes of pictures,
a text of so many megabytes, which is more than may be read and fails in words, and one that may be read. Prints for
each the most resident memory, in megabytes, that one process of each kind was seen with. Then what the parts of a
process take by themselves: each is imported in a process of its own. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psutil

from benchmarks.instance import own_instance
from benchmarks.table import Figure, add_json_option, report

MEGABYTE = 1 << 20
LOOK_SECONDS = 0.05
READ_WITHIN = 3600  # seconds
IMAGE_SIDE = 2048  # pixels; grey, so that one picture is four megabytes
VOCABULARY = 20_000  # words

KINDS = {
    "web": ("gunicorn",),
    "worker": ("celery", " worker "),
    "confined child": ("documents.extractors.child",),
}
"""What the command line of a process of each kind holds."""

PARTS = {
    "Python": "pass",
    "Django and this application": "import django; django.setup()",
    "every view": "import django; django.setup(); import kb_project.urls",
    "the embedding engine and its model": (
        "import django; django.setup(); from search.embeddings import get_embedder; get_embedder().embed_query('a')"
    ),
    "the client of Chroma": "import django; django.setup(); import chromadb",
}


def main() -> None:
    options = parse()
    figures = list(parts())
    with tempfile.TemporaryDirectory(prefix="pincite-bench-files-") as folder, own_instance() as environ:
        os.environ |= environ
        figures += uploads(Path(folder), options)
    report(figures, options.json)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--words", type=int, default=120, help="on each page")
    parser.add_argument("--megabytes", type=int, default=400)
    parser.add_argument("--only", default="", help="the file of this name alone")
    add_json_option(parser)
    return parser.parse_args()


# --- the parts of a process ---


def parts() -> Iterator[Figure]:
    """Private memory of a process that has loaded one part; what several share is counted in none."""
    for name, program in PARTS.items():
        yield Figure(name, "MB private", [_private(program)], part="Parts, each in a process of its own")


def _private(program: str) -> float:
    told = f"{program}; import psutil; print(psutil.Process().memory_full_info().uss)"
    environ = os.environ | {"DJANGO_SETTINGS_MODULE": "kb_project.settings", "SECRET_KEY": "-", "LOG_LEVEL": "ERROR"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", told], env=environ | {"DATA_DIR": folder}, capture_output=True, text=True, check=True
        )
    return int(done.stdout.split()[-1]) / MEGABYTE


# --- uploads ---


def uploads(folder: Path, options: argparse.Namespace) -> list[Figure]:
    files = {
        "pages.pdf": lambda path: write_pages(path, options.pages, options.words),
        "pictures.pdf": lambda path: write_pictures(path, options.megabytes),
        "too-long.txt": lambda path: write_text(path, options.megabytes),
        "long.txt": lambda path: write_text(path, max(1, options.megabytes // 100)),
    }
    figures: list[Figure] = []
    for name, write in files.items():
        if options.only in ("", name):
            path = folder / name
            write(path)
            figures += upload(path)
            path.unlink()
    return figures


def upload(path: Path) -> list[Figure]:
    """Peaks of one upload, from the first byte until the document is indexed or has failed."""
    size = path.stat().st_size / MEGABYTE
    began = time.monotonic()
    with Peaks() as peaks:
        send(path)
        received = time.monotonic() - began
        status = wait_until_done(path.name)
    took = time.monotonic() - began
    part = f"{path.name}, {size:.0f} MB: {status}, received in {received:.0f} s, done in {took:.0f} s"
    return [Figure(kind, "MB resident", [peaks.highest[kind]], part=part) for kind in KINDS if kind in peaks.highest]


class Peaks:
    """The most resident memory, in megabytes, of one process of each kind, from what it had at the beginning on."""

    def __init__(self) -> None:
        self.highest: dict[str, float] = {}
        self._finished = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._finished.set()
        self._watcher.join()

    def _watch(self) -> None:
        while not self._finished.wait(LOOK_SECONDS):
            for process in psutil.process_iter(["cmdline"]):
                self._look_at(process)

    def _look_at(self, process: psutil.Process) -> None:
        words = " ".join(process.info["cmdline"] or ())
        kind = next((kind for kind, held in KINDS.items() if all(one in words for one in held)), None)
        if kind is None:
            return
        try:
            # A confined child is told nothing, not even whose it is.
            owner = process.parent() if kind == "confined child" else process
            if owner and owner.environ().get("DATA_DIR") == os.environ["DATA_DIR"]:
                self.highest[kind] = max(self.highest.get(kind, 0), process.memory_info().rss / MEGABYTE)
        except psutil.Error:
            return


def send(path: Path) -> None:
    """Through the form, as a browser does."""
    import httpx

    base = f"http://localhost:{os.environ['PORT']}"
    password = Path(os.environ["DATA_DIR"], "admin-password").read_text(encoding="ascii").strip()
    with httpx.Client(base_url=base, follow_redirects=True, timeout=600) as client:
        signs_in = {"username": "admin", "password": password}
        _submit(client, "/accounts/login/", signs_in)
        with path.open("rb") as content:
            _submit(client, "/upload/", {"collection": "1"}, {"file": (path.name, content)})


def _submit(client: Any, address: str, data: dict[str, str], files: dict[str, Any] | None = None) -> None:
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', client.get(address).text)
    assert token is not None
    headers = {"Referer": f"{client.base_url}{address}"}
    answer = client.post(address, data=data | {"csrfmiddlewaretoken": token[1]}, files=files, headers=headers)
    if answer.status_code >= 400:
        raise SystemExit(f"{address} answers {answer.status_code}: {answer.text[:500]}")


def wait_until_done(name: str) -> str:
    """The last word on the newest document that came under this name."""
    query = (
        "import django; django.setup()\n"
        "from documents.models import Revision\n"
        "from search.models import IndexRecord\n"
        f"r = Revision.objects.light().filter(uploaded_name={name!r}).order_by('-pk').first()\n"
        "i = r and IndexRecord.objects.filter(revision=r, text_sha256=r.text_sha256).first()\n"
        "print(r and (f'{r.failure_code}' if r.status == 'FAILED' else i and f'{i.chunk_count} chunks') or '')\n"
    )
    environ = os.environ | {"DJANGO_SETTINGS_MODULE": "kb_project.settings", "LOG_LEVEL": "ERROR"}
    deadline = time.monotonic() + READ_WITHIN
    while time.monotonic() < deadline:
        done = subprocess.run([sys.executable, "-c", query], env=environ, capture_output=True, text=True, check=True)
        if said := done.stdout.strip():
            return said
        time.sleep(2)
    return "not done in time"


# --- files ---


def words_of(generator: random.Random, count: int) -> str:
    return " ".join(f"word{generator.randrange(VOCABULARY)}" for _ in range(count))


def write_pages(path: Path, pages: int, words: int) -> None:
    """A PDF of plain text, made without a library: one that makes 5,000 pages takes longer than reading them."""
    generator = random.Random(1)
    streams = (_page_of_text(words_of(generator, words).split()) for _ in range(pages))
    path.write_bytes(b"".join(_pdf(streams, b"<< /Font << /F 3 0 R >> >>")))


def _page_of_text(words: list[str]) -> bytes:
    lines = [" ".join(words[at : at + 10]) for at in range(0, len(words), 10)]
    shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
    return zlib.compress(f"BT /F 10 Tf 50 800 Td {shown}ET".encode())


def _pdf(streams: Iterator[bytes], resources: bytes) -> Iterator[bytes]:
    """Objects 1 catalogue, 2 pages, 3 font; then a page and its content in turn."""
    contents = list(streams)
    at, offsets = 0, []

    def put(number: int, body: bytes) -> bytes:
        nonlocal at
        offsets.append(at)
        written = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        at += len(written)
        return written

    head = b"%PDF-1.4\n"
    at = len(head)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(contents)))
    yield head
    yield put(1, b"<< /Type /Catalog /Pages 2 0 R >>")
    yield put(2, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(contents), kids))
    yield put(3, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for number, content in enumerate(contents):
        page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources %s /Contents %d 0 R >>"
        yield put(4 + 2 * number, page % (resources, 5 + 2 * number))
        stream = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream"
        yield put(5 + 2 * number, stream % (len(content), content))
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(offsets) + 1
    yield b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        count,
        table,
        count,
        at,
    )


def write_pictures(path: Path, megabytes: int) -> None:
    """A PDF whose pages are pictures that no compression makes smaller, each with a line of text."""
    size = IMAGE_SIDE * IMAGE_SIDE
    offsets: list[int] = []
    pages = max(1, megabytes * MEGABYTE // size)
    with path.open("wb") as file:
        file.write(b"%PDF-1.4\n")

        def put(body: bytes) -> None:
            offsets.append(file.tell())
            file.write(b"%d 0 obj\n%s\nendobj\n" % (len(offsets), body))

        kids = b" ".join(b"%d 0 R" % (4 + 3 * number) for number in range(pages))
        put(b"<< /Type /Catalog /Pages 2 0 R >>")
        put(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, kids))
        put(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
        for number in range(pages):
            first = 4 + 3 * number
            resources = b"<< /Font << /F 3 0 R >> /XObject << /I %d 0 R >> >>" % (first + 2)
            box = b"/MediaBox [0 0 595 842]"
            put(b"<< /Type /Page /Parent 2 0 R %s /Resources %s /Contents %d 0 R >>" % (box, resources, first + 1))
            shown = (
                b"q 595 0 0 595 0 0 cm /I Do Q BT /F 12 Tf 50 700 Td (Picture number %d of the report) Tj ET" % number
            )
            put(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown))
            grey = b"/Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (IMAGE_SIDE, IMAGE_SIDE)
            put(
                b"<< /Type /XObject /Subtype /Image %s /Length %d >>\nstream\n%s\nendstream"
                % (grey, size, os.urandom(size))
            )
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        file.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
        file.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(offsets) + 1, start))


def write_text(path: Path, megabytes: int) -> None:
    generator = random.Random(2)
    paragraphs = [words_of(generator, 100) for _ in range(1000)]
    with path.open("w", encoding="ascii") as file:
        while file.tell() < megabytes * MEGABYTE:
            file.write("\n\n".join(generator.sample(paragraphs, 500)) + "\n\n")


if __name__ == "__main__":
    main()
