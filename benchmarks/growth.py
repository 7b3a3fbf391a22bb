"""How searching, uploading, listing, auditing and rebuilding grow with the library.

    python -m benchmarks.growth --sizes 1000 10000 100000 --json growth.json

Needs a running stack (`manage.py up`, or addresses in the environment) with a library of its own, which it lets grow
from size to size in passages (chunks) and measures at each. A run may go on where another stopped: `--with FILE` adds
what was measured then at smaller sizes. Each figure is compared with that of the size before; how it grows is told as
an exponent of the size between the smallest and the largest: 0 stands still, 1 is linear. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
import psutil

from benchmarks.processor import most_memory, processor_time
from benchmarks.table import Figure, add_json_option, read_json, report, seconds

if TYPE_CHECKING:
    from benchmarks.bulk_library import BulkLibrary
    from search.models import Generation

SIZES = (1_000, 10_000)
PERSON = "bench-half"
UPLOADS = 5
PARAGRAPHS_OF_UPLOAD = 8
PAGE_ROUNDS = 9
WHOLE_REBUILD = 10_000
"""Chunks. Of a larger library only one collection is indexed anew, beside it."""

REBUILT_PART = 2
"""Per cent of a larger library, at least: about so many are in the collection that is indexed anew."""

SEARCHABLE_WITHIN = 300  # seconds
LOOKED_AT = 0.05  # seconds between two looks at the memory of a command
MEGABYTE = 1024 * 1024

STANDS_STILL, LINEAR = 0.15, 0.85
"""Exponents up to which a figure stands still, and from which it is linear."""

Measure = Callable[["BulkLibrary"], Iterator[Figure]]


def main() -> None:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()
    from benchmarks.bulk_library import BulkLibrary

    library = BulkLibrary()
    measured = [figure for file in options.earlier for figure in read_json(file)]
    for size in options.sizes:
        library.grow(size)
        for name in options.measures:
            print(f"{size:,} passages: {name}", file=sys.stderr, flush=True)
            measured += [at_size(figure, size) for figure in MEASURES[name](library)]
    report(compared(measured), options.json)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="in passages, ascending")
    parser.add_argument("--measures", nargs="+", choices=MEASURES, default=tuple(MEASURES), help="which ones")
    parser.add_argument(
        "--with", dest="earlier", nargs="+", default=(), metavar="FILE", help="what an earlier run wrote"
    )
    add_json_option(parser)
    return parser.parse_args()


def at_size(figure: Figure, size: int) -> Figure:
    return replace(figure, name=f"{figure.name}, {size:,} passages")


def compared(figures: Sequence[Figure]) -> list[Figure]:
    """Those of one kind together, by size, each by the one before; the largest says how the kind grows."""
    kinds: dict[str, dict[int, Figure]] = {}
    for figure in figures:
        kind, size = _kind_and_size(figure.name)
        kinds.setdefault(kind, {})[size] = figure
    result = []
    for by_size in kinds.values():
        before: Figure | None = None
        for size in sorted(by_size):
            figure = replace(by_size[size], ratio_to=before.name if before else None)
            is_last = size == max(by_size)
            result.append(replace(figure, limit=growth(by_size)) if is_last and before else replace(figure, limit=None))
            before = figure
    return result


def growth(by_size: dict[int, Figure]) -> str:
    """In words, between the smallest and the largest. "" where it cannot be told."""
    least, most = min(by_size), max(by_size)
    first, last = by_size[least], by_size[most]
    if least == most or first.median <= 0 or last.median <= 0:
        return ""
    is_rate = last.unit.endswith("/s")
    exponent = math.log(last.median / first.median) / math.log(most / least) * (-1 if is_rate else 1)
    if exponent <= STANDS_STILL:
        said = "stands still, or grows no more than a logarithm"
    elif exponent < LINEAR:
        said = "grows less than the library"
    else:
        said = "grows as the library" if exponent <= 2 - LINEAR else "grows more than the library"
    what = "what one costs " if is_rate else ""
    return f"{what}{said}: size to the {exponent:.2f}, {least:,} to {most:,}"


def _kind_and_size(name: str) -> tuple[str, int]:
    kind, _, size = name.removesuffix(" passages").rpartition(", ")
    return kind, int(size.replace(",", ""))


def searching(library: BulkLibrary) -> Iterator[Figure]:
    """Warm, each of sixty questions twice, and embedding the same questions alone."""
    from django.contrib.auth import get_user_model

    from benchmarks.search_questions import questions
    from search.embeddings import get_embedder
    from search.queries import search

    asked = questions(library.source)
    people = get_user_model().objects

    def ask(at: int) -> float:
        user = people.get(username=PERSON)
        return 1000 * seconds(lambda: search(user=user, query=asked[at].text, **asked[at].options))

    for at in range(len(asked)):
        ask(at)
    took, worked = [], []
    for _ in range(2):
        with processor_time() as spent:
            took += [ask(at) for at in range(len(asked))]
        worked += [1000 * one / len(asked) for one in spent]
    yield Figure("one search", "ms", took)
    if worked:
        yield Figure("one search, processor", "ms", worked)
    embedder = get_embedder()
    yield Figure(
        "embedding one question",
        "ms",
        [1000 * seconds(lambda one=one: embedder.embed_query(one.text)) for one in asked],  # type: ignore[misc]
    )


def listing(_library: BulkLibrary) -> Iterator[Figure]:
    """The screens that list documents, made by this process: nothing of a network and of a browser is in it."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    for name, username in (("reader of half", PERSON), ("superuser", "bench-super")):
        client = Client(headers={"host": "localhost"})
        client.force_login(get_user_model().objects.get(username=username), BACKEND)
        for screen, address in SCREENS.items():
            _shown(client, address)
            with processor_time() as spent:
                took = [_shown(client, address) for _ in range(PAGE_ROUNDS)]
            yield Figure(f"{screen}, {name}", "ms", took)
            if spent:
                yield Figure(f"{screen}, {name}, processor", "ms", [1000 * spent[0] / PAGE_ROUNDS])


