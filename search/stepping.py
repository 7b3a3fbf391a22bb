"""From one result to the next: the search is asked again at that moment, so no list is kept anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from documents.models import Revision
from documents.querysets import AnyUser
from documents.text import TextSpan
from search import queries
from search.candidates import Candidate


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: its document and its span in the text."""

    document_id: int
    span: TextSpan


@dataclass(frozen=True, slots=True)
class Step:
    """Another passage: its path, its place among `total` results from 1, and the page of the results that shows it."""

    path: str
    position: int
    total: int
    page: int


def step(*, user: AnyUser, at: Place | None, position: int, by: int, per_page: int, **asked: Any) -> Step | None:
    """The result `by` places after `at`; None beyond either end, and where there is nothing any more.

    `position` says where `at` stood, should it not be among the results now. `asked` is what `queries.ranked` takes.
    """
    groups = queries.ranked(user=user, **asked)
    results = [(nth, one) for nth, group in enumerate(groups) for one in group.passages]
    current = next((nth for nth, (_, one) in enumerate(results) if _place(one) == at), position - 1)
    if not 0 <= current + by < len(results):
        return None
    nth_group, passage = results[current + by]
    revision = Revision.objects.only("text_sha256").filter(pk=passage.revision_id).first()
    if revision is None:
        return None
    path = queries.passage_path(passage.document_id, passage.span, revision.text_sha256)
    nth = current + by if asked.get("document_id") is not None else nth_group
    return Step(path, current + by + 1, len(results), 1 + nth // per_page)


def _place(passage: Candidate) -> Place:
    return Place(passage.document_id, passage.span)
