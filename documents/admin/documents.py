from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents import services
from documents.admin import actions, filters
from documents.models import Collection, Document, Revision
from documents.services.managing import AlreadyHeld


class DocumentAdminForm(forms.ModelForm):
    def clean(self) -> dict[str, Any] | None:
        """Say at the field, before anything is saved, that the collection already holds the file."""
        values = super().clean() or {}
        collection = values.get("collection")
        if collection is not None and collection.pk != self.instance.collection_id:
            twins = Document.objects.undeleted().filter(collection=collection, file_sha256=self.instance.file_sha256)
            if twins.exists():
                self.add_error("collection", _("Another document of this collection holds the same file."))
        return values


@admin.register(Document)
class DocumentAdmin(admin.ModelAdmin):
    """Files come in through the site and the commands; only title, tags and collection change here."""

    form = DocumentAdminForm
    list_display = [
        "title",
        "collection",
        "status",
        "pages",
        "without_text",
        "owner",
        "updated_at",
        "deleted_at",
    ]
    list_filter = [
        "current_revision__status",
        filters.CurrentPageMetadataProblems,
        filters.CurrentPagesWithoutText,
        ("collection", admin.RelatedOnlyFieldListFilter),
        filters.Deleted,
    ]
    search_fields = ["title", "revisions__uploaded_name", "owner__username"]
    show_full_result_count = False
    fields = [
        "title",
        "collection",
        "tags",
        "owner",
        "text_and_pages",
        "file_sha256",
        "created_at",
        "deleted_at",
    ]
    readonly_fields = ["owner", "text_and_pages", "file_sha256", "created_at", "deleted_at"]
    actions = [
        actions.check_documents,
        actions.extract_again,
        actions.delete_documents,
        actions.restore_documents,
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Document]:
        return Document.objects.auditable_by(request.user).with_current().order_by("-updated_at", "-pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Document | None = None) -> bool:
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or Document.objects.editable_by(request.user).filter(pk=obj.pk).exists())

    def has_delete_permission(self, request: HttpRequest, obj: Document | None = None) -> bool:
        """Never for good by hand: the action hides it, and it is removed when the time to undo is over."""
        return False

    def has_remove_permission(self, request: HttpRequest) -> bool:
        return super().has_delete_permission(request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "collection":
            kwargs["queryset"] = Collection.objects.writable_by(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Document, form: Any, change: Any) -> None:
        """Through the service, which records what changed and tells the index."""
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        try:
            services.update_document(document=obj, actor=request.user, **changes)
        except AlreadyHeld as held:  # between the form's check and now
            messages.error(request, gettext("Not moved: {reason}").format(reason=held))

    @admin.display(description=_("status"), ordering="current_revision__status", empty_value="")
    def status(self, document: Document) -> str:
        revision = document.current_revision
        return str(revision.get_status_display()) if revision else ""

    @admin.display(description=_("pages"), ordering="current_revision__page_count", empty_value="")
    def pages(self, document: Document) -> int | None:
        return document.current_revision.page_count if document.current_revision else None

    @admin.display(description=_("without text"), empty_value="")
    def without_text(self, document: Document) -> int | None:
        return count_without_text(document.current_revision)

    @admin.display(description=_("text and pages"))
    def text_and_pages(self, document: Document) -> str:
        revision = document.current_revision
        if revision is None:
            return ""
        address = reverse("admin:documents_revision_change", args=[revision.pk])
        return format_html('<a href="{}">{}</a>', address, revision)


def count_without_text(revision: Revision | None) -> int | None:
    """How many pages have no ink; None without pages."""
    if revision is None or revision.page_count is None:
        return None
    return revision.page_count - (revision.pages_with_text or 0)
