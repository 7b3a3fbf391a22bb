"""List filters about page metadata, for lists of revisions and, through the current one, of documents."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from documents.models import DocumentEvent


class PageMetadataProblems(admin.SimpleListFilter):
    """What the *last check* of a revision found, as its event says.

    A check reads the whole text, so a list cannot do it afresh: the action "Check page metadata" and the
    command `audit_documents` do, and the answer here is as old as the latest of these.
    """

    title = gettext_lazy("page metadata problems")
    parameter_name = "page_metadata"
    prefix = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("problems", _("Problems at the last check")),
            ("sound", _("Sound at the last check")),
            ("unchecked", _("Not checked yet")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        choice = self.value()
        if choice not in ("problems", "sound", "unchecked"):
            return None
        rows = queryset.alias(found=self.last_problems())
        if choice == "unchecked":
            return rows.filter(found__isnull=True)
        return rows.filter(found="[]") if choice == "sound" else rows.filter(found__startswith='["')

    def last_problems(self) -> Subquery:
        """The problems that the revision's latest AUDITED event lists, as JSON text."""
        return last_problems(f"{self.prefix}document_id", f"{self.prefix}number")


def last_problems(document_id: str, number: str) -> Subquery:
    checks = DocumentEvent.objects.filter(
        kind=DocumentEvent.Kind.AUDITED, document_id=OuterRef(document_id), revision_number=OuterRef(number)
    )
    return Subquery(checks.order_by("-pk").annotate(found=KT("detail__problems")).values("found")[:1])


class PagesWithoutText(admin.SimpleListFilter):
    title = gettext_lazy("pages without text")
    parameter_name = "without_text"
    prefix = ""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("some", _("Some pages have no text")),
            ("none", _("Every page has text")),
            ("unpaginated", _("Has no pages")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        count, with_text = f"{self.prefix}page_count", f"{self.prefix}pages_with_text"
        rules = {
            "some": Q(**{f"{count}__gt": F(with_text)}),
            "none": Q(**{count: F(with_text)}),
            "unpaginated": Q(**{f"{count}__isnull": True}),
        }
        rule = rules.get(self.value() or "")
        return queryset.filter(rule) if rule is not None else None


class CurrentPageMetadataProblems(PageMetadataProblems):
    prefix = "current_revision__"


class CurrentPagesWithoutText(PagesWithoutText):
    prefix = "current_revision__"


class Deleted(admin.SimpleListFilter):
    """For superusers: who else looks sees only what stands."""

    title = gettext_lazy("deletion")
    parameter_name = "deleted"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("no", _("Standing")), ("yes", _("Deleted, can be restored"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any] | None:
        if self.value() not in ("no", "yes"):
            return None
        return queryset.filter(deleted_at__isnull=self.value() == "no")
