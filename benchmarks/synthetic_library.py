"""A library of any size, to measure searching in it: everything but its words and vectors is made by the product.

The words are real ones with Zipf's frequencies, beside names that hardly any document has. What a passage is about is
one of some hundred paragraphs of Python's own manual: it has words of it, and a vector near that of the paragraph, so
that a question has strangers, neighbours and near neighbours as it has in a real library. The vectors go into the cache
of embeddings; then each document is indexed as any other. The same seed makes the same library. Where a hundred
thousand passages are wanted, `benchmarks.bulk_library` writes the same rows in batches.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from pydoc_data.topics import topics
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from documents.extractors.outcome import ExtractedText, PageSource
    from documents.models import Collection, Document, Revision
    from search.models import Generation

SEED = 20
CHUNKS_OF_DOCUMENT = 50
PARAGRAPHS_OF_PAGE = 2
WORDS_OF_PARAGRAPH = 120
WORDS_OF_SENTENCE = 14
WORDS_OF_PART = 35
VOCABULARY = 9000
TOPICS = 400
OWN_WORDS = 0.3
"""The part of a text that is made of the words of its topic."""

SHARES = (0.25, 0.15, 0.10, 0.10, 0.10, 0.08, 0.07, 0.05, 0.04, 0.03, 0.02, 0.01)
"""Of all documents, for each collection."""

READERS = {
    "bench-all": tuple(range(len(SHARES))),
    "bench-half": (0, 1, 2),
    "bench-tenth": (3,),
    "bench-hundredth": (11,),
}
"""Which collections the group and the user of this name may read."""

AT_HOME = 0.5
"""Of the documents of a collection, how many are about the topics that it has most of."""

TAGS = ("draft", "signed", "archive", "finance", "legal", "2019", "2020", "2021")
KINDS = ("Supply Agreement", "Annual Report", "Handbook", "Minutes", "Invoice Terms", "Lease", "Policy", "Manual")
SYLLABLES = "ka lor vim bre tus mel dra qui sho fen zar ol pim gre nad hux wey tro sal bin cor jet mu ra lex dov"

ORIGINAL = b"%"
"""The file of each document: nobody reads it."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Topic:
    """A paragraph of the manual, and the places of its words in the vocabulary."""

    text: str
    words: NDArray[np.int64]


