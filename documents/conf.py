"""The settings that documents reads. Functions, so that a test that changes a setting is heard."""

import os
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from documents.extractors.sandbox import Limits
from documents.pictures.renderer import RenderLimits


def max_upload_bytes() -> int:
    return int(settings.MAX_UPLOAD_BYTES)


def extract_limits() -> Limits:
    return Limits(
        seconds=settings.EXTRACT_SECONDS,
        memory_bytes=settings.EXTRACT_MEMORY_BYTES,
        output_bytes=settings.EXTRACT_OUTPUT_BYTES,
    )


def extract_attempts() -> int:
    """How often a revision may be claimed before it is called one that kills its worker."""
    return int(settings.EXTRACT_ATTEMPTS)


def undo_period() -> timedelta:
    return timedelta(days=settings.UNDO_DAYS)


def stalled_after() -> timedelta:
    return timedelta(seconds=settings.STALLED_SECONDS)


def database_url() -> str:
    """Empty where nobody said."""
    return str(settings.DATABASE_URL)


def broker_url() -> str:
    """Empty where nobody said."""
    return str(settings.CELERY_BROKER_URL)


def public_url() -> str:
    """Where people reach this site, without a slash at the end."""
    return str(settings.PUBLIC_URL)


def render_limits() -> RenderLimits:
    return RenderLimits(
        seconds=settings.PICTURE_SECONDS,
        memory_bytes=settings.PICTURE_MEMORY_BYTES,
        wait_seconds=settings.PICTURE_WAIT_SECONDS,
        at_once=settings.PICTURES_AT_ONCE or os.cpu_count() or 1,
    )


def pictures_root() -> Path:
    return Path(settings.PICTURES_ROOT)


def picture_cache_bytes() -> int:
    return int(settings.PICTURE_CACHE_BYTES)
