"""The search's part of the admin site: the index as it stands, and "Index again" for documents."""

from __future__ import annotations

from functools import partial

from django.contrib import admin
from django.db import transaction
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from documents import signals
from documents.admin import DocumentAdmin
from documents.admin.actions import on_each
from documents.admin.rights import ReadOnlyAdmin
from documents.models import Document, DocumentEvent
from documents.querysets import HEAVY_REVISION_FIELDS, AnyUser
from documents.services import record_event
from documents.services.managing import send_on_commit
from search.models import Generation, IndexRecord


@admin.register(Generation)
class GenerationAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "is_active", "documents", "chunks", "search_config", "created_at", "activated_at"]
    list_filter = ["is_active"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Generation]:
        rows = Generation.objects.annotate(documents_count=Count("records"), chunks_count=Sum("records__chunk_count"))
        return rows.order_by("-pk")

    @admin.display(description=_("documents"), ordering="documents_count")
    def documents(self, generation: Generation) -> int:
        return generation.documents_count  # type: ignore[attr-defined]  # annotated above

    @admin.display(description=_("chunks"), ordering="chunks_count")
    def chunks(self, generation: Generation) -> int:
        return generation.chunks_count or 0  # type: ignore[attr-defined]  # annotated above


@admin.register(IndexRecord)
class IndexRecordAdmin(ReadOnlyAdmin):
    """What stands in which generation for a document."""

    list_display = ["document", "revision_number", "generation", "chunk_count", "stemmed_by", "is_fresh", "indexed_at"]
    list_filter = ["generation", "search_config", "indexed_at"]
    search_fields = ["document__title"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[IndexRecord]:
        rows = IndexRecord.objects.select_related("document", "revision", "generation")
        rows = rows.defer(*(f"revision__{name}" for name in HEAVY_REVISION_FIELDS)).order_by("-pk")
        return rows.filter(document__in=Document.objects.auditable_by(request.user))

    @admin.display(description=_("revision"), ordering="revision__number")
    def revision_number(self, record: IndexRecord) -> int:
        return record.revision.number

    @admin.display(description=_("search config"), ordering="search_config")
    def stemmed_by(self, record: IndexRecord) -> str:
        return record.search_config or record.generation.search_config

    @admin.display(description=_("fresh"), boolean=True)
    def is_fresh(self, record: IndexRecord) -> bool:
        """Whether it is the current text of the document that was indexed."""
        return not record.damage and (
            record.document.current_revision_id == record.revision_id
            and record.revision.text_sha256 == record.text_sha256
        )


@transaction.atomic
def request_index(document: Document, actor: AnyUser) -> bool:
    """Ask on commit for the document to be indexed again, and record who asked."""
    record_event(document=document, kind=DocumentEvent.Kind.INDEX_REQUESTED, actor=actor)
    send_on_commit(signals.index_requested, document)
    return True


@admin.action(description=_("Index again"), permissions=["change"])
def index_again(_admin: DocumentAdmin, request: HttpRequest, documents: QuerySet[Document]) -> None:
    on_each(request, documents, partial(request_index, actor=request.user), _will_be_indexed)


def _will_be_indexed(n: int) -> str:
    return ngettext("{n} document will be indexed again.", "{n} documents will be indexed again.", n)


DocumentAdmin.actions = [*DocumentAdmin.actions, index_again]
