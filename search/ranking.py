"""From what is known of chunks to one order: their words and their meaning, part by part, and what stands around.

Two scales that cannot be compared, of words and of cosines, become comparable as each is measured by how it spreads
over the chunks at hand (the "z-score"): the mean is 0, the standard deviation 1. A chunk is as good as its best part,
seen together with all that speaks for the page on which the part stands: a page that says in three places what was
asked is rather the one that was meant than one on which a single line chances to sound like it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from search.parts import StoredParts

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from search.parts import Vectors

    Numbers = NDArray[float64]

BY_WORDS = 1.4
BY_MEANING = 1.8
"""What the two count for. The vector of a question is that of two texts, the question and its words that say something;
each counts for about as much as the words themselves do."""

MORE_LIKE_THE_BEST = 0.5
"""What likeness to the best passages counts for beside likeness to the question."""

BEST = 0.3
"""How much worse than the best a passage may be and still be among those: at so much, it counts for a third of it."""

CONFIRMING = 5
"""Passages: the nearest to one, which say together whether it stands where it should."""

CONFIRMED = 0.25
"""What they count for beside the passage itself."""

TOGETHER = 1.25
"""In standard deviations: how much worse a part may be and still count beside a better one on its page."""

AROUND = 0.7
"""How much the page counts beside the part itself."""

RUN_ON = 5.5
"""A neighbouring part that is no more than so much worse belongs to what is shown."""

SATURATION, BY_LENGTH = 1.2, 0.75
"""Of BM25, as Robertson and Zaragoza give them ("The Probabilistic Relevance Framework: BM25 and Beyond", 2009)."""


@dataclass(frozen=True, slots=True)
class Read:
    """A chunk whose parts are known: `cosines` of these with the question, and where they stand: on a page, say.

    `words` has for each part how often it holds each word of the question, by the word's number. A part that stands on
    two pages has both for `surroundings`, first the one with more of it.
    """

    key: int
    parts: StoredParts
    cosines: Sequence[float]
    words: Sequence[Mapping[int, int]]
    surroundings: Sequence[Sequence[Hashable]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk's score, the part that it has it for, `core`, and the `span` of those around it that are nearly as good.

    Both are in code points of the chunk, None where it was not looked into.
    `cosine` is that of its nearest part, `has_words` whether any part holds a word of the question.
    """

    key: int
    score: float
    span: tuple[int, int] | None = None
    core: tuple[int, int] | None = None
    cosine: float = 0.0
    has_words: bool = False


def spread(values: Sequence[float] | Numbers) -> Numbers:
    """`values` by how far they are from their mean, in standard deviations; zeros where they are all alike."""
    import numpy as np

    numbers = np.asarray(values, dtype=np.float64)
    deviation = float(numbers.std()) if len(numbers) else 0.0
    if deviation < 1e-9:
        return np.zeros_like(numbers)
    return (numbers - numbers.mean()) / deviation


def by_words_and_meaning(words: Sequence[float] | Numbers, cosines: Sequence[float] | Numbers) -> Numbers:
    """One score out of two that were measured on the same chunks."""
    return BY_WORDS * spread(words) + BY_MEANING * spread(cosines)


def by_agreement(words: Sequence[float] | Numbers, cosines: Sequence[float] | Numbers, vectors: Vectors) -> Numbers:
    """As `by_words_and_meaning`, where what one passage says may confirm another one: of any documents, as wholes.

    `vectors` has a row for each passage, of length 1, or of zeros where none is known. What is near to the best is
    raised, for the best say in the words of the library what was asked; then each is drawn towards those that say
    nearly the same: one that only chances to hold the words, or to sound like the question, stands alone.
    """
    import numpy as np

    alone = by_words_and_meaning(words, cosines)
    if len(alone) <= CONFIRMING:
        return alone
    best = np.exp((alone - alone.max()) / BEST) @ vectors
    length = float(np.linalg.norm(best))
    near = np.asarray(cosines) + MORE_LIKE_THE_BEST * (vectors @ best / length) if length else cosines
    scores = by_words_and_meaning(words, near)
    alike = np.maximum(vectors @ vectors.T, 0).astype(np.float64)
    np.fill_diagonal(alike, 0)
    nearest = np.argpartition(-alike, CONFIRMING, axis=1)[:, :CONFIRMING]
    weights = np.take_along_axis(alike, nearest, axis=1) ** 2
    sums = weights.sum(axis=1)
    others = (weights * scores[nearest]).sum(axis=1) / np.where(sums > 0, sums, 1)
    agreed: Numbers = np.where(sums > 0, (1 - CONFIRMED) * scores + CONFIRMED * others, scores)
    return agreed


def rank_by_parts(chunks: Sequence[Read], worth: Sequence[float]) -> list[Ranked]:
    """The chunks, best first; `worth` has the inverse document frequency of each word of the question."""
    import numpy as np

    if not chunks:
        return []
    cosines = np.concatenate([np.asarray(chunk.cosines, dtype=np.float64) for chunk in chunks])
    scores = by_words_and_meaning(_bm25(chunks, worth), cosines)
    around = _around(scores, [place for chunk in chunks for place in chunk.surroundings])
    whole = AROUND * around + (1 - AROUND) * scores
    ranked, first = [], 0
    for chunk in chunks:
        end = first + len(chunk.parts.spans)
        ranked.append(_ranked(chunk, scores[first:end], whole[first:end]))
        first = end
    return sorted(ranked, key=lambda one: (-one.score, one.key))


def _bm25(chunks: Sequence[Read], worth: Sequence[float]) -> Numbers:
    import numpy as np

    lengths = [end - start for chunk in chunks for start, end in chunk.parts.spans]
    usual = sum(lengths) / len(lengths)
    counts = [words for chunk in chunks for words in chunk.words]
    return np.asarray(
        [
            sum(worth[word] * _saturated(count, length / usual) for word, count in found.items())
            for found, length in zip(counts, lengths, strict=True)
        ]
    )


def _saturated(count: int, length: float) -> float:
    return count * (SATURATION + 1) / (count + SATURATION * (1 - BY_LENGTH + BY_LENGTH * length))


def _around(scores: Numbers, surroundings: Sequence[Sequence[Hashable]]) -> Numbers:
    """For each part what all parts in its first surroundings come to together."""
    import numpy as np

    numbers: dict[Hashable, int] = {}
    meeting = [(part, place) for part, places in enumerate(surroundings) for place in places]
    places = np.asarray([numbers.setdefault(place, len(numbers)) for _, place in meeting])
    values = scores[[part for part, _ in meeting]]
    best = np.full(len(numbers), -math.inf)
    np.maximum.at(best, places, values)
    sums = np.zeros(len(numbers))
    np.add.at(sums, places, np.exp((values - best[places]) / TOGETHER))
    together: Any = best + TOGETHER * np.log(sums)
    return np.asarray(together[[numbers[places[0]] for places in surroundings]])


def _ranked(chunk: Read, scores: Numbers, whole: Numbers) -> Ranked:
    best = int(whole.argmax())
    least = scores[best] - RUN_ON
    first = last = best
    while first > 0 and scores[first - 1] >= least:
        first -= 1
    while last < len(scores) - 1 and scores[last + 1] >= least:
        last += 1
    return Ranked(
        chunk.key,
        float(whole[best]),
        span=(chunk.parts.spans[first][0], chunk.parts.spans[last][1]),
        core=chunk.parts.spans[best],
        cosine=max(chunk.cosines),
        has_words=any(chunk.words),
    )
