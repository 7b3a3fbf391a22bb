"""What is set wrongly, in words. Nothing is asked of any service."""

from __future__ import annotations

import os
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register  # noqa: A004 - Django's own name

from documents import conf
from documents.ocr.engines import OcrUnavailable
from documents.services.requesting_ocr import engine_for_settings
from documents.services.uploads import uploads_folder

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
def check_text_recognition(**kwargs: Any) -> list[CheckMessage]:
    """A word that means nothing; and an engine that is not here, where text is to be recognized by itself."""
    found: list[CheckMessage] = []
    if conf.ocr() not in conf.OCR_CHOICES:
        hint = f"Use one of {', '.join(conf.OCR_CHOICES)}."
        found.append(Error(f"OCR is {conf.ocr()!r}.", hint=hint, id="documents.E002"))
    if not conf.ocr_by_itself():
        return found
    try:
        engine_for_settings()
    except OcrUnavailable as unavailable:
        hint = f"See docs/ocr.md ({unavailable.detail})."
        found.append(Warning(unavailable.sentence, hint=hint, id="documents.W003"))
    return found


@register(Tags.compatibility)
def check_uploads_folder(**kwargs: Any) -> list[CheckMessage]:
    """Where no folder can be made or written to, every upload that is not small would fail."""
    try:
        writable = os.access(uploads_folder(), os.W_OK | os.X_OK)
    except OSError:
        writable = False
    if writable:
        return []
    hint = "Set UPLOADS_ROOT to a folder that this user may write to."
    return [Error(f"Uploads cannot be streamed to {conf.uploads_root()}.", hint=hint, id="documents.E003")]


@register(Tags.compatibility)
def check_limits(**kwargs: Any) -> list[CheckMessage]:
    """Limits that would refuse every file."""
    limits = conf.extract_limits()
    values = {
        "MAX_UPLOAD_BYTES": conf.max_upload_bytes(),
        "EXTRACT_SECONDS": limits.seconds,
        "EXTRACT_MEMORY_BYTES": limits.memory_bytes,
        "EXTRACT_OUTPUT_BYTES": limits.output_bytes,
        "PASSWORD_READ_SECONDS": conf.password_limits().seconds,
        "EXTRACT_ATTEMPTS": conf.extract_attempts(),
        "OCR_SECONDS": conf.ocr_limits().seconds,
        "OCR_MEMORY_BYTES": conf.ocr_limits().memory_bytes,
    }
    return [
        Error(f"{name} is {value:,}: no file could be read.", hint="Give it a positive number.", id="documents.E001")
        for name, value in values.items()
        if value <= 0
    ]
