"""How long a folder of documents takes from upload to searchable, beside embedding the same chunks alone.

    python -m benchmarks.ingest FOLDER [--recipe-files N] [--json FILE]

Needs a running stack (`manage.py up`, or addresses in the environment) with an empty library for a figure that means
something. Measures the seconds from upload to searchable, the peak resident memory of the worker's processes, and the
seconds that the same chunks take when nothing else is done. `--recipe-files` also measures, on so many of the folder's
PDFs (0 for none), the usual recipe of pypdf, a splitter by characters, onnxruntime and Chroma (`langchain_recipe`), and
reckons it up to all pages. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import django
import psutil

from benchmarks import langchain_recipe
from benchmarks.table import Figure, add_json_option, report, seconds

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from search.models import Chunk

MEGABYTE = 1024 * 1024
INGEST = "upload to searchable"
ALONE = "embedding the same chunks alone"
RECIPE = "pypdf, splitter, onnxruntime, Chroma"


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
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    django.setup()
    from search.models import Chunk

    worker, reader = PeakMemory("celery", "worker"), PeakMemory("documents.extractors.child")
    worker.start()
    reader.start()
    took = _ingested(options.folder)
    worker.finished.set()
    reader.finished.set()
    chunks = Chunk.objects.filter(generation__is_active=True, document__collection__name="Benchmark")
    figures = [*_speeds(took, chunks), *_recipe(options, took, _page_count(chunks))]
    figures.append(Figure("worker process, peak", "MB", [worker.bytes / MEGABYTE]))
    figures.append(Figure("reader, peak", "MB", [reader.bytes / MEGABYTE]))
    report(figures, options.json)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--recipe-files", type=int, default=0, metavar="N", help="PDFs for the usual recipe")
    add_json_option(parser)
    return parser.parse_args()


def _ingested(folder: Path) -> float:
    from django.core.management import call_command

    return seconds(lambda: call_command("ingest_files", str(folder), collection="Benchmark", wait=True))


def _page_count(chunks: QuerySet[Chunk]) -> int:
    from django.db.models import Sum

    from documents.models import Revision

    counted = Revision.objects.filter(pk__in=chunks.values("revision")).aggregate(Sum("page_count"))
    return counted["page_count__sum"] or 0


def _speeds(took: float, chunks: QuerySet[Chunk]) -> Iterator[Figure]:
    pages, count = _page_count(chunks), chunks.count()
    yield Figure(ALONE, "s", [embedding_alone(chunks)], limit="one process, all cores")
    yield Figure(INGEST, "s", [took], ALONE, f"{pages:,} pages, {count:,} chunks")
    yield Figure("pages", "1/s", [pages / took])
    yield Figure("chunks", "1/s", [count / took])


def embedding_alone(chunks: QuerySet[Chunk]) -> float:
    """Seconds for the model and nothing else: texts are cut and the model is loaded before the clock starts."""
    from documents.models import Revision
    from search.embeddings import get_embedder

    ids = set(chunks.values_list("revision", flat=True))
    text_of = dict(Revision.objects.filter(pk__in=ids).values_list("pk", "text"))
    texts = [text_of[chunk.revision_id][chunk.start : chunk.end] for chunk in chunks.only("revision", "start", "end")]
    embedder = get_embedder()
    embedder.embed_parts(texts[:8])
    return seconds(lambda: embedder.embed_parts(texts))


def _recipe(options: argparse.Namespace, took: float, pages: int) -> Iterator[Figure]:
    """The usual recipe's seconds for as many pages, by what it takes for some of the files; and ours by that."""
    found = sorted(options.folder.rglob("*.pdf"))
    files = found[:: max(1, len(found) // options.recipe_files)][: options.recipe_files] if options.recipe_files else []
    if not files:
        return
    import chromadb

    from search import conf
    from search.embeddings import OnnxEmbedder

    address = conf.chroma_url().removeprefix("http://").rstrip("/").partition(":")
    client = chromadb.HttpClient(host=address[0], port=int(address[2] or 8000))
    collection = client.create_collection(f"recipe-{uuid.uuid4().hex[:8]}", embedding_function=None)
    embedder = OnnxEmbedder()
    try:
        spent = seconds(lambda: langchain_recipe.ingest(files, collection, embedder))
    finally:
        client.delete_collection(collection.name)
    whole = spent * pages / sum(len(langchain_recipe.pages(file)) for file in files)
    yield Figure(RECIPE, "s", [whole], ALONE, f"reckoned up from {len(files)} of the files")
    yield Figure(f"{INGEST}, again", "s", [took], RECIPE)


if __name__ == "__main__":
    main()
