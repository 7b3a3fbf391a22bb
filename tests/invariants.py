"""What holds for every stored document, whatever its format: looked at from outside, in what is stored and answered.

Each function gives the problems in words, `[]` where all is well, so that one failure names everything that is wrong.
Nothing of the product's own checks is trusted alone: what they say is compared with a second look.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from documents.models import Document, Revision
from documents.services import page_metadata_problems
from documents.text import PAGE_SEPARATOR, PageSpan, has_ink, is_grapheme_boundary, is_ink, text_sha256
from search.chunk_metadata import chunk_metadata
from search.generations import existing_generation
from search.models import Chunk, Generation, IndexRecord
from search.vector_store import MissingVectorCollection, VectorStore, get_store

_JOINER = "\u200d"


def library_problems(store: VectorStore | None = None) -> list[str]:
    """Of every document that is stored, and of what the index holds of it."""
    return [
        f"document {document.pk} ({document.title}): {problem}"
        for document in Document.objects.order_by("pk")
        for problem in document_problems(document, store)
    ]


def document_problems(document: Document, store: VectorStore | None = None) -> list[str]:
    """Of each of its revisions that was read; and, where the index has a record of it, of its chunks and vectors."""
    revisions = list(Revision.objects.with_text().filter(document=document).order_by("number"))
    problems = [f"revision {one.number}: {problem}" for one in revisions for problem in revision_problems(one)]
    generation = existing_generation()
    if generation is None or document.deleted_at is not None:
        return problems
    record = IndexRecord.objects.filter(generation=generation, document=document).first()
    if record is None or record.damage:
        return problems
    indexed = next(one for one in revisions if one.pk == record.revision_id)
    if not problems:  # of pages that are not sound nothing can be expected
        problems += vector_problems(indexed, generation, store or get_store())
    return problems + chunk_problems(indexed, generation)


# --- the text and its pages ---


def revision_problems(revision: Revision) -> list[str]:
    """Of one revision, loaded with its text."""
    if not revision.is_read:
        return (
            [] if revision.failure_code or revision.status != Revision.Status.FAILED else ["it failed without a code"]
        )
    return [*text_problems(revision.text), *_page_problems(revision), *page_metadata_problems(revision)]


def text_problems(text: str | None) -> list[str]:
    """Characters that a canonical text never holds: all the controls but TAB and LF, surrogates, noncharacters."""
    if text is None:
        return ["it was read, but has no text"]
    found = sorted({character for character in text if _is_forbidden(character)})
    return [f"the text holds U+{ord(character):04X}" for character in found] + (
        [] if unicodedata.is_normalized("NFC", text) else ["the text is not NFC"]
    )


def _is_forbidden(character: str) -> bool:
    code = ord(character)
    is_control = unicodedata.category(character) in {"Cc", "Cs"} and character not in "\t\n"
    return is_control or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _page_problems(revision: Revision) -> Iterator[str]:
    if revision.page_count is None:
        columns = ("page_spans", "page_labels", "declared_page_labels", "page_sources", "page_extractors")
        yield from (f"without pages, it has {name}" for name in columns if getattr(revision, name) is not None)
        return
    text, spans = revision.text or "", revision.spans
    if PAGE_SEPARATOR.join(text[span.start : span.end] for span in spans) != text:
        yield "its pages, put together with the separator, are not its text"
    if any(not has_ink(text[span.start : span.end]) for span in spans):
        yield "a page without ink has a span"
    if any(after.number <= before.number for before, after in pairwise(spans)):
        yield "its pages are out of order"
    if len(revision.pages_without_text) + len(spans) != revision.page_count:
        yield "the pages with and without text are not all the pages"
    for name in ("page_labels", "declared_page_labels", "page_sources", "page_extractors", "page_problems"):
        column = getattr(revision, name)
        if column is not None and len(column) != revision.page_count:
            yield f"it has {len(column)} {name} for {revision.page_count} pages"


# --- chunks, and what the vector store holds of them ---


def chunk_problems(revision: Revision, generation: Generation) -> list[str]:
    """Of the chunks of the revision that the index holds."""
    text = revision.text or ""
    chunks = list(Chunk.objects.filter(generation=generation, document=revision.document_id).order_by("ordinal"))
    problems = [f"chunk {one.vector_id}: {problem}" for one in chunks for problem in _of_chunk(one, revision, text)]
    if [one.ordinal for one in chunks] != list(range(len(chunks))):
        problems.append("the chunks are not counted from 0")
    if any(after.start < before.start for before, after in pairwise(chunks)):
        problems.append("the chunks are out of order")
    if left := _uncovered(text, chunks):
        problems.append(f"no chunk holds the ink at {left[:5]}")
    return problems


def _of_chunk(chunk: Chunk, revision: Revision, text: str) -> Iterator[str]:
    if chunk.revision_id != revision.pk:
        yield "it belongs to another revision than the record says"
    if not 0 <= chunk.start < chunk.end <= len(text):
        yield "it reaches outside the text"
        return
    if chunk.digest != text_sha256(text[chunk.start : chunk.end]):
        yield "its digest is not that of its slice of the text"
    for edge in (chunk.start, chunk.end):
        if not is_grapheme_boundary(text, edge) or _JOINER in text[max(0, edge - 1) : edge]:
            yield f"it cuts the character at {edge} in two"


def _uncovered(text: str, chunks: Iterable[Chunk]) -> list[int]:
    left, reached = [], 0
    for chunk in chunks:
        left += [at for at in range(reached, chunk.start) if is_ink(text[at])]
        reached = max(reached, chunk.end)
    return left + [at for at in range(reached, len(text)) if is_ink(text[at])]


def vector_problems(revision: Revision, generation: Generation, store: VectorStore) -> list[str]:
    """Whether what comes back from the vector store is, key by key, what these chunks and their pages say."""
    chunks = list(Chunk.objects.filter(generation=generation, document=revision.document_id))
    try:
        stored = store.fetch(generation.collection_name, [chunk.vector_id for chunk in chunks])
    except MissingVectorCollection:
        stored = {}
    problems = []
    for chunk in chunks:
        expected = _expected_metadata(chunk, revision)
        if stored.get(chunk.vector_id) != expected:
            problems.append(f"vector {chunk.vector_id} holds {stored.get(chunk.vector_id)}, not {expected}")
    return problems


def _expected_metadata(chunk: Chunk, revision: Revision) -> dict[str, object]:
    met = _pages_met(revision, chunk.start, chunk.end)
    labels = revision.page_labels
    return chunk_metadata(
        document_id=revision.document_id,
        collection_id=revision.document.collection_id,
        revision_id=revision.pk,
        generation=chunk.generation_id,
        start=chunk.start,
        end=chunk.end,
        digest=revision.text_sha256,
        page_spans=[page.as_metadata() for page in met],
        page_labels=None if labels is None else [labels[page.number - 1] for page in met],
    )


def _pages_met(revision: Revision, start: int, end: int) -> list[PageSpan]:
    """Every page that shares a character with `[start, end)`: one look at each, where the product searches."""
    return [span for span in revision.spans if span.start < end and start < span.end]


# --- what is answered ---


def hit_problems(hit: Mapping[str, Any], revision: Revision) -> list[str]:
    """Of one hit as the API answers it, against the revision (with its text) that it must have come from."""
    return [*citation_problems(hit["citation"], revision), *excerpt_problems(hit["excerpt"], hit["citation"], revision)]


def citation_problems(citation: Mapping[str, Any], revision: Revision) -> list[str]:
    """Of a citation record: a slice of the stored text, on exactly the pages that it meets, under their labels."""
    text, start, end = revision.text or "", citation["start"], citation["end"]
    expected = {
        "revision": {"number": revision.number, "text_sha256": revision.text_sha256},
        "unit": "code point",
        "quote": text[start:end],
        "page_count": revision.page_count,
        "pages": None if revision.page_count is None else _cited(revision, start, end),
    }
    problems = [
        f"{key} is {citation[key]!r}, not {right!r}" for key, right in expected.items() if citation[key] != right
    ]
    if not text[:start].endswith(citation["prefix"]) or not text[end:].startswith(citation["suffix"]):
        problems.append("prefix and suffix are not what stands around the quote")
    if revision.page_count is None and citation["locator"].startswith(("p. ", "pp. ")):
        problems.append(f"without pages, it is cited to {citation['locator']}")
    return problems


def _cited(revision: Revision, start: int, end: int) -> list[dict[str, object]]:
    labels = revision.page_labels
    return [
        {
            "number": page.number,
            "label": labels[page.number - 1] if labels else None,
            "start": max(start, page.start),
            "end": min(end, page.end),
        }
        for page in _pages_met(revision, start, end)
    ]


def excerpt_problems(excerpt: Mapping[str, Any], citation: Mapping[str, Any], revision: Revision) -> list[str]:
    """Of an excerpt: its segments are slices that follow each other; what is in the passage lies in what is cited."""
    text, segments = revision.text or "", excerpt["segments"]
    problems = [
        f"a segment says {one['text']!r} where the text has {text[one['start'] : one['end']]!r}"
        for one in segments
        if one["text"] != text[one["start"] : one["end"]]
    ]
    edges = [excerpt["start"], *(one["end"] for one in segments)]
    if [one["start"] for one in segments] != edges[:-1] or edges[-1] != excerpt["end"]:
        problems.append("the segments do not follow each other from the start to the end of the excerpt")
    for one in segments:
        if one["in_passage"] and not citation["start"] <= one["start"] < one["end"] <= citation["end"]:
            problems.append("what is shown as the passage lies outside what is cited")
        pages = [page.number for page in _pages_met(revision, one["start"], one["end"])]
        if pages != ([] if one["page"] is None else [one["page"]]):
            problems.append(f"a segment is said to stand on {one['page']} and stands on {pages}")
    return problems
