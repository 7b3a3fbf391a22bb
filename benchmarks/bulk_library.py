"""The same library as `benchmarks.synthetic_library` makes, written in batches: for a hundred thousand chunks and more.

    python -m benchmarks.bulk_library --chunks 100000

Needs a running stack (`manage.py up`, or addresses in the environment) with a library of its own. Nothing is indexed
one by one: rows go to Postgres by COPY, words are stemmed in one statement for each batch, and vectors go to the vector
store in batches. What is left is what indexing would have left; the tests compare both.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import django

from benchmarks.processor import processor_time
from benchmarks.synthetic_library import ORIGINAL, Draft, Floats, Library, analyze, stored_parts
from benchmarks.table import Figure, add_json_option, report

if TYPE_CHECKING:
    from search.indexing import Piece
    from search.models import Chunk

DOCUMENTS_AT_ONCE = 100
"""About five thousand chunks."""

LOOKED_BACK = 8000
"""Code points before the last slice of a text from where on the next one is looked for: several chunks."""

_PLAIN = re.compile(r"[A-Za-z .\n]*")
_PLAIN_WORD = re.compile(r"[A-Za-z]+")
_RUN = re.compile(r"\w+|[^\w\s]")

Offsets = Sequence[tuple[int, int]]

_STAGED = "document_id bigint, revision_id bigint, ordinal int, start int, stop int, vector_id text, digest text"
_STAGE = f"CREATE TEMP TABLE staged_chunk ({_STAGED}, config text, keys text, lexemes text) ON COMMIT DROP"
_CHUNKS = (
    'INSERT INTO search_chunk (generation_id, document_id, revision_id, ordinal, start, "end", vector_id, digest,'
    " seams, search_vector) SELECT %s, document_id, revision_id, ordinal, start, stop, vector_id, digest, '[]',"
    " to_tsvector(config::regconfig, keys) || array_to_tsvector(string_to_array(lexemes, ' ')) FROM staged_chunk"
)
_CACHE = (
    "CREATE TEMP TABLE staged_embedding (model text, digest text, vector bytea, windows bytea, created_at timestamptz)"
    " ON COMMIT DROP"
)
_EMBEDDINGS = (
    "INSERT INTO search_embedding (model, digest, vector, windows, created_at) SELECT * FROM staged_embedding"
    " ON CONFLICT DO NOTHING"
)
_CURRENT = (
    "UPDATE documents_document d SET current_revision_id = r.id FROM documents_revision r"
    " WHERE r.document_id = d.id AND d.id = ANY(%s)"
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A document with its chunks, which know their ids, and what stands in the cache for each."""

    draft: Draft
    config: str
    pieces: Sequence[Piece]
    vectors: Floats
    parts: Sequence[bytes]
    digests: Sequence[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, required=True, help="how many the library has afterwards, at least")
    add_json_option(parser)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb_project.settings")
    django.setup()
    library = BulkLibrary()
    have, _warm = library.generation.chunks.count(), library.centres
    with processor_time() as spent:
        library.grow(options.chunks)
    written = library.generation.chunks.count() - have
    figures = [Figure("written in batches", "chunks/s", library.rates or [0.0])]
    if spent and written:
        figures.append(Figure("writing one chunk, processor", "ms", [1000 * spent[0] / written]))
    report(figures, options.json)


