"""How fast texts become vectors, and how near these are to those of 32-bit floats.

    python -m benchmarks.embedding [FOLDER] [--passages N] [--rounds N] [--json FILE]

FOLDER holds documents of any kind that is read; without it the sample documents do. They are cut into passages as
the product cuts them. Three ways, in turns: onnxruntime on the packaged model, OpenVINO on the graph in its file, and
OpenVINO on the rebuilt graph, each with as many threads as there are cores. Then one process with one thread against
two such processes. The reference for cosines is onnxruntime, which computes in 32-bit floats. Needs no running stack.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import django

from benchmarks.table import Figure, add_json_option, in_turns, report, seconds

if TYPE_CHECKING:
    from search.embeddings import Embedder, Vectors

ONNX = "onnxruntime, packaged file"
FILE = "OpenVINO, graph of the file"
REBUILT = "OpenVINO, rebuilt graph"
HEAD = 65_536
"""Bytes of a file by which its type is told."""

SAMPLES = Path(__file__).resolve().parents[1] / "kb_project" / "samples"


def main() -> None:
    options = _options()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    os.environ.setdefault("SECRET_KEY", "of a benchmark")
    django.setup()
    texts = passages(options.folder or SAMPLES, options.passages)
    figures = [*speeds(texts, options.rounds), *processes(texts, options.rounds)]
    report(figures, options.json)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="documents; the samples of the product if left out")
    parser.add_argument("--passages", type=int, default=64, metavar="N", help="that are embedded in each turn")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    add_json_option(parser)
    return parser.parse_args()


def passages(folder: Path, count: int) -> list[str]:
    """As the product cuts them, taken from all over the documents; repeated only where there are too few."""
    from search.embeddings import get_embedder

    files = sorted(path for path in folder.iterdir() if path.is_file())
    random.Random(1).shuffle(files)
    found: list[str] = []
    for path in files:
        found += _cut(_text_of(path), get_embedder())
        if len(found) >= 4 * count:
            break
    if not found:
        raise SystemExit(f"nothing could be read in {folder}")
    random.Random(2).shuffle(found)
    return (found * (count // len(found) + 1))[:count]


def _text_of(path: Path) -> str:
    """The canonical text; empty for what cannot be read."""
    from documents import conf
    from documents.extractors.failures import ExtractionFailure
    from documents.extractors.registry import extract
    from documents.extractors.sniffing import sniff_media_type
    from documents.text import render_plain

    try:
        media_type = sniff_media_type(path.read_bytes()[:HEAD], lambda: path.open("rb"), path.name)
        outcome = extract(path, media_type, conf.extract_limits())
    except ExtractionFailure:
        return ""
    return outcome.text if outcome.pages is None else render_plain(outcome.pages)[0]


def _cut(text: str, embedder: Embedder) -> Iterator[str]:
    from documents.text import ChunkPolicy, chunk_text
    from search import conf

    policy = ChunkPolicy(conf.chunk_tokens(), conf.chunk_overlap_tokens(), embedder.token_offsets)
    return (text[span.start : span.end] for span in chunk_text(text, policy))


# --- one process, all cores -------------------------------------------------------------------------------------------


def speeds(texts: Sequence[str], rounds: int) -> list[Figure]:
    """Passages a second with their parts, in turns, and what the vectors are worth."""
    from search.embeddings import OnnxEmbedder, OpenVinoEmbedder

    embedders: dict[str, Embedder] = {
        ONNX: OnnxEmbedder(),
        FILE: OpenVinoEmbedder(as_packaged=True),
        REBUILT: OpenVinoEmbedder(),
    }
    for embedder in embedders.values():
        embedder.embed_parts(texts[:8])
    rates = in_turns({name: _rate_of(embedder, texts) for name, embedder in embedders.items()}, rounds)
    figures = [
        Figure(name, "passages/s", values, None if name == ONNX else ONNX, embedders[name].engine)
        for name, values in rates.items()
    ]
    return [*figures, *qualities(embedders, texts)]


def _rate_of(embedder: Embedder, texts: Sequence[str]) -> Callable[[], float]:
    return lambda: len(texts) / seconds(lambda: embedder.embed_parts(texts))


def qualities(embedders: Mapping[str, Embedder], texts: Sequence[str]) -> Iterator[Figure]:
    """One figure for each text: how near its vector is to that of 32 bits, and to its own when it is embedded alone."""
    exact, exact_parts = embedders[ONNX].embed_parts(texts)
    for name in (FILE, REBUILT):
        rows, parts = embedders[name].embed_parts(texts)
        yield _cosine_figure(f"{name}: to 32 bits", _cosines(rows, exact))
        pairs = [(one, other) for one, other in zip(parts, exact_parts, strict=True) if one and other]
        of_parts = [cosine for one, other in pairs for cosine in _cosines(one.vectors, other.vectors)]
        yield _cosine_figure(f"{name}: parts to 32 bits", of_parts)
        alone = [float(row @ embedders[name].embed([text])[0]) for row, text in zip(rows, texts, strict=True)]
        yield _cosine_figure(f"{name}: alone to among others", alone)


def _cosine_figure(name: str, cosines: list[float]) -> Figure:
    """With more digits than the table has: it is the fourth that counts."""
    return Figure(name, "cosine", cosines, limit=f"mean {fmean(cosines):.5f}, lowest {min(cosines):.5f}")


def _cosines(rows: Vectors, others: Vectors) -> list[float]:
    return [float(cosine) for cosine in (rows * others).sum(axis=1)]


# --- processes with one thread each -----------------------------------------------------------------------------------


def processes(texts: Sequence[str], rounds: int) -> list[Figure]:
    """Passages a second of one process, and of two at once; each embeds all passages."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context, initializer=_load) as pool:
        both = [pool.submit(_passages_in, list(texts)) for _ in range(2)]
        wait(both)
        ways = {
            "one process, one thread": lambda: len(texts) / seconds(lambda: _run(pool, texts, 1)),
            "two processes, one thread each": lambda: 2 * len(texts) / seconds(lambda: _run(pool, texts, 2)),
        }
        rates = in_turns(ways, rounds)
    one, two = ways
    return [Figure(one, "passages/s", rates[one]), Figure(two, "passages/s", rates[two], one)]


def _run(pool: ProcessPoolExecutor, texts: Sequence[str], count: int) -> None:
    for future in [pool.submit(_passages_in, list(texts)) for _ in range(count)]:
        future.result()


_own: list[Embedder] = []


def _load() -> None:
    """In a process of the pool: its own model."""
    from search.embeddings import OpenVinoEmbedder

    _own.append(OpenVinoEmbedder(threads=1))


def _passages_in(texts: list[str]) -> int:
    return len(_own[0].embed_parts(texts)[0])


if __name__ == "__main__":
    main()
