"""Page labels: those in force, those that the file declares, and how they are corrected."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from documents.api.access import editable_document, readable_document, revision_with_text
from documents.api.base import ApiView, BoundedJSONParser
from documents.api.errors import ApiError
from documents.api.serializers import RevisionChoiceSerializer
from documents.api.views import checked
from documents.models import Revision
from documents.services import labelling
from documents.text.page_labels import (
    LARGEST_NUMBERS,
    LONGEST_LABEL,
    STYLES,
    LabelRule,
    RefusedLabel,
    apply_rules,
    labels_digest,
)

MOST_RULES = 100
LARGEST_PAGE = 2**31 - 1


class LabelRuleSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, help_text="Physical page, from 1.")
    last = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_PAGE,
        required=False,
        allow_null=True,
        default=None,
        help_text="Included; null: to the end.",
    )
    style = serializers.ChoiceField(  # type: ignore[assignment]  # a field of that name, not how this one is drawn
        choices=list(STYLES), default="decimal", help_text="“none” leaves the prefix alone."
    )
    prefix = serializers.CharField(
        max_length=LONGEST_LABEL, trim_whitespace=False, allow_blank=True, required=False, default=""
    )
    start = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBERS["decimal"], required=False, default=1, help_text="The first number."
    )


class LabelsSeenSerializer(RevisionChoiceSerializer):
    seen = serializers.CharField(
        max_length=64,
        required=False,
        default=None,
        allow_null=True,
        help_text="The `state` that was read: then nothing is changed that someone else has changed since.",
    )


class CorrectionSerializer(LabelsSeenSerializer):
    rules = serializers.ListField(
        child=LabelRuleSerializer(), allow_empty=False, max_length=MOST_RULES, help_text="The later ones win."
    )
    preview = serializers.BooleanField(required=False, default=False, help_text="Answer what would be; save nothing.")


class LabelsSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    text_sha256 = serializers.CharField()
    page_count = serializers.IntegerField()
    labels = serializers.ListField(
        child=serializers.CharField(allow_null=True), allow_null=True, help_text="In force, one a physical page."
    )
    declared = serializers.ListField(
        child=serializers.CharField(allow_null=True), allow_null=True, help_text="As the file has them."
    )
    is_corrected = serializers.BooleanField()
    state = serializers.CharField(help_text="Changes with the labels: to be sent back as `seen`.")


class DocumentLabels(ApiView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(operation_id="labels", parameters=[RevisionChoiceSerializer], responses={200: LabelsSerializer})
    def get(self, request: Request, pk: int) -> Response:
        """The page labels of a text: in force and declared."""
        chosen = checked(RevisionChoiceSerializer, request.query_params)
        return _answer(_paginated(revision_with_text(readable_document(request, pk), chosen["v"])))

    @extend_schema(operation_id="labels_correct", request=CorrectionSerializer, responses={200: LabelsSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Correct them: number pages from a page on, in a range, or label one page. Citations show it at once."""
        document = editable_document(request, pk)
        values = checked(CorrectionSerializer, request.data)
        revision = _paginated(revision_with_text(document, values["v"]))
        rules = [LabelRule(**rule) for rule in values["rules"]]
        try:
            if values["preview"]:
                return _preview(revision, rules)
            labelling.correct_page_labels(revision=revision, actor=request.user, rules=rules, seen=values["seen"])
        except RefusedLabel as refused:
            raise serializers.ValidationError({"rules": [f"{refused.code}: {refused}"]}) from refused
        except labelling.LabelsChanged as changed:
            raise ApiError("labels-changed") from changed
        return _answer(Revision.objects.get(pk=revision.pk))


class DocumentLabelsRestore(ApiView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(operation_id="labels_restore", request=LabelsSeenSerializer, responses={200: LabelsSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Put the labels that the file declares in force again."""
        return _go_back(request, pk, labelling.restore_page_labels)


class DocumentLabelsUndo(ApiView):
    parser_classes = [BoundedJSONParser]

    @extend_schema(operation_id="labels_undo", request=LabelsSeenSerializer, responses={200: LabelsSerializer})
    def post(self, request: Request, pk: int) -> Response:
        """Take back the latest change of the labels that is not taken back yet."""
        return _go_back(request, pk, labelling.undo_page_labels)


def _go_back(request: Request, pk: int, act: Callable[..., bool]) -> Response:
    """The labels after what `act` did."""
    document = editable_document(request, pk)
    values = checked(LabelsSeenSerializer, request.data)
    revision = _paginated(revision_with_text(document, values["v"]))
    try:
        act(revision=revision, actor=request.user, seen=values["seen"])
    except labelling.LabelsChanged as changed:
        raise ApiError("labels-changed") from changed
    return _answer(Revision.objects.get(pk=revision.pk))


def _paginated(revision: Revision) -> Revision:
    if not revision.page_count:
        raise ApiError("without-pages")
    return revision


def _preview(revision: Revision, rules: list[LabelRule]) -> Response:
    labels = apply_rules(labelling.labels_in_force(revision), revision.page_count or 0, rules)
    told = _told(revision) | {"labels": labels, "is_corrected": labels != labelling.declared_labels(revision)}
    return Response(LabelsSerializer(told).data)


def _answer(revision: Revision) -> Response:
    return Response(LabelsSerializer(_told(revision)).data)


def _told(revision: Revision) -> dict[str, Any]:
    in_force, declared = labelling.labels_in_force(revision), labelling.declared_labels(revision)
    return {
        "revision": revision.number,
        "text_sha256": revision.text_sha256,
        "page_count": revision.page_count,
        "labels": in_force,
        "declared": declared,
        "is_corrected": in_force != declared,
        "state": labels_digest(in_force),
    }
