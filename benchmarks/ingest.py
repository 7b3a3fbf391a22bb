"""How long a folder of documents takes from upload to searchable, beside embedding the same chunks alone.

    python -m benchmarks.ingest FOLDER

Needs a running stack (`manage.py up`, or addresses in the environment) with an empty library for a figure that means
something. Prints seconds, pages and chunks a second, the peak resident memory of the worker's processes, and the
seconds that the same chunks take when nothing else is done. Nothing here is a test.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import django
import psutil

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from search.models import Chunk

MEGABYTE = 1024 * 1024


class PeakMemory(threading.Thread):
    """The most resident memory, in bytes, that one process whose command line holds `words` was seen with."""

    def __init__(self, *words: str) -> None:
        super().__init__(daemon=True)
        self.words = words
        self.bytes = 0
        self.finished = threading.Event()

    def run(self) -> None:
        while not self.finished.wait(0.25):
            self.bytes = max([self.bytes, *(self._resident(one) for one in psutil.process_iter(["cmdline"]))])

    def _resident(self, process: psutil.Process) -> int:
        try:
            command = " ".join(process.info["cmdline"] or ())
            return process.memory_info().rss if all(word in command for word in self.words) else 0
        except psutil.Error:
            return 0


def main() -> None:
    folder = Path(sys.argv[1])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    django.setup()
    from django.core.management import call_command
    from django.db.models import Sum

    from documents.models import Revision
    from search.models import Chunk

    worker, reader = PeakMemory("celery", "worker"), PeakMemory("documents.extractors.child")
    worker.start()
    reader.start()
    began = time.perf_counter()
    call_command("ingest_files", str(folder), collection="Benchmark", wait=True)
    seconds = time.perf_counter() - began
    worker.finished.set()
    reader.finished.set()
    chunks = Chunk.objects.filter(generation__is_active=True, document__collection__name="Benchmark")
    pages = Revision.objects.filter(pk__in=chunks.values("revision")).aggregate(Sum("page_count"))["page_count__sum"]
    alone = embedding_alone(chunks)
    print(f"machine           {os.cpu_count()} cores, {psutil.virtual_memory().total // MEGABYTE:,} MB")
    print(f"upload to found   {seconds:.1f} s for {pages:,} pages and {chunks.count():,} chunks")
    print(f"                  {pages / seconds:.1f} pages/s, {chunks.count() / seconds:.1f} chunks/s")
    print(f"embedding alone   {alone:.1f} s, {alone / seconds:.0%} of it (one process, all cores)")
    print(
        f"peak memory       worker process {worker.bytes / MEGABYTE:,.0f} MB, reader {reader.bytes / MEGABYTE:,.0f} MB"
    )


def embedding_alone(chunks: QuerySet[Chunk]) -> float:
    """Seconds for the model and nothing else: texts are cut and the model is loaded before the clock starts."""
    from documents.models import Revision
    from search.embeddings import get_embedder

    ids = set(chunks.values_list("revision", flat=True))
    text_of = dict(Revision.objects.filter(pk__in=ids).values_list("pk", "text"))
    texts = [text_of[chunk.revision_id][chunk.start : chunk.end] for chunk in chunks.only("revision", "start", "end")]
    embedder = get_embedder()
    embedder.embed(texts[:8])
    began = time.perf_counter()
    embedder.embed(texts)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
