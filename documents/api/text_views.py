"""The canonical text and the pages of a document. Neither ever needs the whole text in this process."""

from collections.abc import Sequence
from typing import Any

from django.db.models.functions import Length, Substr
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from documents.api import serializers
from documents.api.access import readable_document, revision_with_text
from documents.api.base import ApiView
from documents.api.errors import ApiError
from documents.api.pagination import PagePagination
from documents.api.views import checked
from documents.models import Revision
from documents.page_words import page_problem_in_words

MOST_CODE_POINTS = 1_000_000
"""The most text in one answer."""


class DocumentText(ApiView):
    @extend_schema(
        operation_id="documents_text",
        parameters=[serializers.TextSpanSerializer],
        responses={200: serializers.TextSerializer},
    )
    def get(self, request: Request, pk: int) -> Response:
        """The canonical text from `start` to `end` (code points, half-open), at most 1,000,000 of them."""
        chosen = checked(serializers.TextSpanSerializer, request.query_params)
        revision = revision_with_text(readable_document(request, pk), chosen["v"])
        return Response(serializers.TextSerializer(text_slice(revision, chosen["start"], chosen["end"])).data)


def text_slice(revision: Revision, start: int, end: int | None) -> dict[str, Any]:
    """`text[start:end]`, cut by the database, and where it really begins and ends."""
    most = MOST_CODE_POINTS if end is None else min(end - start, MOST_CODE_POINTS)
    row = (
        Revision.objects.filter(pk=revision.pk)
        .annotate(part=Substr("text", start + 1, most), characters=Length("text"))
        .values("document_id", "number", "text_sha256", "part", "characters")
        .get()
    )
    begin = min(start, row["characters"])
    return row | {"start": begin, "end": begin + len(row["part"]), "unit": "code point", "text": row["part"]}


class DocumentPages(ApiView):
    @extend_schema(
        operation_id="documents_pages",
        parameters=[serializers.RevisionChoiceSerializer],
        responses={200: serializers.PageSerializer(many=True)},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Every physical page in order, those without text too; none for a document without pages."""
        chosen = checked(serializers.RevisionChoiceSerializer, request.query_params)
        revision = revision_with_text(readable_document(request, pk), chosen["v"])
        paginator = PagePagination()
        numbers = paginator.paginate_queryset(range(1, (revision.page_count or 0) + 1), request, view=self)
        return paginator.get_paginated_response(pages_of(revision, numbers or ()))


def pages_of(revision: Revision, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The pages of those physical numbers. ApiError("page-metadata-damaged") when they cannot be told."""
    try:
        spans = {span.number: span for span in revision.spans}
    except ValueError as error:
        raise ApiError("page-metadata-damaged", str(error)) from error
    return [
        {
            "number": number,
            "label": _of_page(revision.page_labels, number),
            "start": spans[number].start if number in spans else None,
            "end": spans[number].end if number in spans else None,
            "source": _of_page(revision.page_sources, number),
            "extractor": _of_page(revision.page_extractors, number),
            "problem": _problem(_of_page(revision.page_problems, number)),
        }
        for number in numbers
    ]


def _problem(code: str | None) -> dict[str, str] | None:
    return {"code": code, "sentence": page_problem_in_words(code)} if code else None


def _of_page(column: Any, number: int) -> str | None:
    """What a per-page column says of a page; None where it says nothing, or is damaged."""
    if not isinstance(column, list) or number > len(column):
        return None
    value = column[number - 1]
    return value if isinstance(value, str) else None
