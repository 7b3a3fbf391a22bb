"""Hand changed files to every reader, and keep what makes one fail in a way that it should not.

    python -m scripts.fuzz_extraction --minutes 20 [--seed 1] [--format pdf] [--finds var/fuzz]

Starts from the files of PINCITE_CORPUS, the samples, and a few small ones of its own. A find is: an exception that is
no failure of the file, a crash, a file that takes longer or more memory than its size allows, or a text that breaks
the rules for stored text. One file of each kind of find is kept, as small as simple cutting makes it, beside a note of
what happened. With the same seed the same files are tried. Exit status 1 if anything was found.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from documents.extractors.failures import ExtractionFailure
from documents.extractors.limits import Limits
from documents.extractors.registry import FORMATS, extract
from documents.extractors.sniffing import HEAD_BYTES, sniff_media_type
from scripts.fuzzing.mutations import mutated
from scripts.fuzzing.seeds import own_seeds
from scripts.fuzzing.trial import Verdict, tried

BASE_DIR = Path(__file__).resolve().parent.parent
LIMITS = Limits(seconds=8, memory_bytes=1 << 30, output_bytes=64 << 20)
LARGEST_SEED = 100_000  # bytes
REPORT_SECONDS = 60
CUTS = 60


@dataclass(frozen=True, slots=True)
class Seed:
    """A real file to start from."""

    name: str
    media_type: str
    content: bytes


@dataclass
class Tally:
    """What has come of it so far; `finds` counts each kind."""

    outcomes: Counter[str] = field(default_factory=Counter)
    finds: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)

    def show(self) -> None:
        seconds = time.monotonic() - self.began
        runs = self.outcomes.total()
        counts = ", ".join(f"{name} {count:,}" for name, count in self.outcomes.most_common())
        print(f"{runs:,} runs in {seconds:.0f} s, {runs / seconds:.1f} a second: {counts}", flush=True)


def main() -> None:
    asked = _parser().parse_args()
    seeds = [seed for seed in _seeds() if asked.format in ("", FORMATS[seed.media_type].short_name)]
    if not seeds:
        raise SystemExit(f"there is no file to start from that is called {asked.format!r}")
    _load_readers(seeds)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        _fuzz(seeds, Path(folder, "upload"), asked, tally)
    tally.show()
    for find, count in tally.finds.most_common():
        print(f"{count:>6,}  {find}")
    sys.exit(1 if tally.finds else 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1, help="chooses the files that are tried")
    parser.add_argument("--format", default="", help="one format only, by its short name: pdf, docx")
    parser.add_argument("--finds", default=str(BASE_DIR / "var" / "fuzz"), help="the folder for what is found")
    return parser


def _seeds() -> list[Seed]:
    corpus = Path(os.environ["PINCITE_CORPUS"], "cases", "files") if "PINCITE_CORPUS" in os.environ else None
    samples = BASE_DIR / "kb_project" / "samples"
    paths = [*sorted(samples.glob("*.*")), *(sorted(corpus.iterdir()) if corpus else ())]
    files = own_seeds() | {path.name: path.read_bytes() for path in paths if path.stat().st_size <= LARGEST_SEED}
    found = [_told(name, content) for name, content in files.items() if not name.endswith(".py")]
    return [seed for seed in found if seed is not None]


def _told(name: str, content: bytes) -> Seed | None:
    """None for what is refused at the door, and for what another program converts first."""
    try:
        media_type = sniff_media_type(content[:HEAD_BYTES], lambda: io.BytesIO(content), name)
    except ExtractionFailure:
        return None
    return None if FORMATS[media_type].conversion else Seed(name, media_type, content)


def _load_readers(seeds: list[Seed]) -> None:
    """Once, here: every trial is a fork of this process. An untouched file brings in what is imported late."""
    first_of = {seed.media_type: seed for seed in reversed(seeds)}
    with tempfile.NamedTemporaryFile() as file:
        for seed in first_of.values():
            Path(file.name).write_bytes(seed.content)
            with contextlib.suppress(ExtractionFailure):
                extract(Path(file.name), seed.media_type, LIMITS)


def _fuzz(seeds: list[Seed], path: Path, asked: argparse.Namespace, tally: Tally) -> None:
    of_format: dict[str, list[Seed]] = defaultdict(list)
    for seed in seeds:
        of_format[seed.media_type].append(seed)
    shown = time.monotonic()
    number = 0
    while time.monotonic() - tally.began < asked.minutes * 60:
        number += 1
        chance = random.Random(f"{asked.seed}:{number}")  # noqa: S311 - chance, not secrecy
        family = of_format[chance.choice(sorted(of_format))]
        seed = chance.choice(family)
        content = mutated(seed.content, chance, [other.content for other in family])
        verdict = _tried(content, seed, path)
        tally.outcomes[verdict.outcome] += 1
        if verdict.find:
            tally.finds[verdict.find] += 1
            if tally.finds[verdict.find] == 1:
                _keep(content, seed, verdict, path, Path(asked.finds), f"{asked.seed}:{number}")
        if time.monotonic() - shown > REPORT_SECONDS:
            tally.show()
            shown = time.monotonic()


def _tried(content: bytes, seed: Seed, path: Path) -> Verdict:
    path.write_bytes(content)
    return tried(path, seed.name, seed.media_type, LIMITS)


def _keep(content: bytes, seed: Seed, verdict: Verdict, path: Path, folder: Path, run: str) -> None:
    """The smaller file, and what happened."""
    is_quick = not verdict.find.startswith(("hang", "memory"))
    smaller = _minimized(content, seed, verdict.find, path) if is_quick else content
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(verdict.find.encode()).hexdigest()[:12]
    suffix = FORMATS[seed.media_type].short_name
    (folder / f"{name}.{suffix}").write_bytes(smaller)
    note = (
        f"{verdict.find}\nrun {run} from {seed.name}, {len(content)} bytes, kept {len(smaller)}\n\n{verdict.detail}\n"
    )
    (folder / f"{name}.txt").write_text(note, encoding="utf-8", errors="replace")
    print(f"found {name}.{suffix}: {verdict.find}", flush=True)


def _minimized(content: bytes, seed: Seed, find: str, path: Path) -> bytes:
    """Pieces cut out while the find stays the same: halves first, then smaller ones."""
    size = len(content) // 2
    cuts = 0
    while size >= 1 and cuts < CUTS:
        place = 0
        while place < len(content) and cuts < CUTS:
            cuts += 1
            shorter = content[:place] + content[place + size :]
            if _tried(shorter, seed, path).find == find:
                content = shorter
            else:
                place += size
        size //= 2
    return content


if __name__ == "__main__":
    main()