class BulkLibrary(Library):
    """Grows as `Library` does, document by document the same, only faster."""

    def __init__(self) -> None:
        super().__init__()
        self.rates: list[float] = []
        """Chunks a second of each batch."""
        self._learnt: set[str] = set()

    def grow(self, chunks: int) -> None:
        """Adds documents until there are `chunks` chunks in all; those that are there already are kept."""
        have, number = self.generation.chunks.count(), self.made_already()
        self.rates = []
        while have < chunks:
            began, first = time.perf_counter(), have
            batch: list[Cut] = []
            while have < chunks and len(batch) < DOCUMENTS_AT_ONCE:
                batch.append(self._cut(self.draft(number)))
                have += len(batch[-1].pieces)
                number += 1
            self._write(batch)
            self.rates.append((have - first) / (time.perf_counter() - began))
            print(f"\r{have:,} of {chunks:,} chunks, {self.rates[-1]:.0f} a second ", end="", flush=True)
        if self.rates:
            print()
            analyze()

    def _cut(self, draft: Draft) -> Cut:
        from documents.text import ChunkPolicy, chunk_text, text_sha256
        from search.configurations import config_for
        from search.embeddings import get_embedder
        from search.indexing import Piece
        from search.seams import page_seams, seams_within

        text = draft.text
        offsets = TokensOfText(text, get_embedder().token_offsets)
        spans = list(chunk_text(text, ChunkPolicy(**self.generation.policy, token_offsets=offsets)))
        seams = page_seams(text, draft.revision.spans)
        pieces = [
            Piece(at, span, text[span.start : span.end], "", tuple(seams_within(seams, span)))
            for at, span in enumerate(spans)
        ]
        vectors = self.vectors(draft, len(spans))
        parts = [
            stored_parts(len(piece.text), starts_of_words(piece.text), vector, draft.random)
            for piece, vector in zip(pieces, vectors, strict=True)
        ]
        digests = [text_sha256(piece.text) for piece in pieces]
        return Cut(draft, config_for(text, self.generation), pieces, vectors, parts, digests)

    def _write(self, batch: Sequence[Cut]) -> None:
        from django.db import transaction

        with transaction.atomic():
            _store_documents([cut.draft for cut in batch])
            self._store_vectors(batch)
            self._store_embeddings(batch)
            self._store_chunks(batch)
            self._store_records(batch)
            self._learn(batch)

    def _store_vectors(self, batch: Iterable[Cut]) -> None:
        from search.indexing import metadata_of
        from search.vector_store import MissingVectorCollection, VectorRecord, get_store

        store, name = get_store(), self.generation.collection_name
        records = [
            VectorRecord(vector_id(cut.draft, piece), vector, metadata_of(piece, cut.draft.revision, self.generation))
            for cut in batch
            for piece, vector in zip(cut.pieces, cut.vectors, strict=True)
        ]
        with suppress(MissingVectorCollection):
            return store.upsert(name, records)
        store.ensure(name, self.generation.dimension)
        return store.upsert(name, records)

    def _store_embeddings(self, batch: Iterable[Cut]) -> None:
        from django.utils import timezone

        model, now = self.generation.model, timezone.now()
        rows = (
            (model, digest, vector.astype("<f4").tobytes(), parts, now)
            for cut in batch
            for digest, vector, parts in zip(cut.digests, cut.vectors, cut.parts, strict=True)
        )
        _copy(_CACHE, "staged_embedding", rows, _EMBEDDINGS)

    def _store_chunks(self, batch: Sequence[Cut]) -> None:
        """Those of plain words in one statement; those with titles, numbers and seams as the product does."""
        from search.models import Chunk

        plain, others = [], []
        for cut in batch:
            for piece, digest in zip(cut.pieces, cut.digests, strict=True):
                config = cut.config or self.generation.search_config
                if piece.seams or not _PLAIN.fullmatch(piece.text):
                    others.append(self._chunk(cut, piece, digest, config))
                    continue
                document, revision = cut.draft.document.pk, cut.draft.revision.pk
                span = piece.span
                place = (document, revision, piece.ordinal, span.start, span.end, vector_id(cut.draft, piece), digest)
                plain.append((*place, config, *plain_lexemes(piece.text, config)))
        _copy(_STAGE, "staged_chunk", plain, _CHUNKS, [self.generation.pk])
        Chunk.objects.bulk_create(others)

    def _chunk(self, cut: Cut, piece: Piece, digest: str, config: str) -> Chunk:
        from search.lexical import search_vector_of
        from search.models import Chunk

        return Chunk(
            generation=self.generation,
            document=cut.draft.document,
            revision=cut.draft.revision,
            ordinal=piece.ordinal,
            start=piece.span.start,
            end=piece.span.end,
            vector_id=vector_id(cut.draft, piece),
            digest=digest,
            seams=[seam.moved(piece.span.start).as_stored() for seam in piece.seams],
            search_vector=search_vector_of(piece.text, config, piece.seams),
        )

    def _store_records(self, batch: Sequence[Cut]) -> None:
        """Heads, index records and what the history says."""
        from documents.models import DocumentEvent
        from search.heads import LEAST_CHUNKS, head_vector_of
        from search.indexing import LAYOUT
        from search.models import DocumentHead, IndexRecord

        generation = self.generation
        heads, records, events = [], [], []
        for cut in batch:
            document, revision, chunks = cut.draft.document, cut.draft.revision, len(cut.pieces)
            ours = {"generation": generation, "document": document, "revision": revision}
            if chunks >= LEAST_CHUNKS:
                vector = head_vector_of(document.title, cut.draft.text, cut.config or generation.search_config)
                heads.append(DocumentHead(**ours, search_vector=vector))
            said = {"text_sha256": revision.text_sha256, "chunk_count": chunks, "layout": LAYOUT}
            records.append(IndexRecord(**ours, **said, search_config=cut.config))
            events.append(
                DocumentEvent(
                    document=document,
                    document_title=document.title,
                    revision_number=revision.number,
                    kind=DocumentEvent.Kind.INDEXED,
                    detail={"chunks": chunks, "generation": generation.pk},
                )
            )
        DocumentHead.objects.bulk_create(heads)
        IndexRecord.objects.bulk_create(records)
        DocumentEvent.objects.bulk_create(events)

    def _learn(self, batch: Iterable[Cut]) -> None:
        from search.spelling import learn_words

        unseen = {word for cut in batch for word in re.findall(r"\w+", cut.draft.text)} - self._learnt
        learn_words(" ".join(unseen))
        self._learnt |= unseen


