"""What a library takes on disk, by what holds it and for each chunk: Postgres by relation and column, Chroma, files.

    DATA_DIR=var python -m benchmarks.sizes [--json FILE]

Looks at the running instance that DATA_DIR or the environment names, and changes nothing. Chroma and the files are
told where they are on this machine. A figure is the bytes of all, divided by the chunks of the active index; below it
stands the reason. Sizes do not vary, so each is measured once; a table that was changed much holds free room too, which
`VACUUM FULL` gives back.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.table import Figure, add_json_option, report

SMALLEST_TOLD = 4.0  # bytes for each chunk

REASONS = {
    "search_chunk": "the span and its digest; search_vector holds each word with its positions, for ranking and marks",
    "search_chunk, long values": "search vectors that are longer than 2 kB, compressed",
    "chunk_words": "GIN: each word with the chunks that it stands in, so that words are found without reading texts",
    "chunk_once_per_generation": "the id in Chroma of each chunk: a hit of Chroma is looked up by it, never twice",
    "search_embedding": "the cache: 4 bytes for each dimension of a chunk, so that a rebuild needs no model",
    "search_embedding, long values": "the coarser vectors of the parts of a chunk, by which a passage is narrowed",
    "embedding_once_per_model_and_text": "finds the vector of a text by its digest",
    "search_knownword": "each word of the library once, for help with spelling",
    "known_word_trigrams": "finds words that are spelled nearly alike",
    "documents_revision": "one row a file",
    "documents_revision, long values": "the canonical text, compressed, with page spans and labels: the truth",
    "search_documenthead": "how each document is called and begins, to find it by name",
    "documents_documentevent": "who did what and when; only ever added to",
}

COLUMNS = (
    ("search_chunk", "search_vector"),
    ("search_chunk", "vector_id"),
    ("search_chunk", "digest"),
    ("search_chunk", "seams"),
    ("search_embedding", "vector"),
    ("search_embedding", "windows"),
    ("search_embedding", "digest"),
    ("documents_revision", "text"),
    ("documents_revision", "page_spans"),
)

FOLDERS = {
    "media": "the originals, as they came",
    "pictures": "pictures of pages that somebody looked at; at most PICTURE_CACHE_BYTES, may be removed",
    "uploads": "uploads that are under way",
    "valkey": "messages that wait, and the log of those that were done since it was last rewritten",
    "logs": "at most 40 MB for each process",
    "static": "style sheets and scripts, compressed",
}

CHROMA_FILES = {
    "data_level0.bin": "the vectors, 4 bytes a dimension, each with 32 neighbours in the graph",
    "header.bin": "the shape of the graph",
    "length.bin": "the length of each vector",
    "link_lists.bin": "the upper levels of the graph",
    "index_metadata.pickle": "which id has which place in the graph",
    "chroma.sqlite3": "ids and metadata (collection, document, pages), with their indexes, and the log of writes",
}

TABLES = """
    SELECT c.oid, c.relname, pg_relation_size(c.oid), coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r'
"""
INDEXES = "SELECT i.indexrelid::regclass::text, pg_relation_size(i.indexrelid) FROM pg_index i WHERE i.indrelid = %s"


def main() -> None:
    options = parse()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    import django

    django.setup()
    chunks = count_of_chunks()
    folder = data_folder()
    found = [*in_postgres(chunks), *columns(), *in_chroma(folder, chunks), *in_folders(folder, chunks)]
    report([*library(chunks), *found], options.json)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_json_option(parser)
    return parser.parse_args()


def data_folder() -> Path:
    from kb_project.settings import DATA_DIR

    return DATA_DIR


def count_of_chunks() -> int:
    from search.generations import existing_generation
    from search.models import Chunk

    generation = existing_generation()
    count = Chunk.objects.filter(generation=generation).count() if generation else 0
    if not count:
        raise SystemExit("There is no chunk in the index of this instance, so nothing can be told for each.")
    return count


def library(chunks: int) -> list[Figure]:
    from django.db.models import Sum
    from django.db.models.functions import Length

    from documents.models import Document, Revision

    characters = Revision.objects.aggregate(all=Sum(Length("text")))["all"] or 0
    figures = [("chunks", float(chunks)), ("documents", float(Document.objects.undeleted().count()))]
    figures.append(("code points of canonical text, all revisions", float(characters)))
    return [Figure(name, "in all", [value], part="Library") for name, value in figures]


# --- Postgres ---


def in_postgres(chunks: int) -> list[Figure]:
    """Heap, long values and each index of every table, the largest first; then all of it, and the log."""
    sizes = sorted(_relations(), key=lambda one: -one[1])
    figures = [_figure("Postgres", name, size, chunks, REASONS.get(name)) for name, size in sizes]
    whole = _figure("Postgres", "all tables and indexes", sum(size for _, size in sizes), chunks)
    told = [figure for figure in figures if figure.median >= SMALLEST_TOLD]
    return [*told, whole, *_beside(chunks)]


def _relations() -> Iterator[tuple[str, int]]:
    for oid, table, heap, long_values in _rows(TABLES):
        yield table, heap
        yield f"{table}, long values", long_values
        yield from _rows(INDEXES, [oid])


def _beside(chunks: int) -> list[Figure]:
    """What the server keeps beside the tables, as far as this account may see it."""
    from django.db import DatabaseError, transaction

    asked = {
        "the whole database": ("SELECT pg_database_size(current_database())", "with Postgres's own tables, some 8 MB"),
        "write-ahead log": ("SELECT sum(size) FROM pg_ls_waldir()", "as much as max_wal_size, whatever the library"),
    }
    figures = []
    for name, (query, reason) in asked.items():
        try:
            with transaction.atomic():
                ((size,),) = _rows(query)
        except DatabaseError:
            continue
        figures.append(_figure("Postgres", name, int(size), chunks, reason))
    return figures


def columns() -> list[Figure]:
    """The average of what a value takes as it is stored, compressed or not."""
    from django.db import connection

    quote = connection.ops.quote_name
    figures = []
    for table, column in COLUMNS:
        query = f"SELECT avg(pg_column_size({quote(column)})) FROM {quote(table)}"
        ((size,),) = _rows(query)
        figures.append(Figure(f"{table}.{column}", "B a row", [float(size or 0)], part="Columns"))
    return figures


def _rows(query: str, values: list[Any] | None = None) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


# --- files ---


def in_chroma(folder: Path, chunks: int) -> list[Figure]:
    """Its files by their names, whatever collection they belong to; none where its disk is on another machine."""
    sizes: dict[str, int] = {}
    for path in _files(folder / "chroma"):
        sizes[path.name] = sizes.get(path.name, 0) + path.stat().st_size
    figures = [_figure("Chroma", name, size, chunks, CHROMA_FILES.get(name)) for name, size in _largest(sizes)]
    return [*figures, _figure("Chroma", "all", sum(sizes.values()), chunks)] if sizes else []


def in_folders(folder: Path, chunks: int) -> list[Figure]:
    """The other folders of an instance on this machine."""
    sizes = {name: sum(path.stat().st_size for path in _files(folder / name)) for name in FOLDERS}
    return [_figure("Files", name, size, chunks, FOLDERS[name]) for name, size in sizes.items()]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _largest(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(sizes.items(), key=lambda one: -one[1])


def _figure(part: str, name: str, size: int, chunks: int, reason: str | None = None) -> Figure:
    told = f"{size:,} B in all" + (f"; {reason}" if reason else "")
    return Figure(name, "B a chunk", [size / chunks], limit=told, part=part)


if __name__ == "__main__":
    main()
