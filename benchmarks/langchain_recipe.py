"""What the usual recipe does with a folder of PDFs: load, split, embed, add to Chroma. Written out for comparison.

The loader is pypdf, page by page. The splitter does as `RecursiveCharacterTextSplitter(chunk_size=1000,
chunk_overlap=200)` does: it parts a page at paragraphs, what is still too long at lines, then at spaces, then between
characters, and puts neighbours together again up to the size. The model is the packaged one by onnxruntime. Nothing of
it can be cited: no offsets are kept, and text lies in Chroma.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from search.embeddings import Embedder

SIZE = 1000
OVERLAP = 200
SEPARATORS = ("\n\n", "\n", " ", "")
ADDED_AT_ONCE = 256


def ingest(files: Sequence[Path], collection: Any, embedder: Embedder) -> int:
    """Adds all of `files` to a Chroma collection; how many pieces that were."""
    count = 0
    for file in files:
        pieces = [(text, page) for page, text in enumerate(pages(file), 1) for text in split(text)]
        for first in range(0, len(pieces), ADDED_AT_ONCE):
            batch = pieces[first : first + ADDED_AT_ONCE]
            texts = [text for text, _ in batch]
            collection.add(
                ids=[uuid.uuid4().hex for _ in batch],
                embeddings=embedder.embed([_readable(text, embedder) for text in texts]),
                documents=texts,
                metadatas=[{"source": file.name, "page": page} for _, page in batch],
            )
        count += len(pieces)
    return count


def pages(file: Path) -> list[str]:
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return [page.extract_text() for page in PdfReader(file).pages]


def split(text: str, separators: Sequence[str] = SEPARATORS) -> list[str]:
    """Pieces of at most SIZE characters, each with up to OVERLAP characters of the one before."""
    at = next((n for n, one in enumerate(separators) if one in text), len(separators) - 1)
    separator, finer = separators[at], separators[at + 1 :]
    parts = text.split(separator) if separator else list(text)
    done: list[str] = []
    short: list[str] = []
    for part in filter(None, parts):
        if len(part) < SIZE:
            short.append(part)
            continue
        done += _merged(short, separator)
        short = []
        done += split(part, finer) if finer else [part]
    return done + list(_merged(short, separator))


def _merged(parts: Sequence[str], separator: str) -> Iterator[str]:
    window: list[str] = []
    total = 0
    for part in parts:
        if window and total + len(part) + len(separator) > SIZE:
            yield separator.join(window).strip()
            while window and (total > OVERLAP or total + len(part) + len(separator) > SIZE):
                total -= len(window.pop(0)) + len(separator)
        window.append(part)
        total += len(part) + len(separator)
    if window:
        yield separator.join(window).strip()


def _readable(text: str, embedder: Embedder) -> str:
    """What the model reads of it: the recipe's own models cut without a word."""
    tokens = embedder.token_offsets(text)
    return text[: tokens[embedder.max_tokens - 1][1]] if len(tokens) > embedder.max_tokens else text
