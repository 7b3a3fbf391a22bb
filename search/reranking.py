"""The best of what was found, put into the order that a reranker gives them. Nothing is found or lost by it."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from search import conf
from search.asked import Query
from search.candidates import Candidate, Candidates
from search.rerankers import RerankerUnavailable, get_reranker
from search.windows import chunk_texts

logger = logging.getLogger(__name__)

FIRST_PAGE = 10
"""Passages that are on the first page whatever documents they are of."""


def reranked(query: Query, candidates: Candidates) -> Candidates:
    """`candidates` with the first of them in the reranker's order; as they are, with a problem, where it has none."""
    if not candidates.found:
        return candidates
    try:
        order = _reordered(query.meaning, candidates.found[: max(conf.rerank_top(), 0)])
    except RerankerUnavailable as error:
        logger.warning("The reranker cannot be used: %s", error)
        problem = _(
            "The results could not be put into a finer order now: they are in the order that they were found in."
        )
        return replace(candidates, problems=[*candidates.problems, problem])
    return replace(candidates, found=[*order, *candidates.found[len(order) :]])


def in_order_of(scores: Sequence[float], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates by their scores, highest first; of equal ones the first stays first.

    One that names what was asked for (a part, a section) and stood among the first FIRST_PAGE stays among them: such
    a name means nothing to a model that has never read it.
    """
    by_score = sorted(range(len(candidates)), key=lambda at: -scores[at])
    kept = [at for at in by_score if at < FIRST_PAGE and candidates[at].is_named]
    others = [at for at in by_score if at not in kept]
    room = FIRST_PAGE - len(kept)
    first = sorted(kept + others[:room], key=by_score.index)
    return [candidates[at] for at in first + others[room:]]


def _reordered(question: str, candidates: list[Candidate]) -> list[Candidate]:
    """Those whose chunk has gone since they were found come last; `RerankerUnavailable` where no score can be had."""
    reranker = get_reranker()
    if reranker is None:
        return candidates
    texts = {pk: cut.text for pk, cut in chunk_texts(one.chunk_id for one in candidates).items()}
    different = list(dict.fromkeys(texts.values()))
    worth = dict(zip(different, reranker.scores(question, different), strict=True)) if different else {}
    return in_order_of([worth.get(texts.get(one.chunk_id, ""), -math.inf) for one in candidates], candidates)
