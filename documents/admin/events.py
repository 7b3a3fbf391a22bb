import json

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from documents.admin.rights import ReadOnlyAdmin
from documents.models import DocumentEvent


@admin.register(DocumentEvent)
class DocumentEventAdmin(ReadOnlyAdmin):
    """The audit trail. A document that was removed for good keeps its events; superusers see them."""

    list_display = ["created_at", "kind", "document_link", "revision_number", "actor_name"]
    list_filter = ["kind", "created_at"]
    search_fields = ["document_title", "actor_name"]
    fields = ["created_at", "kind", "document_link", "revision_number", "actor_name", "legible_detail"]
    readonly_fields = ["document_link", "legible_detail"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[DocumentEvent]:
        return DocumentEvent.objects.auditable_by(request.user).order_by("-pk")

    @admin.display(description=_("document"), ordering="document_title")
    def document_link(self, event: DocumentEvent) -> str:
        """By its number, for the document itself may be gone."""
        address = reverse("admin:documents_document_change", args=[event.document_id])
        return format_html('<a href="{}">{}</a>', address, event.document_title)

    @admin.display(description=_("detail"))
    def legible_detail(self, event: DocumentEvent) -> str:
        return format_html("<pre>{}</pre>", json.dumps(event.detail, indent=2, ensure_ascii=False))
