"""Documents, their revisions and history, and their collections. Every change calls a service."""

from http import HTTPStatus
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from documents import services
from documents.api import serializers
from documents.api.access import (
    editable_document,
    readable_document,
    restorable_document,
    writable_collection,
)
from documents.api.base import ApiView, BoundedJSONParser
from documents.api.filters import DocumentFilter
from documents.api.pagination import Pagination
from documents.api.uploads import UPLOADED, answer_to_batch, refuse_for_archives
from documents.models import Collection, Document, DocumentEvent, Revision


def checked(serializer: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    """The values in `data` that fit; ValidationError otherwise."""
    filled = serializer(data=data)
    filled.is_valid(raise_exception=True)
    return filled.validated_data


@extend_schema(exclude=True)
class UnknownAddress(ApiView):
    """Whatever is asked here, there is nothing: said as the API says it."""

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        raise NotFound


class CollectionList(ApiView, ListAPIView[Collection]):
    serializer_class = serializers.CollectionSerializer
    pagination_class = Pagination

    def get_queryset(self) -> QuerySet[Collection]:
        user = self.request.user
        writable = Collection.objects.writable_by(user).filter(pk=OuterRef("pk"))
        standing = Count("documents", filter=Q(documents__deleted_at__isnull=True))
        rows = Collection.objects.readable_by(user).annotate(documents_count=standing, may_write=Exists(writable))
        return rows.order_by("name")

    @extend_schema(operation_id="collections_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The collections that you may read."""
        return self.list(request, *args, **kwargs)


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class DocumentList(ApiView, ListAPIView[Document]):
    serializer_class = serializers.DocumentSerializer
    pagination_class = Pagination
    filter_backends = [DjangoFilterBackend]
    filterset_class = DocumentFilter
    parser_classes = [MultiPartParser]
    accepts_files = True

    def get_queryset(self) -> QuerySet[Document]:
        """Newest first by id, which never changes: pages stay the same while documents are edited."""
        rows = Document.objects.visible_to(self.request.user).with_current()
        return rows.select_related("current_revision__created_by").order_by("-pk")

    @extend_schema(operation_id="documents_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The documents that you may read, the newest first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="documents_upload",
        request={"multipart/form-data": serializers.UploadSerializer},
        responses={200: UPLOADED, 201: UPLOADED},
    )
    def post(self, request: Request) -> Response:
        """Upload a file: 201 for a new document, 200 when the collection already holds this file.

        A ZIP archive is taken apart, and each file in it answered for: 201 when any of them is new.
        """
        values = checked(serializers.UploadSerializer, request.data)
        file = {
            "collection": writable_collection(request, values["collection"]),
            "file": values["file"],
            "name": values["file"].name,
            "actor": request.user,
            "tags": values.get("tags", ()),
        }
        if services.is_archive(values["file"]):
            refuse_for_archives(values)
            return answer_to_batch(services.receive_batch(**file))
        file["title"] = values.get("title", "")
        if password := values.get("password"):
            taken = services.receive_with_password(**file, password=password)
        else:
            taken = services.ReceivedWithPassword(services.receive_file(**file))
        status = HTTPStatus.CREATED if taken.received.is_new else HTTPStatus.OK
        return Response(serializers.ReceivedSerializer(taken).data, status=status)


class DocumentDetail(ApiView):
    """Its address is routed by `search.api.urls`, which adds what only the index knows."""

    state_serializer: type[BaseSerializer[Document]] = serializers.DocumentStateSerializer
    parser_classes = [BoundedJSONParser]

    def get(self, request: Request, pk: int) -> Response:
        """One document and how far it has come."""
        return self.state(readable_document(request, pk))

    def patch(self, request: Request, pk: int) -> Response:
        """Change title, tags or collection."""
        document = editable_document(request, pk)
        values = checked(serializers.DocumentChangesSerializer, request.data)
        if "collection" in values:
            values["collection"] = writable_collection(request, values["collection"])
        services.update_document(document=document, actor=request.user, **values)
        return self.state(readable_document(request, pk))

    def delete(self, request: Request, pk: int) -> Response:
        """Hide it from everyone. It can be restored until it is removed for good."""
        services.delete_document(document=editable_document(request, pk), actor=request.user)
        return Response(status=HTTPStatus.NO_CONTENT)

    def state(self, document: Document) -> Response:
        return Response(self.state_serializer(document, context={"request": self.request}).data)


class DocumentRestore(ApiView):
    @extend_schema(operation_id="documents_restore", request=None, responses={200: serializers.DocumentSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Bring back a deleted document; one that stands is left as it is."""
        services.restore_document(document=restorable_document(request, pk), actor=request.user)
        return Response(serializers.DocumentSerializer(readable_document(request, pk)).data)


class RevisionList(ApiView, ListAPIView[Revision]):
    serializer_class = serializers.RevisionSerializer
    pagination_class = Pagination
    parser_classes = [MultiPartParser]
    accepts_files = True

    def get_queryset(self) -> QuerySet[Revision]:
        if getattr(self, "swagger_fake_view", False):  # the API describes itself: there is no document
            return Revision.objects.none()
        document = readable_document(self.request, self.kwargs["pk"])
        return document.revisions.light().select_related("created_by").order_by("-number")

    @extend_schema(operation_id="revisions_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The files that were given for a document, and each reading of them, the newest first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="documents_replace",
        request={"multipart/form-data": serializers.ReplacementSerializer},
        responses={201: serializers.RevisionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Give the document a new file. It becomes current when it has been read, not before."""
        document = editable_document(request, pk)
        file = checked(serializers.ReplacementSerializer, request.data)["file"]
        revision = services.replace_file(document=document, file=file, name=file.name, actor=request.user)
        return Response(serializers.RevisionSerializer(revision).data, status=HTTPStatus.CREATED)


class EventList(ApiView, ListAPIView[DocumentEvent]):
    serializer_class = serializers.EventSerializer
    pagination_class = Pagination

    def get_queryset(self) -> QuerySet[DocumentEvent]:
        if getattr(self, "swagger_fake_view", False):
            return DocumentEvent.objects.none()
        document = readable_document(self.request, self.kwargs["pk"])
        return DocumentEvent.objects.filter(document_id=document.pk).order_by("-pk")

    @extend_schema(operation_id="events_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Who did what to a document, the latest first."""
        return self.list(request, *args, **kwargs)
