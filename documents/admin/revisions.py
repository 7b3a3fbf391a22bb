from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents.admin import actions, filters
from documents.admin.documents import count_without_text
from documents.admin.page_table import page_metadata
from documents.admin.rights import ReadOnlyAdmin
from documents.models import Revision


@admin.register(Revision)
class RevisionAdmin(ReadOnlyAdmin):
    """Text and page metadata, to be read. The lists never load a column that grows with the document."""

    change_form_template = "admin/documents/revision/change_form.html"
    list_display = [
        "uploaded_name",
        "number",
        "document",
        "status",
        "media_type",
        "page_count",
        "without_text",
        "last_check",
        "created_at",
    ]
    list_filter = [
        "status",
        filters.PageMetadataProblems,
        filters.PagesWithoutText,
        "media_type",
        ("document__collection", admin.RelatedOnlyFieldListFilter),
        "created_at",
    ]
    search_fields = ["uploaded_name", "document__title", "file_sha256", "text_sha256"]
    actions = [actions.check_revisions]
    fields = [
        "document",
        "number",
        "uploaded_name",
        ("status", "failure_code", "failure_detail"),
        ("media_type", "size"),
        "file_sha256",
        "text_sha256",
        ("extractor", "extractor_version"),
        ("created_by", "created_at", "extracted_at"),
        "notes_in_words",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        rows = Revision.objects.auditable_by(request.user).light()
        rows = rows.select_related("document", "document__collection", "created_by")
        return rows.annotate(last_problems=filters.last_problems("document_id", "number")).order_by("-pk")

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """The one place where a whole text is loaded: the check needs it."""
        if (revision := kwargs.get("obj")) is not None:
            whole = Revision.objects.with_text().get(pk=revision.pk)
            context["page_metadata"] = page_metadata(whole, request.GET.get("rows", "1"))
        return super().render_change_form(request, context, **kwargs)

    @admin.display(description=_("without text"), empty_value="")
    def without_text(self, revision: Revision) -> int | None:
        return count_without_text(revision)

    @admin.display(description=_("last check"))
    def last_check(self, revision: Revision) -> str:
        found: str | None = revision.last_problems  # type: ignore[attr-defined]  # annotated above
        if found is None:
            return gettext("not checked")
        return gettext("sound") if found == "[]" else gettext("problems")

    @admin.display(description=_("notes"))
    def notes_in_words(self, revision: Revision) -> str:
        notes = revision.notes
        return " ".join(str(note) for note in notes) if isinstance(notes, list) else str(notes)
