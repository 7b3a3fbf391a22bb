"""What the API answers to an upload: of one file, or of each file in an archive."""

from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from documents import services
from documents.api import serializers

UPLOADED = PolymorphicProxySerializer(
    component_name="Uploaded",
    serializers=[serializers.ReceivedSerializer, serializers.BatchSerializer],
    resource_type_field_name=None,
)
"""One file gives the first, a ZIP archive the second."""


def refuse_for_archives(values: Mapping[str, Any]) -> None:
    """What is meant for one file is not given to many: ValidationError, before anything is received."""
    for name in ("title", "password"):
        if values.get(name):
            raise ValidationError({name: [_("It cannot be given to an archive, which holds several files.")]})


def answer_to_batch(batch: services.Batch) -> Response:
    """201 when any document is new, else 200: what was refused says so in its own place."""
    twins = services.earlier_holders(
        one.received.document for one in batch.items if one.received and one.received.is_new
    )
    files = [_of_item(item, twins) for item in batch.items]
    counts = Counter(file["outcome"] for file in files)
    answer = {
        "archive": batch.name,
        **{outcome: counts[outcome] for outcome in ("new", "held", "refused")},
        "passed_over": batch.passed_over,
        "files": files,
    }
    status = HTTPStatus.CREATED if counts["new"] else HTTPStatus.OK
    return Response(serializers.BatchSerializer(answer).data, status=status)


def _of_item(item: services.BatchItem, twins: dict[int, services.Twin]) -> dict[str, Any]:
    received = item.received
    if received is None:
        return {"path": item.path, "outcome": "refused", "document": None, "failure": item.refusal, "earlier": None}
    return {
        "path": item.path,
        "outcome": "new" if received.is_new else "held",
        "document": received.document,
        "failure": None,
        "earlier": twins.get(received.document.pk) if received.is_new else None,
    }
