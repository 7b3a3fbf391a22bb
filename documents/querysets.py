"""The reading rules. `Document.objects.visible_to(user)` is the one door for every list, hit, count, file and page."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models
from django.db.models import F, Q

if TYPE_CHECKING:
    from documents.models import Collection, Document, Revision  # noqa: F401 - named in quotes below

AnyUser = AbstractBaseUser | AnonymousUser

# Where the current text of a document comes from: as its file has it, (also) by recognition, or not from every page.
TEXT_SOURCES = ("given", "ocr", "lacking")

# Columns that grow with the document: a list must never load them.
HEAVY_REVISION_FIELDS = (
    "text",
    "page_spans",
    "page_labels",
    "declared_page_labels",
    "page_sources",
    "page_extractors",
    "page_problems",
    "attachments",
    "places",
    "notes",
)


class CollectionQuerySet(models.QuerySet["Collection"]):
    def readable_by(self, user: AnyUser) -> CollectionQuerySet:
        """Those whose documents `user` may read: all for a superuser, none for nobody."""
        return self._of_groups(user, Q(readers__in=_groups(user)) | Q(editors__in=_groups(user)))

    def writable_by(self, user: AnyUser) -> CollectionQuerySet:
        """Those into which `user` may put documents."""
        return self._of_groups(user, Q(editors__in=_groups(user)))

    def _of_groups(self, user: AnyUser, rule: Q) -> CollectionQuerySet:
        if not user.is_active:
            return self.none()
        if getattr(user, "is_superuser", False):
            return self.all()
        return self.filter(pk__in=self.model.objects.filter(rule).values("pk"))


class DocumentQuerySet(models.QuerySet["Document"]):
    def undeleted(self) -> DocumentQuerySet:
        return self.filter(deleted_at__isnull=True)

    def deleted(self) -> DocumentQuerySet:
        return self.filter(deleted_at__isnull=False)

    def deleted_before(self, moment: datetime) -> DocumentQuerySet:
        return self.filter(deleted_at__lt=moment)

    def visible_to(self, user: AnyUser) -> DocumentQuerySet:
        """The undeleted documents that `user` may read."""
        return self._in_collections("readable_by", user).undeleted()

    def editable_by(self, user: AnyUser) -> DocumentQuerySet:
        """The documents that `user` may change, also those that can still be restored."""
        return self._in_collections("writable_by", user)

    def auditable_by(self, user: AnyUser) -> DocumentQuerySet:
        """For the admin site: what `visible_to` gives, and for superusers also what is deleted and not removed yet.

        Whoever keeps the library must see what was deleted, to restore it and to read what was done to it.
        """
        everything = self._in_collections("readable_by", user)
        return everything if getattr(user, "is_superuser", False) else everything.undeleted()

    def of_text_source(self, source: str) -> DocumentQuerySet:
        """Those to whose current text one of `TEXT_SOURCES` applies; "lacking" and another may both."""
        if source == "ocr":
            return self.filter(current_revision__pages_by_ocr__gt=0)
        if source == "lacking":
            return self.filter(current_revision__page_count__gt=F("current_revision__pages_with_text"))
        none_recognized = Q(current_revision__pages_by_ocr__isnull=True) | Q(current_revision__pages_by_ocr=0)
        return self.filter(none_recognized, current_revision__status="EXTRACTED")

    def with_current(self) -> DocumentQuerySet:
        """With the current revision, less the columns that grow with it."""
        heavy = [f"current_revision__{name}" for name in HEAVY_REVISION_FIELDS]
        return self.select_related("current_revision", "collection", "owner").defer(*heavy)

    def _in_collections(self, rule: str, user: AnyUser) -> DocumentQuerySet:
        if not user.is_active:
            return self.none()
        if getattr(user, "is_superuser", False):
            return self.all()
        return self.filter(collection__in=getattr(_related(self.model, "collection"), rule)(user))


class RevisionQuerySet(models.QuerySet["Revision"]):
    def light(self) -> RevisionQuerySet:
        """Without any column that grows with the document."""
        return self.defer(*HEAVY_REVISION_FIELDS)

    def with_text(self) -> RevisionQuerySet:
        """With the canonical text, which every other query leaves in the database."""
        return self.defer(None)

    def auditable_by(self, user: AnyUser) -> RevisionQuerySet:
        """For the admin site: those of the documents that `auditable_by` gives there."""
        return self.filter(document__in=_related(self.model, "document").auditable_by(user))


class RevisionManager(models.Manager.from_queryset(RevisionQuerySet)):  # type: ignore[misc]  # built at run time
    """Leaves the canonical text where it is unless `with_text` asks for it."""

    def get_queryset(self) -> RevisionQuerySet:
        return super().get_queryset().defer("text")


class AppendOnlyError(TypeError):
    """Someone tried to change or remove what is only ever added."""


class DocumentEventQuerySet(models.QuerySet[Any]):
    """Reads and adds. The table's trigger refuses the rest as well, whoever asks."""

    def auditable_by(self, user: AnyUser) -> DocumentEventQuerySet:
        """For the admin site: those of documents that `user` may read; for superusers all: they outlive documents."""
        if user.is_active and getattr(user, "is_superuser", False):
            return self.all()
        return self.filter(document_id__in=_related(self.model, "document").visible_to(user).values("pk"))

    def update(self, **kwargs: Any) -> int:
        raise AppendOnlyError("an event is never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError("an event is never removed")


def _related(model: type[models.Model], field: str) -> Any:
    """The manager of the model that `field` leads to: importing it here would turn the import rule round."""
    related = model._meta.get_field(field).related_model
    assert isinstance(related, type)
    return related._default_manager


def _groups(user: AnyUser) -> Any:
    groups = getattr(user, "groups", None)
    return groups.all() if groups is not None else []
