"""Which of the passages found say the same as a better one, so that they need not be read twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from documents.models import Document
from search import conf
from search.asked import Query
from search.candidates import Candidate
from search.configurations import configs_of
from search.duplicates import SHORTEST, Copies, Passage, SamePart, are_alike, same_part
from search.grouping import Group, grouped
from search.lexical import lexemes
from search.links import passage_path
from search.marks import Mark, find_marks
from search.models import Generation
from search.results import SamePassage
from search.windows import Window, chunk_texts

COMPARED = 30
"""How many of the best have their texts compared: what can be on the first pages. Beyond them only equal texts fold."""

_NOTHING: frozenset[str] = frozenset()

NEARLY_ALL = 0.9
"""Of a passage in which no word was asked for, so that nothing tells which part of it answers."""


def without_copies(
    query: Query, candidates: Sequence[Candidate], generation: Generation | None, shown: int | None
) -> list[Group]:
    """`candidates` grouped by document, with those that say the same as a better one folded under it.

    Of each document `shown` passages are seen without asking for more; None where all are.
    """
    copies = find_copies(query, candidates, generation) if generation and len(candidates) > 1 else None
    return grouped(candidates, copies, shown)


def told(
    copies: Sequence[Candidate], documents: Mapping[int, Document], cut: Mapping[int, Window]
) -> tuple[SamePassage, ...]:
    """As the page of results tells of them; a document or a chunk that has gone or changed since is left out."""
    found = []
    for copy in copies:
        document, window = documents.get(copy.document_id), cut.get(copy.chunk_id)
        revision = document.current_revision if document else None
        if document and revision and window and revision.pk == copy.revision_id:
            url = passage_path(document.pk, copy.span, revision.text_sha256)
            citation = window.cite(document, revision, copy.span, conf.public_url() + url)
            found.append(SamePassage(document, revision, copy.span, citation, url))
    return tuple(found)


def find_copies(query: Query, candidates: Sequence[Candidate], generation: Generation) -> Copies:
    """Which chunks of `candidates`, best first, say the same as a better one.

    One query finds those that are alike in their words; only of these texts are read, in one query more.
    What holds a matched word that the better one does not hold in what both say is no copy of it.
    """
    text_of = _equal_texts(candidates)
    compared = [one for one in candidates[:COMPARED] if text_of.get(one.chunk_id, one.chunk_id) == one.chunk_id]
    alike = _alike(compared)
    cut = chunk_texts({at for one, others in alike.items() for at in (one, *others)}) if alike else {}
    passages = {chunk_id: Passage(*found) for chunk_id, found in cut.items()}
    parts: dict[tuple[int, int], SamePart] = {}
    copied: set[int] = set()
    for one, betters in alike.items():
        for better in betters:
            # What is a copy itself is not shown, so nothing is compared with it.
            if better in copied or one not in passages or better not in passages:
                continue
            if part := same_part(passages[better], passages[one]):
                parts[better, one] = part
                copied.add(one)
                break
    documents = {one.chunk_id: one.document_id for one in compared}
    answering = _that_answer_the_same(query, parts, passages, documents, generation)
    return Copies(text_of, {one: [better] for better, one in answering})


def _alike(compared: Sequence[Candidate]) -> dict[int, list[int]]:
    """Of each chunk the better ones, best first, that are alike in their words; only of chunks that have such."""
    words = lexemes(one.chunk_id for one in compared)
    found = {}
    for at, one in enumerate(compared):
        betters = [
            better.chunk_id
            for better in compared[:at]
            if are_alike(words.get(better.chunk_id, _NOTHING), words.get(one.chunk_id, _NOTHING))
            and not _overlap(better, one)
        ]
        if betters:
            found[one.chunk_id] = betters
    return found


def _equal_texts(candidates: Sequence[Candidate]) -> dict[int, int]:
    """Of each chunk with the text of a better one, that one; chunks of a few words are left as they are."""
    long = [one for one in candidates if one.digest and one.span.end - one.span.start >= SHORTEST]
    first: dict[str, int] = {}
    for one in long:
        first.setdefault(one.digest, one.chunk_id)
    return {one.chunk_id: first[one.digest] for one in long if first[one.digest] != one.chunk_id}


def _overlap(one: Candidate, other: Candidate) -> bool:
    """Whether both are of one text and share a piece of it: that is once the same place, not twice the same words."""
    return one.revision_id == other.revision_id and one.span.start < other.span.end and other.span.start < one.span.end


def _that_answer_the_same(
    query: Query,
    parts: Mapping[tuple[int, int], SamePart],
    passages: Mapping[int, Passage],
    documents: Mapping[int, int],
    generation: Generation,
) -> list[tuple[int, int]]:
    """Of the pairs that say something the same, those in which it is what was asked for."""
    unclear = sorted({chunk_id for pair, part in parts.items() if not part.is_all for chunk_id in pair})
    texts = [passages[chunk_id] for chunk_id in unclear]
    configs = configs_of([documents[chunk_id] for chunk_id in unclear], generation) if unclear else []
    found = find_marks(query, [one.text for one in texts], configs, [one.seams for one in texts])
    marks = dict(zip(unclear, found, strict=True))
    return [
        (better, one)
        for (better, one), part in parts.items()
        if part.is_all or _answers_the_same(part, passages[one], marks[better], marks[one])
    ]


def _answers_the_same(part: SamePart, other: Passage, better_marks: Sequence[Mark], marks: Sequence[Mark]) -> bool:
    asked = {mark.term for mark in marks}
    if not asked:
        return part.other.end - part.other.start >= NEARLY_ALL * len(other.text.strip())
    within = {mark.term for mark in better_marks if part.one.start <= mark.span.start and mark.span.end <= part.one.end}
    return asked <= within