class Source:
    """What texts are made from. `random` is numpy's generator, so that one seed gives one library."""

    def __init__(self) -> None:
        self.manual = "\n\n".join(topics[name] for name in sorted(topics))
        counted = Counter(re.findall(r"[a-z]{2,}", self.manual.lower()))
        counted.update(_words_of_standard_library())
        self.vocabulary = np.array([word for word, _ in counted.most_common(VOCABULARY)], dtype=object)
        ranks = np.arange(len(self.vocabulary)) + 2.7
        self.cumulative = np.cumsum((1 / ranks) / (1 / ranks).sum())
        """How often it is this word or a more frequent one, of the most frequent first."""

    @cached_property
    def topics(self) -> list[Topic]:
        place = {word: at for at, word in enumerate(self.vocabulary)}
        paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", self.manual)]
        long = sorted({part for part in paragraphs if 200 <= len(part) <= 1500 and part[0].isupper()})[:TOPICS]
        found = [[place[w] for w in re.findall(r"[a-z]{4,}", part.lower()) if w in place] for part in long]
        return [Topic(part, np.array(words)) for part, words in zip(long, found, strict=True)]

    def name(self, number: int) -> str:
        """Two words that are in no vocabulary: those of a person or a company."""
        random = np.random.default_rng([SEED, 1, number])
        return " ".join("".join(random.choice(SYLLABLES.split(), 3)).capitalize() for _ in range(2))

    def title(self, number: int) -> str:
        return f"{self.name(number)} {KINDS[number % len(KINDS)]} {1990 + number % 35}"

    def paragraph(self, random: np.random.Generator, topic: Topic, name: str = "") -> str:
        """Sentences of common words and of those of the topic; `name` stands in one of them."""
        size = int(np.clip(random.normal(WORDS_OF_PARAGRAPH, 20), 60, 200))
        places = self.cumulative.searchsorted(random.random(size), side="right").clip(max=len(self.vocabulary) - 1)
        own = random.random(size) < OWN_WORDS
        places[own] = random.choice(topic.words, own.sum())
        words = list(self.vocabulary[places])
        if name:
            words[size // 2] = name
        cuts = range(0, size, WORDS_OF_SENTENCE)
        return " ".join(_sentence(words[at : at + WORDS_OF_SENTENCE]) for at in cuts)


@dataclass(slots=True)
class Draft:
    """A document and its revision before they are rows. `random` is where whatever else is made of it goes on."""

    document: Document
    revision: Revision
    topic: int
    random: np.random.Generator

    @property
    def text(self) -> str:
        return self.revision.text or ""


class Library:
    """Makes documents until the active index has so many chunks."""

    def __init__(self) -> None:
        from search.indexing import active_generation

        self.source = Source()
        self.generation: Generation = active_generation()
        self.collections = list(_collections())

    def made_already(self) -> int:
        """How many documents: the number that the next one has."""
        from documents.models import Document

        return Document.objects.filter(tags__contains=["synthetic"]).count()

    def grow(self, chunks: int) -> None:
        """Adds documents until there are `chunks` chunks in all; those that are there already are kept."""
        have, began = self.generation.chunks.count(), time.perf_counter()
        first, number = have, self.made_already()
        while have < chunks:
            have += self.add(number)
            number += 1
            if number % 20 == 0:
                speed = (have - first) / (time.perf_counter() - began)
                print(f"\r{have:,} of {chunks:,} chunks, {speed:.0f} a second ", end="", flush=True)
        if have > first:
            print()
            analyze()

    def add(self, number: int) -> int:
        """Makes and indexes the document of that number; returns how many chunks it has."""
        from search.indexing import index_revision

        draft = self.draft(number)
        _save(draft)
        chunks = self._remember_vectors(draft)
        index_revision(draft.revision.pk)
        return chunks

    def draft(self, number: int) -> Draft:
        """The document of that number, of which nothing is stored yet."""
        random = np.random.default_rng([SEED, 2, number])
        where = int(random.choice(len(SHARES), p=np.array(SHARES) / sum(SHARES)))
        topic = self._topic(random, where)
        document, revision = _made(self.source, number, random, self.source.topics[topic], self.collections[where])
        return Draft(document, revision, topic, random)

    def _topic(self, random: np.random.Generator, collection: int) -> int:
        topics = len(self.source.topics)
        topic = int(random.integers(topics))
        is_at_home = random.random() < AT_HOME
        return (topic - topic % len(SHARES) + collection) % topics if is_at_home else topic

    def _remember_vectors(self, draft: Draft) -> int:
        """Puts a vector for each chunk that the document will have into the cache; returns their number."""
        from documents.text import ChunkPolicy, chunk_text, text_sha256
        from search.embeddings import get_embedder
        from search.models import Embedding
        from search.words import words

        policy = ChunkPolicy(**self.generation.policy, token_offsets=get_embedder().token_offsets)
        texts = [draft.text[span.start : span.end] for span in chunk_text(draft.text, policy)]
        vectors = self.vectors(draft, len(texts))
        rows = [
            Embedding(
                model=self.generation.model,
                digest=text_sha256(one),
                vector=vector.astype("<f4").tobytes(),
                windows=stored_parts(len(one), [word.start for word in words(one)], vector, draft.random),
            )
            for one, vector in zip(texts, vectors, strict=True)
        ]
        Embedding.objects.bulk_create(rows, ignore_conflicts=True)
        return len(texts)

    def vectors(self, draft: Draft, count: int) -> Floats:
        """Near that of the topic (cosine 0.4 to 0.8), a little towards two others, the rest noise."""
        random, topic = draft.random, draft.topic
        others = self.centres[random.integers(len(self.centres), size=(count, 2))].sum(axis=1)
        noise = random.normal(size=(count, self.generation.dimension)) / self.generation.dimension**0.5
        likeness = random.uniform(0.6, 1.2, size=(count, 1))
        rows = likeness * self.centres[topic] + 0.35 * others + 0.6 * noise
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    @cached_property
    def centres(self) -> Floats:
        from search.embeddings import get_embedder

        return get_embedder().embed([_beginning(topic.text) for topic in self.source.topics])


def stored_parts(length: int, starts: Sequence[int], vector: Floats, random: np.random.Generator) -> bytes:
    """Parts of a text of that length, whose words begin at `starts`; their vectors are about that of the whole text."""
    from search.parts import Parts, encode_parts

    cuts = [0, *starts[WORDS_OF_PART : 1 - WORDS_OF_PART : WORDS_OF_PART], length]
    rows = vector + 0.7 * random.normal(size=(len(cuts) - 1, len(vector))) / len(vector) ** 0.5
    units = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return encode_parts(Parts(tuple(pairwise(cuts)), units), starts)


def _collections() -> Iterator[Collection]:
    """The collections with the groups and users that may read some of them, made where they are not there."""
    from django.contrib.auth import get_user_model
    from django.contrib.auth.models import Group

    from documents.models import Collection

    users = get_user_model().objects
    groups = {name: Group.objects.get_or_create(name=name)[0] for name in READERS}
    for name, group in groups.items():
        user, _is_new = users.get_or_create(username=name, defaults={"is_staff": True})
        user.groups.set([group])
    users.get_or_create(username="bench-super", defaults={"is_staff": True, "is_superuser": True})
    for number, share in enumerate(SHARES):
        collection, _is_new = Collection.objects.get_or_create(name=f"Synthetic {number} ({share:.0%})")
        collection.readers.set([groups[name] for name, readable in READERS.items() if number in readable])
        yield collection


def _made(
    source: Source, number: int, random: np.random.Generator, topic: Topic, collection: Collection
) -> tuple[Document, Revision]:
    """A document that has been read; two of three have pages. Not stored."""
    from django.utils import timezone

    from documents.models import Document, Revision
    from documents.services.reading import canonical_values

    title = source.title(number)
    digest = hashlib.sha256(f"synthetic {number}".encode()).hexdigest()
    tags = ["synthetic", *random.choice(TAGS, int(random.integers(3)), replace=False)]
    document = Document(title=title, collection=collection, file_sha256=digest, tags=tags)
    extracted = _extracted(list(_paragraphs(source, number, random, topic, title)), has_pages=number % 3 > 0)
    revision = Revision(
        number=1,
        uploaded_name=title,
        media_type=extracted.media_type,
        size=len(ORIGINAL),
        file_sha256=digest,
        extracted_at=timezone.now(),
        **canonical_values(extracted),
    )
    return document, revision


def _save(draft: Draft) -> None:
    from django.core.files.base import ContentFile

    draft.document.save()
    draft.revision.document = draft.document
    draft.revision.file.save("original", ContentFile(ORIGINAL), save=True)
    draft.document.current_revision = draft.revision
    draft.document.save()


def _paragraphs(source: Source, number: int, random: np.random.Generator, topic: Topic, title: str) -> Iterator[str]:
    yield title
    for at in range(int(np.clip(random.normal(CHUNKS_OF_DOCUMENT, 10), 10, 90))):
        yield source.paragraph(random, topic, source.name(number) if at == 3 else "")


def _extracted(paragraphs: Sequence[str], *, has_pages: bool) -> ExtractedText:
    from documents.extractors.outcome import ExtractedText
    from documents.text import PageText

    pages: tuple[PageText, ...] | None = None
    sources: tuple[PageSource, ...] | None = None
    if has_pages:
        cuts = range(0, len(paragraphs), PARAGRAPHS_OF_PAGE)
        texts = ["\n\n".join(paragraphs[at : at + PARAGRAPHS_OF_PAGE]) for at in cuts]
        pages = tuple(PageText(page, text) for page, text in enumerate(texts, 1))
        sources = tuple("text layer" for _ in pages)
    return ExtractedText(
        extractor="synthetic",
        extractor_version="1",
        media_type="application/pdf" if has_pages else "text/plain",
        pages=pages,
        text="" if has_pages else "\n\n".join(paragraphs),
        page_sources=sources,
    )


def _words_of_standard_library() -> Counter[str]:
    """Rarer words, from the modules beside this interpreter's own."""
    import os

    found: Counter[str] = Counter()
    for path in sorted(Path(os.__file__).parent.glob("*.py")):
        words = set(re.findall(r"\b[a-z]{4,14}\b", path.read_text(encoding="utf-8", errors="ignore")))
        found.update(sorted(words))  # in an order, so that of equally frequent ones the same come first
    return found


def _beginning(text: str) -> str:
    return text[:600]


def _sentence(words: Sequence[str]) -> str:
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def analyze() -> None:
    """What autovacuum does soon anyway: without it the planner knows nothing of the new rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
