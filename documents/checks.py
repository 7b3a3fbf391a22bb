"""What is set wrongly, in words. Nothing is asked of any service."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's own name

from documents import conf

START = "Set it, or start everything with `manage.py up`."


@register(Tags.compatibility)
def check_services_are_named(**kwargs: Any) -> list[CheckMessage]:
    """An address that nobody gave; the local stack gives those that are missing."""
    unnamed = {
        "documents.W001": ("DATABASE_URL", "Postgres", conf.database_url()),
        "documents.W002": ("CELERY_BROKER_URL", "the broker", conf.broker_url()),
    }
    return [
        Warning(f"Nobody said where {what} is: {name} is empty.", hint=START, id=code)
        for code, (name, what, address) in unnamed.items()
        if not address
    ]


@register(Tags.compatibility)
def check_limits(**kwargs: Any) -> list[CheckMessage]:
    """Limits that would refuse every file."""
    limits = conf.extract_limits()
    values = {
        "MAX_UPLOAD_BYTES": conf.max_upload_bytes(),
        "EXTRACT_SECONDS": limits.seconds,
        "EXTRACT_MEMORY_BYTES": limits.memory_bytes,
        "EXTRACT_OUTPUT_BYTES": limits.output_bytes,
        "EXTRACT_ATTEMPTS": conf.extract_attempts(),
    }
    return [
        Error(f"{name} is {value:,}: no file could be read.", hint="Give it a positive number.", id="documents.E001")
        for name, value in values.items()
        if value <= 0
    ]
