"""Every benchmark that anyone can run, one after another, as one table and one JSON.

    python -m benchmarks.bench [--full] [--only PART ...] [--folder PDFS] [--json var/bench/bench.json]

What needs a running instance gets one of its own in a temporary folder, which is stopped and removed at the end in any
case; no other library is ever touched. `--folder` has the PDFs to read; without it some are made. A part that fails is
named at the end, beside what the others measured. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from benchmarks.instance import HOME, clean_environment, own_instance
from benchmarks.table import Figure, machine, print_machine, print_table, read_json, write_json

LINES_OF_FAILURE = 20
MADE_FILES, MADE_PAGES = 3, 40
FOLDER = "{folder}"
"""Stands for the folder of PDFs among the arguments of a part."""


@dataclass(frozen=True, slots=True)
class Part:
    """One run of one module below `benchmarks`, which takes `--json FILE` and writes what `benchmarks.table` does.

    `instance`: needs a running instance; neighbours with the same word share one. `is_quick`: also without `--full`,
    and then with the arguments `briefly` besides.
    """

    name: str
    module: str
    arguments: tuple[str, ...] = ()
    instance: str = ""
    is_quick: bool = True
    briefly: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return f"benchmarks.{self.module}"


PARTS = (
    Part("start", "start", briefly=("--rounds", "2")),
    Part("memory", "memory", briefly=("--pages", "500", "--megabytes", "40")),
    Part("text of PDFs", "pdf_text", (FOLDER,), briefly=("--files", "4", "--rounds", "2")),
    Part("pictures of pages", "pictures"),
    Part("first picture in a browser", "first_picture", is_quick=False),
    Part("embedding", "embedding", (FOLDER,), briefly=("--rounds", "3")),
    Part("upload to searchable", "ingest", (FOLDER, "--recipe-files", "2"), instance="files"),
    Part("library of 1,000 passages", "bulk_library", ("--chunks", "1000"), instance="search"),
    Part(
        "search in 1,000 passages", "search_speed", ("--chunks", "1000"), instance="search", briefly=("--rounds", "1")
    ),
    Part("pages, and page spans", "pages", instance="search"),
    Part("sizes", "sizes", instance="search"),
    Part("library of 10,000 passages", "bulk_library", ("--chunks", "10000"), instance="search", is_quick=False),
    Part(
        "search in 10,000 passages",
        "search_speed",
        ("--chunks", "10000"),
        instance="search",
        is_quick=False,
    ),
    Part("growth", "growth", ("--sizes", "1000", "10000", "100000"), instance="growth", is_quick=False),
)
"""In the order in which they run: what measures memory and starting before anything else is warm."""

APART = {
    "bench": "runs the others",
    "bombs": "prints what each hostile file costs, and whether it was kept within its limits",
    "ocr": "needs an engine for text recognition, and minutes for each page",
}
"""Modules with a `main` that are not parts, and why."""


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that instances are removed then too
    options = _options()
    chosen = [one for one in PARTS if _is_chosen(one, options.only, is_full=options.full)]
    missing = sorted({one.module for one in chosen if find_spec(one.path) is None})
    began = time.monotonic()
    facts = machine()
    print_machine(facts)
    with tempfile.TemporaryDirectory(prefix="pincite-bench-files-") as made:
        there = [one if options.full else briefly(one) for one in chosen if one.module not in missing]
        folder = options.folder or Path(made)
        if not options.folder and any(FOLDER in one.arguments for one in there):
            _make_files(folder)
        ran = list(_run_all(there, folder))
    figures = [figure for one in ran for figure in one.figures]
    print_table(figures)
    write_json(options.json or HOME / "var" / "bench" / f"{'full' if options.full else 'quick'}.json", figures, facts)
    failed = [one.part.name for one in ran if not one.figures]
    print(f"\n{len(ran)} parts in {(time.monotonic() - began) / 60:.1f} minutes")
    for sentence in _complaints(failed, missing):
        print(sentence)
    return 1 if failed or missing else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="also what takes long: larger libraries, a browser")
    parser.add_argument("--only", nargs="+", default=(), metavar="PART", help="these modules or parts alone")
    parser.add_argument("--folder", type=Path, default=None, help="of PDFs to read; without it some are made")
    parser.add_argument("--json", type=Path, help="instead of var/bench/quick.json or full.json")
    return parser.parse_args()


@dataclass(frozen=True, slots=True)
class Ran:
    part: Part
    figures: Sequence[Figure]


def _is_chosen(part: Part, only: Iterable[str], *, is_full: bool) -> bool:
    named = set(only)
    return bool({part.name, part.module} & named) if named else part.is_quick or is_full


def briefly(part: Part) -> Part:
    return replace(part, arguments=part.arguments + part.briefly)


def _complaints(failed: Sequence[str], missing: Sequence[str]) -> Iterator[str]:
    if failed:
        yield f"Failed: {', '.join(failed)}"
    if missing:
        yield f"Not there: {', '.join(missing)}"


def _run_all(parts: Sequence[Part], folder: Path) -> Iterator[Ran]:
    for instance, some in groupby(parts, key=lambda part: part.instance):
        with ExitStack() as stack:
            environ = stack.enter_context(own_instance()) if instance else clean_environment(os.environ)
            for part in some:
                yield Ran(part, run(part, folder, environ))


def run(part: Part, folder: Path, environ: Mapping[str, str]) -> list[Figure]:
    """The figures of one part; none where it failed, which is told."""
    with tempfile.TemporaryDirectory(prefix="pincite-bench-part-") as place:
        result = Path(place, "figures.json")
        arguments = [str(folder) if one == FOLDER else one for one in part.arguments]
        command = [sys.executable, "-m", part.path, *arguments, "--json", str(result)]
        began = time.monotonic()
        print(f"{part.name} ...", file=sys.stderr, end="", flush=True)
        child = subprocess.run(command, cwd=HOME, env=dict(environ), capture_output=True, check=False)
        print(f" {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        try:
            figures = read_json(result, part.name)
        except (OSError, ValueError, KeyError, TypeError):
            figures = []
        if child.returncode or not figures:
            said = (child.stdout + child.stderr).decode(errors="replace").splitlines()[-LINES_OF_FAILURE:]
            print("\n".join(said), file=sys.stderr)
            return []
        return [replace(figure, part=part.name) for figure in figures]


def _make_files(folder: Path) -> None:
    """PDFs of text, for whoever has none at hand."""
    import numpy as np
    from fpdf import FPDF

    from benchmarks.synthetic_library import SEED, Source

    source = Source()
    for number in range(MADE_FILES):
        random = np.random.default_rng([SEED, 5, number])
        pdf = FPDF()
        pdf.set_font("Helvetica", size=11)
        for _ in range(MADE_PAGES):
            pdf.add_page()
            topic = source.topics[int(random.integers(len(source.topics)))]
            for _ in range(3):
                pdf.multi_cell(0, 6, source.paragraph(random, topic))
                pdf.ln(6)
        pdf.output(str(folder / f"{number}.pdf"))


if __name__ == "__main__":
    sys.exit(main())
