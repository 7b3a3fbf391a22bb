"""The settings that documents reads. Functions, so that a test that changes a setting is heard."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from django.conf import settings

from documents.extractors.batch_archive import BatchBounds
from documents.extractors.sandbox import Limits
from documents.ocr.recognizing import usable_cores
from documents.ocr.values import OcrLimits
from documents.pictures.renderer import RenderLimits

OCR_CHOICES = ("auto", "off")


def max_upload_bytes() -> int:
    return int(settings.MAX_UPLOAD_BYTES)


def batch_bounds() -> BatchBounds:
    return BatchBounds(
        files=settings.BATCH_MAX_FILES,
        file_bytes=settings.MAX_UPLOAD_BYTES,
        total_bytes=settings.BATCH_MAX_BYTES,
    )


def extract_limits() -> Limits:
    return Limits(
        seconds=settings.EXTRACT_SECONDS,
        memory_bytes=settings.EXTRACT_MEMORY_BYTES,
        output_bytes=settings.EXTRACT_OUTPUT_BYTES,
    )


def password_limits() -> Limits:
    """Of a reading that a person waits for, in the process that serves pages."""
    return replace(extract_limits(), seconds=settings.PASSWORD_READ_SECONDS)


def extract_attempts() -> int:
    """How often a revision may be claimed before it is called one that kills its worker."""
    return int(settings.EXTRACT_ATTEMPTS)


def ocr() -> str:
    """One of `OCR_CHOICES`, or a mistake that the checks tell."""
    return str(settings.OCR)


def ocr_by_itself() -> bool:
    """Whether text is recognized as files come in, in collections that say nothing else."""
    return ocr() == "auto"


def ocr_limits() -> OcrLimits:
    """Each process of the worker may recognize text at the same time: a page gets its share of the cores."""
    cores = usable_cores()
    return OcrLimits(
        seconds=settings.OCR_SECONDS,
        memory_bytes=settings.OCR_MEMORY_BYTES,
        languages=settings.OCR_LANGUAGES,
        engine=settings.OCR_ENGINE,
        threads=max(1, cores // (settings.CELERY_WORKER_CONCURRENCY or cores)),
    )


def ocr_slice_seconds() -> float:
    """How long text is recognized in one file before others get their turn."""
    return float(settings.OCR_SLICE_SECONDS)


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


def uploads_root() -> Path:
    """The folder that Django streams large uploads to."""
    return Path(settings.FILE_UPLOAD_TEMP_DIR)


def pictures_root() -> Path:
    return Path(settings.PICTURES_ROOT)


def picture_cache_bytes() -> int:
    return int(settings.PICTURE_CACHE_BYTES)
