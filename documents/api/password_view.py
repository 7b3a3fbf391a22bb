"""The password of a file that was stored and needs one."""

from http import HTTPStatus

from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from documents import services
from documents.api import serializers
from documents.api.access import editable_document
from documents.api.base import ApiView, BoundedJSONParser
from documents.api.views import checked


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class DocumentPassword(ApiView):
    parser_classes = [BoundedJSONParser, FormParser, MultiPartParser]

    @extend_schema(
        operation_id="documents_unlock",
        request=serializers.FilePasswordSerializer,
        responses={201: serializers.RevisionSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Read the newest file, which waits for its password, with it: the answer is the new revision."""
        document = editable_document(request, pk)
        password = checked(serializers.FilePasswordSerializer, request.data)["password"]
        revision = services.unlock_document(document=document, password=password, actor=request.user)
        revision.refresh_from_db()
        return Response(serializers.RevisionSerializer(revision).data, status=HTTPStatus.CREATED)
