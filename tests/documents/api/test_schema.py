"""The API describes itself, completely."""

from __future__ import annotations

from io import StringIO

import yaml
from django.core.management import call_command
from rest_framework.test import APIClient

from tests.documents.api.conftest import Ours
from tests.documents.api.test_views import API


def schema() -> dict[str, dict[str, dict[str, object]]]:
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=out)
    return yaml.safe_load(out.getvalue())


def test_the_schema_is_valid_and_made_without_warnings() -> None:
    assert set(schema()["paths"]) == {
        f"{API}/{path}"
        for path in (
            "auth/token/",
            "citations/verify/",
            "cite/",
            "collections/",
            "documents/",
            "documents/{id}/",
            "documents/{id}/events/",
            "documents/{id}/pages/",
            "documents/{id}/password/",
            "documents/{id}/labels/",
            "documents/{id}/labels/restore/",
            "documents/{id}/labels/undo/",
            "documents/{id}/recognize/",
            "documents/{id}/restore/",
            "documents/{id}/revisions/",
            "documents/{id}/text/",
            "search/",
        )
    }


def test_every_operation_says_how_it_refuses() -> None:
    operations = [operation for methods in schema()["paths"].values() for operation in methods.values()]
    assert operations
    assert all("4XX" in operation["responses"] for operation in operations)  # type: ignore[index]


def test_the_schema_is_served_to_whoever_is_signed_in(reader: APIClient, ours: Ours) -> None:
    answer = reader.get(f"{API}/schema/")
    assert answer.status_code == 200
    assert answer.json()["info"]["title"] == "Pincite"
