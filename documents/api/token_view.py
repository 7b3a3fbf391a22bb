"""Signing in for programs: a name and a password once, then ``Authorization: Token …``."""

from http import HTTPStatus

from django.contrib.auth import authenticate
from drf_spectacular.utils import extend_schema
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from documents.api import serializers
from documents.api.base import ApiView, BoundedJSONParser
from documents.api.views import checked


class TokenView(ApiView):
    """Failed attempts count with those of the sign-in page; too many lock name and address for a while."""

    parser_classes = [BoundedJSONParser, FormParser, MultiPartParser]

    def get_authenticators(self) -> list[object]:  # type: ignore[override]
        """A POST signs in: whoever the caller was before plays no part."""
        return [] if self._signs_in() else super().get_authenticators()  # type: ignore[return-value]

    def get_permissions(self) -> list[object]:  # type: ignore[override]
        return [AllowAny() if self._signs_in() else IsAuthenticated()]

    def _signs_in(self) -> bool:
        """Also asked without a request: when the API describes itself."""
        return self.request is not None and self.request.method == "POST"

    @extend_schema(
        operation_id="token_create",
        auth=[],
        request=serializers.CredentialsSerializer,
        responses={200: serializers.TokenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Your token; the same one until it is deleted."""
        values = checked(serializers.CredentialsSerializer, request.data)
        user = authenticate(request, username=values["username"], password=values["password"])
        if user is None:
            raise Throttled if getattr(request, "axes_locked_out", False) else AuthenticationFailed
        token, _ = Token.objects.get_or_create(user=user)
        return Response(serializers.TokenSerializer(token).data)

    @extend_schema(operation_id="token_delete", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Make your token useless."""
        Token.objects.filter(user=request.user).delete()  # type: ignore[misc]
        return Response(status=HTTPStatus.NO_CONTENT)
