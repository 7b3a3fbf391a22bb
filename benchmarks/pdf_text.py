"""How fast the text of PDFs is read: by pypdf alone, by pdfium alone, and as Pincite stores it.

    python -m benchmarks.pdf_text [FOLDER] [--files 12] [--rounds 3] [--json FILE]

Reads PDFs of FOLDER, or of the corpus that PINCITE_CORPUS names, each by every way in turn and so in one run, and
prints for each way the median over the rounds in pages a second of processor time, with its range, and its ratio to
pdfium alone.
Every way opens the file and reads all its pages; "without geometry" is Pincite's text with reading order left out.
Nothing here is a test.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest import mock

import pypdfium2_raw as pdfium
from pypdf import PdfReader

from benchmarks.table import Figure, add_json_option, report
from documents.extractors import pdf_pages
from documents.extractors.pdf_characters import Handle, text_units
from documents.extractors.pdf_order import Reading
from documents.extractors.pdf_pages import open_document, read_with_pdfium
from documents.text import clean_page_text, words_of

FLOOR = "pdfium alone"

Read = Callable[[Path], int]
"""Reads a file and gives the number of its pages."""


def main() -> None:
    options = parse()
    files = chosen(options.folder, options.files)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    print(f"{len(files)} files of {options.folder}, {options.rounds} rounds", flush=True)
    rates = timed(files, options.rounds)
    report([_figure(way, values) for way, values in rates.items()], options.json)


def _figure(way: str, values: Sequence[float]) -> Figure:
    if way == FLOOR:
        return Figure(way, "pages/s", values, limit="a second of processor time; nothing that uses pdfium is faster")
    return Figure(way, "pages/s", values, FLOOR)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    corpus = os.environ.get("PINCITE_CORPUS")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(corpus) / "bench" if corpus else None)
    parser.add_argument("--files", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    add_json_option(parser)
    options = parser.parse_args()
    if options.folder is None:
        parser.error("name a folder, or set PINCITE_CORPUS")
    return options


def chosen(folder: Path, most: int) -> Sequence[Path]:
    """So many files, evenly from all PDFs of a folder and those below it."""
    found = sorted(folder.rglob("*.pdf"))
    if not found:
        raise SystemExit(f"{folder}: no PDF")
    return found[:: max(1, len(found) // most)][:most]


def timed(files: Sequence[Path], rounds: int) -> dict[str, list[float]]:
    """Pages a second of processor time of each way in each round; the ways take turns at every file."""
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        seconds, pages = dict.fromkeys(WAYS, 0.0), dict.fromkeys(WAYS, 0)
        for file in files:
            for way, read in WAYS.items():
                begun = time.process_time()
                pages[way] += read(file)
                seconds[way] += time.process_time() - begun
        for way in WAYS:
            rates[way].append(pages[way] / seconds[way])
    return rates


def with_pypdf(file: Path) -> int:
    return sum(1 for page in PdfReader(file).pages if page.extract_text() is not None)


def with_pdfium(file: Path) -> int:
    """All characters of each page, and nothing done with them."""
    with open_document(file) as document:
        count = int(pdfium.FPDF_GetPageCount(document))
        for index in range(count):
            for text_page in text_pages(document, index):
                text_units(text_page)
        return count


def text_pages(document: Handle, index: int) -> Iterator[Handle]:
    page = pdfium.FPDF_LoadPage(document, index)
    text_page = pdfium.FPDFText_LoadPage(page)
    yield text_page
    pdfium.FPDFText_ClosePage(text_page)
    pdfium.FPDF_ClosePage(page)


def with_pincite(file: Path) -> int:
    raw = read_with_pdfium(file)
    texts = [page.text or "" for page in raw.pages] if raw else []
    known_words: set[str] = set().union(*map(words_of, texts))
    return len([clean_page_text(text, known_words) for text in texts])


def without_geometry(file: Path) -> int:
    with mock.patch.object(pdf_pages, "in_reading_order", as_drawn):
        return with_pincite(file)


def as_drawn(page: Handle, text_page: Handle, units: str) -> Reading:
    return Reading(units, range(len(units)))


WAYS: dict[str, Read] = {
    "pypdf alone": with_pypdf,
    FLOOR: with_pdfium,
    "Pincite without geometry": without_geometry,
    "Pincite": with_pincite,
}

if __name__ == "__main__":
    main()