BACKEND = "django.contrib.auth.backends.ModelBackend"
SCREENS = {
    "start page": "/",
    "library": "/library/",
    "library by title": "/library/?sort=title",
    "status page": "/status/",
}


def _shown(client: Any, address: str) -> float:
    began = time.perf_counter()
    answer = client.get(address)
    milliseconds = 1000 * (time.perf_counter() - began)
    if answer.status_code not in (200, 403):
        raise SystemExit(f"{address}: {answer.status_code}")
    return milliseconds


def uploading(library: BulkLibrary) -> Iterator[Figure]:
    """From the file to the moment that it can be found, by the worker of the running stack, one after another."""
    from documents.models import Collection

    collection, _is_new = Collection.objects.get_or_create(name="Benchmark uploads")
    _uploaded(library, collection, 0)
    with processor_time() as spent:
        values = [_uploaded(library, collection, number) for number in range(1, UPLOADS + 1)]
    yield Figure("one upload to searchable", "s", values)
    if spent:
        yield Figure("one upload to searchable, processor", "s", [spent[0] / UPLOADS])


def _uploaded(library: BulkLibrary, collection: Any, number: int) -> float:
    import numpy as np
    from django.core.files.base import ContentFile

    from documents.services import receive_file
    from search.models import IndexRecord

    random = np.random.default_rng([time.time_ns(), number])
    topic = library.source.topics[int(random.integers(len(library.source.topics)))]
    text = "\n\n".join(library.source.paragraph(random, topic) for _ in range(PARAGRAPHS_OF_UPLOAD))
    began = time.perf_counter()
    name = f"upload-{time.time_ns()}.txt"
    received = receive_file(collection=collection, file=ContentFile(text.encode()), name=name, actor=None)
    while not IndexRecord.objects.filter(generation=library.generation, revision=received.revision).exists():
        if time.perf_counter() - began > SEARCHABLE_WITHIN:
            raise SystemExit("What was uploaded is not indexed: does the worker run?")
        time.sleep(0.01)
    return time.perf_counter() - began


def auditing(_library: BulkLibrary) -> Iterator[Figure]:
    for command, options in (("audit_index", ()), ("audit_documents", ("--fix-nothing",))):
        run = _command(command, *options)
        yield Figure(command, "s", [run.seconds])
        if run.processor:
            yield Figure(f"{command}, processor", "s", [run.processor])
        yield Figure(f"{command}, most memory", "MB", [run.memory / MEGABYTE])


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds on the clock and of all processors, and bytes."""

    seconds: float
    processor: float
    memory: int


def _command(*words: str) -> Run:
    """One command as people run it, its start included. SystemExit with what it said where it fails."""
    began, memory = time.perf_counter(), 0
    with tempfile.TemporaryFile() as said, processor_time() as spent:
        child = psutil.Popen([sys.executable, "manage.py", *words], cwd=HOME, stdout=said, stderr=said)
        own = 0.0
        while child.poll() is None:
            memory = max(memory, most_memory(child.pid))
            with suppress(psutil.Error):
                own = sum(child.cpu_times()[:2])
            time.sleep(LOOKED_AT)
        took = time.perf_counter() - began
        said.seek(0)
        if child.returncode:
            raise SystemExit(f"manage.py {' '.join(words)}: {said.read().decode(errors='replace')}")
    return Run(took, spent[0] + own if spent else 0.0, memory)


HOME = Path(__file__).resolve().parent.parent


def rebuilding(library: BulkLibrary) -> Iterator[Figure]:
    """Chunks a second, from the cache of embeddings: the whole index, or of a large library one collection of it."""
    from search.rebuilding import rebuild

    chunks = library.generation.chunks.count()
    if chunks > WHOLE_REBUILD:
        yield from _one_collection_anew(library)
        return
    with processor_time() as spent:
        took = seconds(lambda: setattr(library, "generation", rebuild()))
    yield from _rebuilt(library.generation, took, spent)


def _one_collection_anew(library: BulkLibrary) -> Iterator[Figure]:
    from search.rebuilding import build_candidate, discard_candidate

    total = library.generation.chunks.count()
    collection = next(
        one
        for one in reversed(library.collections)
        if 100 * library.generation.chunks.filter(document__collection=one).count() >= REBUILT_PART * total
    )
    began = time.perf_counter()
    with processor_time() as spent:
        candidate = build_candidate(collection=collection)
    yield from _rebuilt(candidate, time.perf_counter() - began, spent)
    discard_candidate(candidate)


def _rebuilt(generation: Generation, took: float, spent: Sequence[float]) -> Iterator[Figure]:
    chunks = generation.chunks.count()
    yield Figure("rebuild", "chunks/s", [chunks / took])
    if spent:
        yield Figure("rebuild of one chunk, processor", "ms", [1000 * spent[0] / chunks])


MEASURES: dict[str, Measure] = {
    "search": searching,
    "lists": listing,
    "upload": uploading,
    "audit": auditing,
    "rebuild": rebuilding,
}

if __name__ == "__main__":
    main()
