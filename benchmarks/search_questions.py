"""The sixty questions that the speed of searching a synthetic library is measured with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.synthetic_library import SEED, Source

STOP_WORDS = 60
"""So many of the most frequent words are passed over where a very common word is asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, of which kind it is, and what `queries.search` is given beside it."""

    kind: str
    text: str
    options: dict[str, Any] = field(default_factory=dict)


def questions(source: Source) -> list[Question]:
    """The same ones for every library that has documents 0 to 59, which are in the smallest as in the largest."""
    return [
        *(Question("natural", text) for text in _sentences(source, 24)),
        *(Question("two words", text) for text in _pairs(source, 10)),
        *(Question("rare name", source.name(number)) for number in range(6)),
        *(Question("common word", str(source.vocabulary[STOP_WORDS + 7 * at])) for at in range(4)),
        *(Question("exact phrase", text) for text in _phrases(6)),
        *(Question("filter", f"{text} type:pdf") for text in _sentences(source, 2, first=200)),
        *(Question("filter", f"{text} tag:signed") for text in _pairs(source, 2, first=210)),
        *(Question("in a document", text, _document(at)) for at, text in enumerate(_pairs(source, 3, first=220))),
        *(Question("names a document", f"What does {source.title(at)} say about values?") for at in range(3)),
    ]


def _sentences(source: Source, count: int, first: int = 0) -> Iterator[str]:
    """Five to fifteen words, one after another, as the topics have them."""
    random = np.random.default_rng([SEED, 3, first])
    for at in range(first, first + count):
        words = re.findall(r"[A-Za-z]+", source.topics[at * 7 % len(source.topics)].text)
        yield " ".join(words[: int(random.integers(5, 16))])


def _pairs(source: Source, count: int, first: int = 100) -> Iterator[str]:
    random = np.random.default_rng([SEED, 4, first])
    for at in range(first, first + count):
        words = np.unique(source.topics[at * 7 % len(source.topics)].words)
        rarer = words[words > STOP_WORDS]
        yield " ".join(source.vocabulary[random.choice(rarer, 2, replace=False)])


def _phrases(count: int) -> Iterator[str]:
    """Three words as they stand in a document."""
    from documents.models import Revision

    revisions = Revision.objects.with_text().filter(document__tags__contains=["synthetic"]).order_by("pk")
    for revision in revisions[:count]:
        words = re.findall(r"[a-z]{3,} [a-z]{5,} [a-z]{5,}", revision.text or "")
        yield f'"{words[7]}"'


def _document(number: int) -> dict[str, int]:
    from documents.models import Document

    synthetic = Document.objects.filter(tags__contains=["synthetic"]).order_by("pk")
    return {"document_id": synthetic.values_list("pk", flat=True)[number]}
