"""How long text recognition takes a page, how much memory, and how much of the text is right.

    python -m benchmarks.ocr [FILE.pdf ...] [--engines rapidocr,tesseract] [--pages 3]

Without files: a page of prose that it draws, as a clean scan of 300 dots an inch and as a poor one of 150 (askew,
blurred, grey, with grain), and the scans of the corpus where PINCITE_CORPUS names one. The first page of each file pays
for what an engine prepares, so each is read twice and the second time counts. Prints wall and processor seconds a page,
the most resident memory of all processes of the reading, and the share of letters that are right where the text is
known.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import resource
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import psutil
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from documents.ocr.engines import OcrUnavailable, available_engines, engine_for
from documents.ocr.recognizing import recognize_pages
from documents.ocr.values import OcrLimits, PageFailure, RecognizedText

PROSE = Path(__file__).parents[1] / "docs" / "architecture.md"
A4 = (2480, 3508)
MARGIN, LETTERS, PITCH = 220, 42, 58
SECONDS, MEMORY_BYTES = 300, 4 << 30
LOOK_SECONDS = 0.05
CORPUS = {"OCRmyPDF--linn.pdf": (1,), "g-mixed-scan-text-a.pdf": (2,), "OCRmyPDF--type3_font_nomapping.pdf": (1,)}


@dataclass(frozen=True)
class Scan:
    """A file, the pages of it to be read, and the text of them where it is known."""

    name: str
    path: Path
    pages: tuple[int, ...]
    text: str | None = None


def main() -> None:
    options = parse()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="pincite-benchmark-") as folder:
        scans = [Scan(file.name, file, tuple(range(1, options.pages + 1))) for file in options.files]
        for engine in options.engines.split(","):
            for scan in scans or [*made(Path(folder)), *of_corpus()]:
                report(engine, scan, options.languages)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--engines", default=",".join(available_engines()))
    parser.add_argument("--languages", default="eng")
    parser.add_argument("--pages", type=int, default=1, help="of each file, from the first on")
    return parser.parse_args()


def machine() -> str:
    cpu = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if "model name" in line
    ]
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return f"{cpu[0] if cpu else platform.processor()}, {len(os.sched_getaffinity(0))} cores, load {load}"


def made(folder: Path) -> Iterator[Scan]:
    picture, text = drawn_page()
    for name, image, dpi in (("prose, clean", picture, 300), ("prose, poor", poor(picture), 150)):
        path = folder / f"{name}.pdf"
        image.save(path, "PDF", resolution=dpi)
        yield Scan(name, path, (1,), text)


def drawn_page() -> tuple[Image.Image, str]:
    """A page of prose in letters of ten points, and its text."""
    image, font = Image.new("L", A4, 255), ImageFont.load_default(LETTERS)
    pen, lines = ImageDraw.Draw(image), [""]
    for word in " ".join(PROSE.read_text(encoding="utf-8").replace("`", "").replace("*", "").split()).split():
        longer = f"{lines[-1]} {word}".strip()
        if pen.textlength(longer, font=font) > A4[0] - 2 * MARGIN:
            lines.append(word)
        else:
            lines[-1] = longer
    lines = lines[: (A4[1] - 2 * MARGIN) // PITCH]
    for at, line in enumerate(lines):
        pen.text((MARGIN, MARGIN + at * PITCH), line, fill=0, font=font)
    return image, "\n".join(lines)


def poor(image: Image.Image) -> Image.Image:
    """As an office's scanner leaves it: half as sharp, askew by a degree, grey on grey, with grain, through JPEG."""
    small = image.rotate(1, Image.Resampling.BICUBIC, fillcolor=255).resize((A4[0] // 2, A4[1] // 2))
    grey = small.filter(ImageFilter.GaussianBlur(0.7)).point([60 + value * 160 // 255 for value in range(256)])
    grained = Image.blend(grey, Image.effect_noise(grey.size, 60), 0.2)
    stream = io.BytesIO()
    grained.save(stream, "JPEG", quality=60)
    return Image.open(stream).convert("L")


def of_corpus() -> Iterator[Scan]:
    root = os.environ.get("PINCITE_CORPUS")
    for name, pages in CORPUS.items() if root else ():
        yield Scan(name, Path(root or "") / "cases" / "files" / name, pages)


def report(engine: str, scan: Scan, languages: str) -> None:
    try:
        version = engine_for(engine, languages).version
    except OcrUnavailable as unavailable:
        print(f"{engine}: {unavailable.sentence} {unavailable.detail}")
        return
    limits = OcrLimits(SECONDS, MEMORY_BYTES, languages, engine)
    with peak_memory() as peak:
        once, _ = reading(scan.path, scan.pages, limits)
        twice, answers = reading(scan.path, scan.pages * 2, limits)
    counted = answers[len(scan.pages) :]
    for answer in answers:
        if isinstance(answer, PageFailure):
            print(f"{engine} {version}, {scan.name}, page {answer.page}: {answer.detail}")
            return
    text = "".join(answer.text for answer in counted if not isinstance(answer, PageFailure))
    right = f", {share_right(text, scan.text):.2%} of letters right" if scan.text else ""
    print(
        f"{engine} {version}, {scan.name}: {sum(one.seconds for one in counted) / len(counted):.1f} s a page "
        f"({(twice - once) / len(scan.pages):.1f} s of processor), at most {peak[0] >> 20} MiB, "
        f"{len(text) // len(counted)} characters a page{right}",
        flush=True,
    )


def reading(path: Path, pages: Sequence[int], limits: OcrLimits) -> tuple[float, list[RecognizedText | PageFailure]]:
    """Processor seconds of all processes of one reading, its start included, and the answers."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = list(recognize_pages(path, pages, limits))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, answers


@contextmanager
def peak_memory() -> Iterator[list[int]]:
    """The most bytes of resident memory of all children together, looked at while they live."""
    most, is_over = [0], threading.Event()

    def look() -> None:
        while not is_over.wait(LOOK_SECONDS):
            total = 0
            for process in psutil.Process().children(recursive=True):
                try:
                    total += process.memory_info().rss
                except psutil.Error:
                    continue
            most[0] = max(most[0], total)

    looker = threading.Thread(target=look)
    looker.start()
    try:
        yield most
    finally:
        is_over.set()
        looker.join()


def share_right(read: str, known: str) -> float:
    """Of the known letters those that were read, in order; white space does not count."""
    ours, theirs = "".join(read.split()), "".join(known.split())
    blocks = SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(theirs)


if __name__ == "__main__":
    main()
