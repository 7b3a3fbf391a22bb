"""Text recognition, asked for by a program."""

from http import HTTPStatus

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from documents import services
from documents.api import serializers
from documents.api.access import editable_document
from documents.api.base import ApiView
from documents.api.errors import ApiError
from documents.services.requesting_ocr import WhyNot

_CODE_OF = {
    WhyNot.BEING_READ: "being-read",
    WhyNot.NO_PAGES: "nothing-to-recognize",
    WhyNot.LOCKED: "password-not-kept",
}


class DocumentRecognize(ApiView):
    @extend_schema(operation_id="documents_recognize", request=None, responses={201: serializers.RevisionSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Have the pages without text recognized: a new revision of the same file, which becomes current when read."""
        document = editable_document(request, pk)
        try:
            revision = services.recognize_text(document=document, actor=request.user)
        except services.OcrUnavailable as unavailable:
            raise ApiError(unavailable.code, unavailable.detail) from unavailable
        except services.NothingToRecognize as nothing:
            raise ApiError(_CODE_OF[nothing.why]) from nothing
        return Response(serializers.RevisionSerializer(revision).data, status=HTTPStatus.CREATED)
