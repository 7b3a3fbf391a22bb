"""`collection:`, `tag:` and `owner:`, by the names that a person may know."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db.models import F, Func, Q
from django.utils.translation import gettext as _

from documents.models import Collection, Document
from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.matched import Matched, Unknown, closest_names
from search.words import fold


def in_collection(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    readable = dict(Collection.objects.readable_by(user).values_list("name", "pk"))
    names = closest_names(value, readable)
    if not names:
        return Unknown(value, _("No collection is called “{name}”.").format(name=value))
    return Matched(Q(collection__in=[readable[name] for name in names]), ", ".join(names))


def tagged(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    visible = Document.objects.visible_to(user).order_by()
    known = visible.annotate(one_tag=Func(F("tags"), function="unnest")).values_list("one_tag", flat=True).distinct()
    tags = closest_names(value.removeprefix("#"), known)
    if not tags:
        return Unknown(value, _("No document has the tag “{name}”.").format(name=value))
    return Matched(Q(tags__overlap=tags), ", ".join(f"#{tag}" for tag in tags))


def owned_by(value: str, documents: DocumentQuerySet, user: AnyUser) -> Matched | Unknown:
    """By name as it is signed in with, or in full; `me` is the one who asks."""
    owners = get_user_model().objects.filter(documents__in=Document.objects.visible_to(user)).distinct()
    named = {pk: (name, f"{first} {last}".strip()) for pk, name, first, last in owners.values_list(*_NAMES)}
    if fold(value) == "me" and user.pk in named:
        return Matched(Q(owner=user.pk), named[user.pk][0])
    names = set(closest_names(value, (name for both in named.values() for name in both if name)))
    found = [pk for pk, both in named.items() if names & set(both)]
    if not found:
        return Unknown(value, _("No document belongs to “{name}”.").format(name=value))
    return Matched(Q(owner__in=found), ", ".join(named[pk][0] for pk in found))


_NAMES = ("pk", "username", "first_name", "last_name")
