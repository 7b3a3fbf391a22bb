"""Taking a citation back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from documents.api.base import ApiView, BoundedJSONParser
from documents.api.errors import ApiError
from documents.services.verdicts import NewerPlace, Verdict
from documents.text.citation_reading import UnreadableCitation, citation_in
from search.api.serializers import ChangeSerializer, CitationSerializer
from search.citing import verify


class DisagreementSerializer(serializers.Serializer[Any]):
    about = serializers.CharField(help_text="document, title, pages, labels, locator or context.")
    claimed = serializers.CharField()
    actual = serializers.CharField()
    is_outdated = serializers.BooleanField(help_text="Whether it was so once: labels corrected, a title changed since.")
    sentence = serializers.CharField()


class NewerPlaceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(["exact", "edited"])
    citation = CitationSerializer()
    score = serializers.FloatField()
    changes = ChangeSerializer(many=True, help_text="Word by word, where they were edited.")


class VerdictSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(["exact", "moved", "not-found"])
    reason = serializers.CharField(help_text="A stable code for the sentence.")
    agrees = serializers.BooleanField(
        help_text="Whether the words are found and all else that it says is, or once was, so."
    )
    sentence = serializers.CharField()
    citation = CitationSerializer(allow_null=True, help_text="Where the words stand; null where they are not found.")
    is_current = serializers.BooleanField(help_text="Whether that text is the newest of its document.")
    score = serializers.FloatField(help_text="The share of the quote's code points that are unchanged, 0 to 1.")
    newer = NewerPlaceSerializer(allow_null=True, help_text="Where they stand in the current text, if it is another.")
    disagreements = DisagreementSerializer(many=True)


class VerifyView(ApiView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(
        operation_id="verify_citation",
        request={"application/json": {"type": "object", "description": "Any JSON form of one citation."}},
        responses={200: VerdictSerializer},
    )
    def post(self, request: Request) -> Response:
        """Whether a citation still holds: the citation record, a CSL-JSON item or a Web Annotation of this library."""
        try:
            cited = citation_in(request.data)
        except UnreadableCitation as error:
            raise ApiError(error.code, error.detail) from error
        return Response(answer(verify(request.user, cited)))


def answer(verdict: Verdict) -> dict[str, object]:
    """The verdict as VerdictSerializer describes it."""
    return {
        "verdict": verdict.kind,
        "reason": verdict.reason,
        "agrees": verdict.agrees,
        "sentence": verdict.sentence,
        "citation": verdict.citation.as_dict() if verdict.citation else None,
        "is_current": verdict.is_current,
        "score": verdict.score,
        "newer": _newer(verdict.newer) if verdict.newer else None,
        "disagreements": DisagreementSerializer(verdict.disagreements, many=True).data,
    }


def _newer(place: NewerPlace) -> dict[str, object]:
    return {
        "kind": place.kind,
        "citation": place.citation.as_dict(),
        "score": place.score,
        "changes": [{"kind": change.kind, "text": change.text} for change in place.changes],
    }
