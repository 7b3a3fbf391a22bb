"""How the API describes itself: every operation may answer with the one shape of refusal."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class ErrorBodySerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable: programs may depend on it.")
    sentence = serializers.CharField(help_text="What happened, for a person.")
    detail = serializers.JSONField(
        required=False, help_text="A string, or the problems of each field as lists of strings."
    )


class ErrorSerializer(serializers.Serializer[Any]):
    error = ErrorBodySerializer()


class ApiSchema(AutoSchema):
    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refusals = ("4XX", "500")
        return bodies | {
            code: self._get_response_for_code(ErrorSerializer, code, direction=direction) for code in refusals
        }
