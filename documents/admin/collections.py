from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from documents.admin.rights import is_superuser
from documents.models import Collection


@admin.register(Collection)
class CollectionAdmin(admin.ModelAdmin):
    """Who may read and write is the administrator's business: staff see the collections that they may read.

    Whoever could change one could give their own group the right to write in it, whatever it may do now.
    """

    list_display = ["name", "documents_standing", "reader_groups", "editor_groups", "created_at"]
    search_fields = ["name", "description"]
    filter_horizontal = ["readers", "editors"]
    readonly_fields = ["created_at"]
    fields = ["name", "description", "readers", "editors", "ocr", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        standing = Count("documents", filter=Q(documents__deleted_at__isnull=True))
        rows = Collection.objects.readable_by(request.user).annotate(documents_count=standing)
        return rows.prefetch_related("readers", "editors").order_by("name")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_superuser(request)

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """What is not sent stays as it is: whoever adds a collection need not choose."""
        return super().formfield_for_choice_field(db_field, request, **kwargs | {"required": False})

    @admin.display(description=_("documents"), ordering="documents_count")
    def documents_standing(self, collection: Collection) -> int:
        return collection.documents_count  # type: ignore[attr-defined]  # annotated above

    @admin.display(description=_("readers"))
    def reader_groups(self, collection: Collection) -> str:
        return ", ".join(group.name for group in collection.readers.all())

    @admin.display(description=_("editors"))
    def editor_groups(self, collection: Collection) -> str:
        return ", ".join(group.name for group in collection.editors.all())
