"""The questions that a person keeps, and those that they asked last. Nobody else ever sees them, whoever they are."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from documents.models import Collection, Document
from documents.querysets import AnyUser
from search.facets import NAMES, called
from search.models import RecentSearch, SavedSearch
from search.sorting import ORDER_WORDS

logger = logging.getLogger(__name__)

MOST_RECENT = 20
MOST_SAVED = 200
LONGEST_QUESTION = 6000
"""Bytes of a question as an address has it; the longest that can be typed, with some filters, is shorter."""


class CannotSave(Exception):  # noqa: N818 - it says what cannot be done
    """A sentence for the person that says why a search cannot be kept, or not under that name."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A question that is kept: `question` as an address has it, `words` that were typed, `filters` in words."""

    pk: int
    name: str
    question: str
    words: str
    filters: Sequence[str]
    at: datetime


def saved_by(user: AnyUser) -> QuerySet[SavedSearch]:
    return SavedSearch.objects.filter(user=user.pk)


def recent_of(user: AnyUser) -> QuerySet[RecentSearch]:
    return RecentSearch.objects.filter(user=user.pk)


def save_search(*, user: AnyUser, name: str, question: str) -> SavedSearch:
    """`question` has been read by the form before, so that nothing but what it understands is kept."""
    if not question or len(question) > LONGEST_QUESTION:
        raise CannotSave(_("This question is too long to be kept.") if question else _("There is no question to keep."))
    if saved_by(user).count() >= MOST_SAVED:
        raise CannotSave(_("You keep {n} searches already. Delete one first.").format(n=MOST_SAVED))
    try:
        with transaction.atomic():
            return SavedSearch.objects.create(user_id=user.pk or 0, name=name, question=question)
    except IntegrityError as error:
        raise CannotSave(_taken(name)) from error


def rename_search(*, user: AnyUser, pk: int, name: str) -> bool:
    """False where `user` keeps no such search."""
    try:
        with transaction.atomic():
            return bool(saved_by(user).filter(pk=pk).update(name=name))
    except IntegrityError as error:
        raise CannotSave(_taken(name)) from error


def remember(user: AnyUser, question: str) -> None:
    """Note a question among the last of `user`; what is older than the last MOST_RECENT goes. It never fails."""
    if not question or len(question) > LONGEST_QUESTION:
        return
    digest = hashlib.sha256(question.encode()).hexdigest()
    row = RecentSearch(user_id=user.pk or 0, question=question, digest=digest, asked_at=timezone.now())
    try:
        with transaction.atomic():
            RecentSearch.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["user", "digest"], update_fields=["asked_at"]
            )
            last = recent_of(user).order_by("-asked_at", "-pk").values("pk")[:MOST_RECENT]
            recent_of(user).exclude(pk__in=last).delete()
    except DatabaseError:
        logger.warning("A question could not be noted among the last ones", exc_info=True)


def shown(rows: Iterable[SavedSearch | RecentSearch], user: AnyUser) -> list[Kept]:
    """Each in words, in two queries however many there are. What `user` may not read any more is not named."""
    several = list(rows)
    asked = [QueryDict(row.question) for row in several]
    collections = _names(asked, "collection", Collection.objects.readable_by(user), "name")
    titles = _names(asked, "document", Document.objects.visible_to(user), "title")
    return [_kept(row, of_it, collections, titles) for row, of_it in zip(several, asked, strict=True)]


def _kept(
    row: SavedSearch | RecentSearch, asked: QueryDict, collections: Mapping[str, str], titles: Mapping[str, str]
) -> Kept:
    filters = [_("Only in “{title}”").format(title=titles[pk]) for pk in asked.getlist("document") if pk in titles]
    filters += [_("like a passage")] if "like" in asked else []
    for name in NAMES:
        values = asked.getlist(name)
        known = [collections[pk] for pk in values if pk in collections] if name == "collection" else None
        filters += [called(name, value) for value in values] if known is None else known
    orders = [ORDER_WORDS[order] for order in asked.getlist("sort") if order in ORDER_WORDS]
    filters += [_("sorted by: {order}").format(order=order) for order in orders]
    name, at = (row.name, row.created_at) if isinstance(row, SavedSearch) else ("", row.asked_at)
    return Kept(row.pk, name, row.question, asked.get("q", ""), filters, at)


def _names(asked: Iterable[QueryDict], parameter: str, rows: QuerySet, column: str) -> dict[str, str]:
    ids = {pk for one in asked for pk in one.getlist(parameter)}
    return {str(pk): name for pk, name in rows.filter(pk__in=ids).values_list("pk", column)} if ids else {}


def _taken(name: str) -> str:
    return _("You keep a search that is called “{name}” already. Choose another name.").format(name=name)
