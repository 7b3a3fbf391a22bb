"""The truth: what staff manage, the one canonical text of each file they gave, and who did what."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from documents.extractors.failures import Failure
from documents.extractors.registry import FORMATS
from documents.failure_words import failure_in_words
from documents.querysets import (
    AppendOnlyError,
    CollectionQuerySet,
    DocumentEventQuerySet,
    DocumentQuerySet,
    RevisionManager,
)
from documents.text import PageSpan, Place, parse_page_spans, parse_places

PAGINATED_MEDIA_TYPES = tuple(form.media_type for form in FORMATS.values() if form.has_pages)


def original_path(revision: Revision | None, filename: str) -> str:
    """Where an original is kept: a generated name, for the one it came with is the sender's and not to be trusted."""
    return f"originals/{timezone.now():%Y/%m}/{uuid.uuid4().hex}"


class OcrChoice(models.TextChoices):
    """Whether the scans of a collection are recognized as they come in; by itself, as the setting OCR says."""

    DEFAULT = "default", _("As the settings say")
    ON = "on", _("On")
    OFF = "off", _("Off")


class Collection(models.Model):
    """The access boundary: who may read its documents and who may change them."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    description = models.TextField(_("description"), blank=True)
    readers = models.ManyToManyField(Group, blank=True, related_name="readable_collections", verbose_name=_("readers"))
    editors = models.ManyToManyField(
        Group,
        blank=True,
        related_name="writable_collections",
        help_text=_("Editors may read as well."),
        verbose_name=_("editors"),
    )
    ocr = models.CharField(
        _("text recognition"),
        max_length=7,
        choices=OcrChoice.choices,
        default=OcrChoice.DEFAULT,
        help_text=_("Whether pages without text are read by text recognition (OCR) as files come in."),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    title = models.CharField(_("title"), max_length=300)
    collection = models.ForeignKey(
        Collection, on_delete=models.PROTECT, related_name="documents", verbose_name=_("collection")
    )
    tags = ArrayField(models.CharField(max_length=60), default=list, blank=True, verbose_name=_("tags"))
    owner = models.ForeignKey(
        get_user_model(),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="documents",
        verbose_name=_("owner"),
    )
    current_revision = models.ForeignKey(
        "Revision",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The newest revision with text; without one, the newest that was read; else the newest."),
        verbose_name=_("current revision"),
    )
    file_sha256 = models.CharField(
        _("file sha256"), max_length=64, help_text=_("Digest of the newest file given for it.")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        verbose_name = _("document")
        verbose_name_plural = _("documents")
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
        RECEIVED = "RECEIVED", _("Received")
        EXTRACTING = "EXTRACTING", _("Reading")
        EXTRACTED = "EXTRACTED", pgettext_lazy("state of a file", "Read")
        NO_TEXT = "NO_TEXT", _("No text")
        FAILED = "FAILED", _("Failed")

    READ = (Status.EXTRACTED, Status.NO_TEXT)

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="revisions", verbose_name=_("document")
    )
    number = models.PositiveIntegerField(_("number"), help_text=_("Counts from 1 within the document."))
    file = models.FileField(_("file"), upload_to=original_path, max_length=200)
    uploaded_name = models.CharField(_("uploaded name"), max_length=255)
    media_type = models.CharField(_("media type"), max_length=120)
    size = models.PositiveBigIntegerField(_("size"), help_text=_("Bytes."))
    file_sha256 = models.CharField(_("file sha256"), max_length=64)
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.RECEIVED)

    text = models.TextField(  # noqa: DJ001 - null is "not read yet", "" is "read, and empty"
        _("text"), null=True, help_text=_("The canonical text: the string that every offset indexes.")
    )
    text_sha256 = models.CharField(_("text sha256"), max_length=64, blank=True)
    page_count = models.PositiveIntegerField(_("page count"), null=True, blank=True)
    page_spans = models.JSONField(
        _("page spans"),
        null=True,
        blank=True,
        help_text=_('A list of {"page", "start", "end"}: code points, half-open.'),
    )
    pages_with_text = models.GeneratedField(
        expression=Func(F("page_spans"), function="jsonb_array_length"),
        output_field=models.IntegerField(null=True),
        db_persist=True,
        help_text=_("How many pages have ink: what lists count by without loading the spans."),
        verbose_name=_("pages with text"),
    )
    page_labels = models.JSONField(
        _("page labels"),
        null=True,
        blank=True,
        help_text=_("One a page, where there are any: as declared, or as someone corrected them."),
    )
    declared_page_labels = models.JSONField(
        _("declared page labels"),
        null=True,
        blank=True,
        help_text=_("One a page, where the file declares them. Never changed."),
    )
    page_sources = models.JSONField(
        _("page sources"), null=True, blank=True, help_text=_("One a page: where its text came from.")
    )
    page_extractors = models.JSONField(
        _("page extractors"),
        null=True,
        blank=True,
        help_text=_("One a page: what read it, with its version; null where nothing could."),
    )
    page_problems = models.JSONField(
        _("page problems"),
        null=True,
        blank=True,
        help_text=_("One a page: the code of what is wrong with it, or null."),
    )
    pages_by_ocr = models.GeneratedField(
        expression=Func(
            Func(
                F("page_sources"),
                Value('$[*] ? (@ == "OCR")'),
                function="jsonb_path_query_array",
                template="%(function)s(%(expressions)s::jsonpath)",
            ),
            function="jsonb_array_length",
        ),
        output_field=models.IntegerField(null=True),
        db_persist=True,
        help_text=_("How many pages have their text from OCR."),
        verbose_name=_("pages by OCR"),
    )
    ocr_wanted = models.BooleanField(
        _("OCR wanted"), default=False, help_text=_("Pages without text are to be read by text recognition.")
    )
    attachments = models.JSONField(
        _("attachments"),
        default=list,
        blank=True,
        help_text=_('Files inside the file, only listed: {"name", "size", "page"}; bytes.'),
    )
    places = models.JSONField(_("places"), default=list, blank=True)
    notes = models.JSONField(
        _("notes"), default=list, blank=True, help_text=_("What was noticed while reading, in words.")
    )
    extractor = models.CharField(_("extractor"), max_length=60, blank=True)
    extractor_version = models.CharField(_("extractor version"), max_length=60, blank=True)

    failure_code = models.CharField(_("failure code"), max_length=40, blank=True)
    failure_detail = models.TextField(_("failure detail"), blank=True)
    attempts = models.PositiveSmallIntegerField(
        _("attempts"), default=0, help_text=_("How often a worker has begun to read it.")
    )
    work_done = models.PositiveIntegerField(
        _("work done"),
        null=True,
        blank=True,
        help_text=_("Pages while it is read, chunks while it is indexed: a hint, not a state."),
    )
    work_total = models.PositiveIntegerField(_("work total"), null=True, blank=True)
    queued_at = models.DateTimeField(_("queued at"), default=timezone.now)
    claimed_at = models.DateTimeField(_("claimed at"), null=True, blank=True)
    created_by = models.ForeignKey(
        get_user_model(),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("created by"),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    extracted_at = models.DateTimeField(_("extracted at"), null=True, blank=True)

    objects = RevisionManager()

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
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
                    declared_page_labels__isnull=True,
                    page_sources__isnull=True,
                    page_extractors__isnull=True,
                    page_problems__isnull=True,
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
        return gettext("{name} (revision {n})").format(name=self.uploaded_name, n=self.number)

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
        """What went wrong, in words of the active language; None when nothing did."""
        return failure_in_words(self.failure_code)


class RecognizedPage(models.Model):
    """What OCR read on one page of a revision's file, before cleaning, and where each word stands on the page."""

    revision = models.ForeignKey(
        Revision, on_delete=models.CASCADE, related_name="recognized_pages", verbose_name=_("revision")
    )
    page = models.PositiveIntegerField(_("page"), help_text=_("The physical page number."))
    engine = models.CharField(_("engine"), max_length=60)
    engine_version = models.CharField(_("engine version"), max_length=60)
    languages = models.CharField(_("languages"), max_length=120, blank=True)
    text = models.TextField(_("text"), blank=True)
    words = models.JSONField(
        _("words"),
        default=list,
        help_text=_("[start, end, x0, y0, x1, y1]: code points of the text, and 65535ths of the page as displayed."),
    )
    problem = models.CharField(_("problem"), max_length=40, blank=True)
    seconds = models.FloatField(_("seconds"), default=0)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("recognized page")
        verbose_name_plural = _("recognized pages")
        ordering = ["revision_id", "page"]
        constraints = [models.UniqueConstraint(fields=["revision", "page"], name="one_recognition_of_a_page")]

    def __str__(self) -> str:
        return f"page {self.page} of revision {self.revision_id}, by {self.engine}"


