"""What the list of documents can be narrowed to."""

from typing import Any

import django_filters
from django.db.models import QuerySet

from documents.extractors.registry import FORMATS
from documents.models import Collection, Document, Revision

MEDIA_TYPE_OF = {form.short_name: form.media_type for form in FORMATS.values()}
"""The short names of the types that can be read."""


def type_name(media_type: str) -> str:
    """The short name of a media type; the media type itself where it has none."""
    return next((name for name, known in MEDIA_TYPE_OF.items() if known == media_type), media_type)


def readable_collections(request: Any) -> QuerySet[Collection]:
    """Those of the person who asks; none while the API describes itself."""
    if request is None:
        return Collection.objects.none()
    return Collection.objects.readable_by(request.user)


class DocumentFilter(django_filters.FilterSet):
    status = django_filters.MultipleChoiceFilter(field_name="current_revision__status", choices=Revision.Status.choices)
    collection = django_filters.ModelMultipleChoiceFilter(queryset=readable_collections)
    type = django_filters.MultipleChoiceFilter(choices=[(name, name) for name in MEDIA_TYPE_OF], method="of_types")

    class Meta:
        model = Document
        fields: list[str] = []

    def of_types(self, documents: QuerySet[Document], _name: str, chosen: list[str]) -> QuerySet[Document]:
        if not chosen:
            return documents
        wanted = [MEDIA_TYPE_OF[short] for short in chosen]
        return documents.filter(current_revision__media_type__in=wanted)
