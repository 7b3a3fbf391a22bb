"""A small library for the tests of the API, the admin site and the commands: one group's beside another's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import Group, Permission, User

from documents.models import Collection, Document, Revision
from tests.factories import make_collection, make_document, make_user

PAGES = ("A cover.", "", "The notice period is six months, and it ends in May.")


def group(name: str) -> Group:
    return Group.objects.get_or_create(name=name)[0]


def person(name: str, *groups: str, can: Sequence[str] = (), **fields: Any) -> User:
    """Someone in those groups who has the permissions named `can`, as in ``documents.view_document``."""
    user = make_user(name, groups=[group(one) for one in groups], **fields)
    assert isinstance(user, User)
    for label in can:
        app, codename = label.split(".")
        user.user_permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))
    return user


def collection(name: str, *, readers: Sequence[str] = (), editors: Sequence[str] = ()) -> Collection:
    return make_collection(name, readers=[group(one) for one in readers], editors=[group(one) for one in editors])


def paged(where: Collection, title: str = "Annual report", pages: Sequence[str] = PAGES, **fields: Any) -> Document:
    """A PDF that has been read; its first page is labelled."""
    labels = ["i", *[None] * (len(pages) - 1)]
    return make_document(collection=where, title=title, pages=pages, labels=labels, **fields)


def unpaged(where: Collection, title: str = "Notes", text: str = "Plain words.", **fields: Any) -> Document:
    """A text file that has been read."""
    return make_document(collection=where, title=title, text=text, **fields)


def damage(document: Document, **columns: Any) -> None:
    """Write what nobody would store into the current revision."""
    Revision.objects.filter(pk=document.current_revision_id).update(**columns)