class DocumentEvent(models.Model):
    """Who did what to which document, and when. Only ever added: it outlives the document and the person."""

    class Kind(models.TextChoices):
        UPLOADED = "uploaded", _("Uploaded")
        REPLACED = "replaced", _("File replaced")
        EXTRACTION_REQUESTED = "extraction-requested", _("Asked to be read again")
        OCR_REQUESTED = "ocr-requested", _("Text recognition asked for")
        EXTRACTION_STARTED = "extraction-started", _("Reading started")
        EXTRACTED = "extracted", _("Text stored")
        NO_TEXT = "no-text", _("No text found")
        FAILED = "failed", _("Reading failed")
        BECAME_CURRENT = "became-current", _("Became the current revision")
        INDEX_REQUESTED = "index-requested", _("Asked to be indexed again")
        INDEXED = "indexed", _("Indexed")
        AUDITED = "audited", _("Page metadata checked")
        LABELS_CORRECTED = "labels-corrected", _("Page labels corrected")
        LABELS_UNDONE = "labels-undone", _("Correction of page labels undone")
        LABELS_RESTORED = "labels-restored", _("Page labels as the file declares them again")
        LABELS_KEPT = "labels-kept", _("Corrected page labels kept")
        UPDATED = "updated", _("Changed")
        MOVED = "moved", _("Moved to another collection")
        DELETED = "deleted", _("Deleted")
        RESTORED = "restored", _("Restored")
        PURGED = "purged", _("Removed for good")

    document = models.ForeignKey(
        Document, on_delete=models.DO_NOTHING, db_constraint=False, related_name="events", verbose_name=_("document")
    )
    document_title = models.CharField(_("document title"), max_length=300)
    revision_number = models.PositiveIntegerField(_("revision number"), null=True, blank=True)
    actor = models.ForeignKey(
        get_user_model(),
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("actor"),
    )
    actor_name = models.CharField(_("actor name"), max_length=150, blank=True, help_text=_("Empty: the system itself."))
    kind = models.CharField(_("kind"), max_length=30, choices=Kind.choices)
    detail = models.JSONField(_("detail"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = DocumentEventQuerySet.as_manager()

    class Meta:
        verbose_name = _("document event")
        verbose_name_plural = _("document events")
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