class TokensOfText:
    """What the tokens of a slice of one text are, without tokenizing each slice anew.

    A tokenizer that goes by words gives for a slice what it gives for the text, if the slice cuts no word. Where it
    does, or where the tokenizer is of another kind, it is asked.
    """

    def __init__(self, text: str, tokenize: Callable[[str], Offsets]) -> None:
        self._text = text
        self._tokenize = tokenize
        offsets = tokenize(text)
        self._starts, self._ends = [start for start, _ in offsets], [end for _, end in offsets]
        edges = [edge for run in _RUN.finditer(text) for edge in run.span()]
        self._starts_of_runs, self._ends_of_runs = set(edges[::2]), set(edges[1::2])
        known = set(self._starts)
        self._goes_by_words = self._starts_of_runs <= known and self._ends_of_runs <= set(self._ends)
        self._last = 0

    def __call__(self, part: str) -> Offsets:
        at = self._text.find(part, max(0, self._last - LOOKED_BACK)) if self._goes_by_words else -1
        if at < 0 or self._cuts_a_word(at):
            return self._tokenize(part)
        self._last = at
        end = at + len(part)
        first = bisect_left(self._starts, at)
        if not self._cuts_a_word(end):
            return _Slice(self._starts, self._ends, first, bisect_right(self._ends, end), at)
        return self._with_cut_word(part, at, end, first)

    def _cuts_a_word(self, at: int) -> bool:
        """Whether a run of letters goes on over this place."""
        return 0 < at < len(self._text) and self._text[at - 1].isalnum() and self._text[at].isalnum()

    def _with_cut_word(self, part: str, at: int, end: int, first: int) -> Offsets:
        start = end
        while start > at and self._text[start - 1].isalnum():
            start -= 1
        rest = [(start - at + one, start - at + other) for one, other in self._tokenize(part[start - at :])]
        return _Slice(self._starts, self._ends, first, bisect_right(self._ends, start), at, rest)


class _Slice(Sequence[tuple[int, int]]):
    """Tokens `[first, after)` of a text, in offsets that count from `origin`, and those of a word that is cut."""

    def __init__(
        self, starts: list[int], ends: list[int], first: int, after: int, origin: int, rest: Offsets = ()
    ) -> None:
        self._starts, self._ends = starts, ends
        self._range = range(first, max(first, after))
        self._origin = origin
        self._rest = rest

    def __len__(self) -> int:
        return len(self._range) + len(self._rest)

    @overload
    def __getitem__(self, at: int) -> tuple[int, int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[int, int]]: ...
    def __getitem__(self, at: int | slice) -> tuple[int, int] | list[tuple[int, int]]:
        if isinstance(at, slice):
            return [self[place] for place in range(len(self))[at]]
        place = range(len(self))[at]
        if place >= len(self._range):
            return self._rest[place - len(self._range)]
        token = self._range[place]
        return self._starts[token] - self._origin, self._ends[token] - self._origin


def vector_id(draft: Draft, piece: Piece) -> str:
    return f"{draft.revision.pk}:{piece.span.start}-{piece.span.end}"


def starts_of_words(text: str) -> list[int]:
    from search.words import words

    if _PLAIN.fullmatch(text):
        return [found.start() for found in _PLAIN_WORD.finditer(text)]
    return [word.start for word in words(text)]


def plain_lexemes(text: str, config: str) -> tuple[str, str]:
    """Of a text of letters, blanks and full stops: its words in order, and what it is found by besides."""
    from search.languages import spelt
    from search.lexical import LITERAL_MARK, SHORTEST_INFLECTED
    from search.notation import config_lexeme

    keys = _PLAIN_WORD.findall(text.lower())
    whole = {LITERAL_MARK + key for key in keys if len(key) >= SHORTEST_INFLECTED}
    return spelt(" ".join(keys), config), " ".join([*whole, config_lexeme(config)])


def _store_documents(drafts: Sequence[Draft]) -> None:
    from django.core.files.base import ContentFile
    from django.db import connection

    from documents.models import Document, Revision, original_path

    Document.objects.bulk_create([draft.document for draft in drafts])
    for draft in drafts:
        draft.revision.document = draft.document
        draft.revision.file.name = draft.revision.file.storage.save(original_path(None, ""), ContentFile(ORIGINAL))
    Revision.objects.bulk_create([draft.revision for draft in drafts])
    with connection.cursor() as cursor:
        cursor.execute(_CURRENT, [[draft.document.pk for draft in drafts]])


def _copy(create: str, table: str, rows: Iterable[Sequence[Any]], insert: str, params: Sequence[Any] = ()) -> None:
    """Stages rows in a table of this transaction, then inserts from it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(create)
        with cursor.cursor.copy(f"COPY {table} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute(insert, list(params))


if __name__ == "__main__":
    main()
