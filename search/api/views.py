"""Asking, citing, and the state of one document."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from documents.api.base import ApiView, BoundedJSONParser
from documents.api.errors import ApiError
from documents.api.filters import MEDIA_TYPE_OF
from documents.api.serializers import DocumentChangesSerializer
from documents.api.views import DocumentDetail, checked
from search import queries
from search.api import serializers
from search.facets import Chosen


class SearchView(ApiView):
    @extend_schema(
        operation_id="search",
        parameters=[serializers.QuestionSerializer],
        responses={200: serializers.SearchPageSerializer},
    )
    def get(self, request: Request) -> Response:
        """Passages that answer a question, by words and by meaning, grouped by document, the best first."""
        asked = checked(serializers.QuestionSerializer, request.query_params)
        found = queries.search(
            user=request.user,
            query=asked["q"],
            page=asked["page"],
            per_page=asked["per_page"],
            chosen=_chosen(asked),
            document_id=asked["document"],
            like=asked["like"],
            order=asked["sort"],
        )
        return Response(serializers.SearchPageSerializer(found).data)


def _chosen(asked: dict[str, Any]) -> Chosen:
    """The types are named shortly here."""
    return Chosen(
        collection=tuple(asked["collection"]),
        type=tuple(MEDIA_TYPE_OF[name] for name in asked["type"]),
        tag=tuple(asked["tag"]),
        year=tuple(asked["year"]),
        text=tuple(asked["text"]),
    )


class CiteView(ApiView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(
        operation_id="cite",
        parameters=[serializers.CiteSerializer],
        responses={200: serializers.CitedPassageSerializer},
    )
    def get(self, request: Request) -> Response:
        """The citation record of a span of a text that you may read."""
        return self.cite(request, request.query_params)

    @extend_schema(
        operation_id="cite_by_body",
        request=serializers.CiteSerializer,
        responses={200: serializers.CitedPassageSerializer},
    )
    def post(self, request: Request) -> Response:
        """The same, with the span in the body."""
        return self.cite(request, request.data)

    def cite(self, request: Request, data: Any) -> Response:
        span = checked(serializers.CiteSerializer, data)
        try:
            found = queries.open_passage(
                user=request.user,
                document_id=span["document"],
                start=span["start"],
                end=span["end"],
                digest=span["v"],
            )
        except queries.DamagedPageMetadata as error:
            raise ApiError("page-metadata-damaged", str(error)) from error
        if found is None:
            raise ApiError("no-such-passage")
        newer = {"newer": serializers.NewerPassageSerializer(found.newer).data} if found.newer else {}
        return Response({**found.citation.as_dict(), **newer})


class IndexedDocumentDetail(DocumentDetail):
    state_serializer = serializers.IndexedDocumentSerializer

    @extend_schema(operation_id="documents_state", responses={200: serializers.IndexedDocumentSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """One document, and how far its newest file has come."""
        return super().get(request, pk)

    @extend_schema(
        operation_id="documents_change",
        request=DocumentChangesSerializer,
        responses={200: serializers.IndexedDocumentSerializer},
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change title, tags or collection; what is not given stays."""
        return super().patch(request, pk)

    @extend_schema(operation_id="documents_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Hide it from everyone. It can be restored until it is removed for good."""
        return super().delete(request, pk)
