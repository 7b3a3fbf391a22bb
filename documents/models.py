"""The truth: what staff manage, the one canonical text of each file they gave, and who did what."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q
from django.urls import reverse
from django.utils import timezone

from documents.extractors.failures import FAILURES, Failure
from documents.querysets import (
    AppendOnlyError,
    CollectionQuerySet,
    DocumentEventQuerySet,
    DocumentQuerySet,
    RevisionManager,
)
from documents.text import PageSpan, Place, parse_page_spans, parse_places

PAGINATED_MEDIA_TYPES = ("application/pdf",)


def original_path(revision: Revision | None, filename: str) -> str:
    """Where an original is kept: a generated name, for the one it came with is the sender's and not to be trusted."""
    return f"originals/{timezone.now():%Y/%m}/{uuid.uuid4().hex}"


class Collection(models.Model):
    """The access boundary: who may read its documents and who may change them."""

    name = models.CharField(max_length=120, unique=True)
    description = models.TextField(blank=True)
    readers = models.ManyToManyField(Group, blank=True, related_name="readable_collections")
    editors = models.ManyToManyField(
        Group, blank=True, related_name="writable_collections", help_text="Editors may read as well."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    title = models.CharField(max_length=300)
    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="documents")
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True)
    owner = models.ForeignKey(
        get_user_model(), on_delete=models.SET_NULL, null=True, blank=True, related_name="documents"
    )
    current_revision = models.ForeignKey(
        "Revision",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The newest revision with text; without one, the newest that was read; else the newest.",
    )
    file_sha256 = models.CharField(max_length=64, help_text="Digest of the newest file given for it.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "file_sha256"],
                condition=Q(deleted_at__isnull=True),
                name="one_undeleted_document_per_file",
            ),
        ]
        indexes = [models.Index(fields=["-updated_at", "-id"], name="document_newest_first")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("document", args=[self.pk])


class Revision(models.Model):
    """One immutable file and the canonical text that was read from it."""

    class Status(models.TextChoices):
        RECEIVED = "RECEIVED", "Received"
        EXTRACTING = "EXTRACTING", "Reading"
        EXTRACTED = "EXTRACTED", "Read"
        NO_TEXT = "NO_TEXT", "No text"
        FAILED = "FAILED", "Failed"

    READ = (Status.EXTRACTED, Status.NO_TEXT)

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(help_text="Counts from 1 within the document.")
    file = models.FileField(upload_to=original_path, max_length=200)
    uploaded_name = models.CharField(max_length=255)
    media_type = models.CharField(max_length=120)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    file_sha256 = models.CharField(max_length=64)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.RECEIVED)

    text = models.TextField(null=True, help_text="The canonical text: the string that every offset indexes.")  # noqa: DJ001 - null is "not read yet", "" is "read, and empty"
    text_sha256 = models.CharField(max_length=64, blank=True)
    page_count = models.PositiveIntegerField(null=True, blank=True)
    page_spans = models.JSONField(
        null=True, blank=True, help_text='A list of {"page", "start", "end"}: code points, half-open.'
    )
    pages_with_text = models.GeneratedField(
        expression=Func(F("page_spans"), function="jsonb_array_length"),
        output_field=models.IntegerField(null=True),
        db_persist=True,
        help_text="How many pages have ink: what lists count by without loading the spans.",
    )
    page_labels = models.JSONField(null=True, blank=True, help_text="One a page, where the file declares them.")
    page_sources = models.JSONField(null=True, blank=True, help_text="One a page: where its text came from.")
    places = models.JSONField(default=list, blank=True)
    notes = models.JSONField(default=list, blank=True, help_text="What was noticed while reading, in words.")
    extractor = models.CharField(max_length=60, blank=True)
    extractor_version = models.CharField(max_length=60, blank=True)

    failure_code = models.CharField(max_length=40, blank=True)
    failure_detail = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="How often a worker has begun to read it.")
    queued_at = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(get_user_model(), on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    extracted_at = models.DateTimeField(null=True, blank=True)

    objects = RevisionManager()

    class Meta:
        base_manager_name = "objects"
        ordering = ["document_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["document", "number"], name="revision_number_once"),
            models.CheckConstraint(
                name="unpaginated_has_no_page_metadata",
                condition=Q(
                    page_count__isnull=True,
                    page_spans__isnull=True,
                    page_labels__isnull=True,
                    page_sources__isnull=True,
                )
                | Q(page_count__isnull=False, page_spans__isnull=False, page_sources__isnull=False),
            ),
            models.CheckConstraint(
                name="only_paginated_types_have_pages",
                condition=Q(page_count__isnull=True) | Q(media_type__in=PAGINATED_MEDIA_TYPES),
            ),
            models.CheckConstraint(
                name="extracted_has_text_and_digest",
                condition=~Q(status="EXTRACTED") | (Q(text__isnull=False) & ~Q(text_sha256="")),
            ),
            models.CheckConstraint(name="failed_has_a_code", condition=~Q(status="FAILED") | ~Q(failure_code="")),
            models.CheckConstraint(
                name="revision_status_known",
                condition=Q(status__in=["RECEIVED", "EXTRACTING", "EXTRACTED", "NO_TEXT", "FAILED"]),
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "queued_at"],
                name="revision_unfinished",
                condition=Q(status__in=["RECEIVED", "EXTRACTING"]),
            ),
            models.Index(fields=["document", "text_sha256"], name="revision_by_text_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.uploaded_name} (revision {self.number})"

    @property
    def is_paginated(self) -> bool:
        return self.page_count is not None

    @property
    def is_read(self) -> bool:
        return self.status in self.READ

    @cached_property
    def spans(self) -> tuple[PageSpan, ...]:
        """The page spans as values; ``()`` without pages. ValueError when what is stored is not page spans."""
        return parse_page_spans(self.page_spans) if self.page_spans is not None else ()

    @cached_property
    def place_values(self) -> tuple[Place, ...]:
        return parse_places(self.places)

    @property
    def pages_without_text(self) -> list[int]:
        """Physical numbers of the pages that have no ink; ``[]`` for a revision without pages."""
        if self.page_count is None:
            return []
        with_text = {span.number for span in self.spans}
        return [number for number in range(1, self.page_count + 1) if number not in with_text]

    @property
    def failure(self) -> Failure | None:
        """What went wrong, in words; None when nothing did."""
        return FAILURES.get(self.failure_code) if self.failure_code else None


class DocumentEvent(models.Model):
    """Who did what to which document, and when. Only ever added: it outlives the document and the person."""

    class Kind(models.TextChoices):
        UPLOADED = "uploaded", "Uploaded"
        REPLACED = "replaced", "File replaced"
        EXTRACTION_REQUESTED = "extraction-requested", "Asked to be read again"
        EXTRACTION_STARTED = "extraction-started", "Reading started"
        EXTRACTED = "extracted", "Text stored"
        NO_TEXT = "no-text", "No text found"
        FAILED = "failed", "Reading failed"
        BECAME_CURRENT = "became-current", "Became the current revision"
        INDEX_REQUESTED = "index-requested", "Asked to be indexed again"
        INDEXED = "indexed", "Indexed"
        AUDITED = "audited", "Page metadata checked"
        UPDATED = "updated", "Changed"
        MOVED = "moved", "Moved to another collection"
        DELETED = "deleted", "Deleted"
        RESTORED = "restored", "Restored"
        PURGED = "purged", "Removed for good"

    document = models.ForeignKey(Document, on_delete=models.DO_NOTHING, db_constraint=False, related_name="events")
    document_title = models.CharField(max_length=300)
    revision_number = models.PositiveIntegerField(null=True, blank=True)
    actor = models.ForeignKey(
        get_user_model(),
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    actor_name = models.CharField(max_length=150, blank=True, help_text="Empty: the system itself.")
    kind = models.CharField(max_length=30, choices=Kind.choices)
    detail = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = DocumentEventQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(F("document"), F("id").desc(), name="event_of_document")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.document_title}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnlyError("an event is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnlyError("an event is never removed")
