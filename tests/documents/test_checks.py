"""System checks say in words what is set wrongly."""

from __future__ import annotations

from typing import Any

import pytest

from documents.checks import check_limits, check_services_are_named


def test_sound_settings_have_nothing_to_say() -> None:
    assert check_services_are_named() == []
    assert check_limits() == []


@pytest.mark.parametrize(
    ("name", "code"), [("DATABASE_URL", "documents.W001"), ("CELERY_BROKER_URL", "documents.W002")]
)
def test_an_address_that_nobody_gave_is_named(settings: Any, name: str, code: str) -> None:
    setattr(settings, name, "")
    (found,) = check_services_are_named()
    assert found.id == code
    assert name in found.msg


@pytest.mark.parametrize("name", ["MAX_UPLOAD_BYTES", "EXTRACT_SECONDS", "EXTRACT_ATTEMPTS", "EXTRACT_MEMORY_BYTES"])
def test_a_limit_that_would_refuse_every_file_is_named(settings: Any, name: str) -> None:
    setattr(settings, name, 0)
    (found,) = check_limits()
    assert (found.id, name in found.msg) == ("documents.E001", True)
