"""What is derived from the truth, all of it disposable: the generations of the index and what stands in each.

And what people keep of their own: the questions that they saved, and those that they asked last.
"""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents.models import Document, Revision
from documents.text import TextSpan


class Generation(models.Model):
    """One complete index: a chunking policy, an embedding model, a word configuration, one Chroma collection."""

    collection_name = models.CharField(_("collection name"), max_length=63, unique=True)
    policy = models.JSONField(_("policy"), help_text=_('{"max_tokens", "overlap_tokens"}, in tokens of the model.'))
    model = models.CharField(_("model"), max_length=200, help_text=_("The identity of the embedding model."))
    dimension = models.PositiveIntegerField(_("dimension"), help_text=_("Numbers in one vector."))
    search_config = models.CharField(
        _("search config"), max_length=63, help_text=_("The Postgres configuration words are stemmed with.")
    )
    is_active = models.BooleanField(_("is active"), default=False, help_text=_("The one that is searched."))
    is_candidate = models.BooleanField(
        _("is a candidate"), default=False, help_text=_("Built to be compared with the one that is searched.")
    )
    embedder = models.JSONField(
        _("embedder"),
        default=dict,
        blank=True,
        help_text=_("The settings that a candidate's embedding model is loaded by; keys are not among them."),
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    activated_at = models.DateTimeField(_("activated at"), null=True, blank=True)

    class Meta:
        verbose_name = _("generation")
        verbose_name_plural = _("generations")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["is_active"], condition=Q(is_active=True), name="one_active_generation"),
        ]

    def __str__(self) -> str:
        words = gettext("generation {n} ({model}, chunks of {size} tokens)")
        return words.format(n=self.pk, model=self.model, size=(self.policy or {}).get("max_tokens"))


class IndexRecord(models.Model):
    """What is in a generation for a revision. Written last, so that what it says is there."""

    generation = models.ForeignKey(
        Generation, on_delete=models.CASCADE, related_name="records", verbose_name=_("generation")
    )
    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="index_records", verbose_name=_("document")
    )
    revision = models.ForeignKey(
        Revision, on_delete=models.CASCADE, related_name="index_records", verbose_name=_("revision")
    )
    text_sha256 = models.CharField(_("text sha256"), max_length=64, help_text=_("Digest of the text that was indexed."))
    chunk_count = models.PositiveIntegerField(_("chunk count"))
    search_config = models.CharField(
        _("search config"),
        max_length=63,
        blank=True,
        help_text=_("The Postgres configuration its words were stemmed with; empty for that of the generation."),
    )
    layout = models.PositiveSmallIntegerField(
        _("layout"), default=1, help_text=_("Which release's rules it was written by; what is older is indexed anew.")
    )
    damage = models.TextField(
        _("damage"),
        blank=True,
        help_text=_("Why it has no chunks: what is wrong with the page metadata. Empty when all is well."),
    )
    indexed_at = models.DateTimeField(_("indexed at"), auto_now=True)

    class Meta:
        verbose_name = _("index record")
        verbose_name_plural = _("index records")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["generation", "document"], name="one_record_per_document_and_generation"),
        ]

    def __str__(self) -> str:
        return f"revision {self.revision_id} in generation {self.generation_id}: {self.chunk_count} chunks"


class Chunk(models.Model):
    """A span of a revision's canonical text that is embedded, and the words in it. Its text is not repeated here."""

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="chunks")
    ordinal = models.PositiveIntegerField(help_text=_("Counts from 0 within the revision."))
    start = models.PositiveIntegerField(help_text=_("Code points of the canonical text, half-open."))
    end = models.PositiveIntegerField()
    vector_id = models.CharField(max_length=60, help_text=_("Its id in Chroma: revision and span."))
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the chunk's own text."))
    seams = models.JSONField(
        default=list, blank=True, help_text=_("What is passed over at page breaks within it: [start, end, joins].")
    )
    search_vector = SearchVectorField()

    class Meta:
        ordering = ["revision_id", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["generation", "vector_id"], name="chunk_once_per_generation"),
            models.CheckConstraint(name="chunk_is_not_empty", condition=Q(start__lt=models.F("end"))),
        ]
        indexes = [GinIndex(fields=["search_vector"], name="chunk_words")]

    def __str__(self) -> str:
        return f"chunk {self.vector_id}"

    @property
    def span(self) -> TextSpan:
        return TextSpan(self.start, self.end)


class DocumentHead(models.Model):
    """What a document is called and how it begins: the words that a question names it by."""

    generation = models.ForeignKey(Generation, on_delete=models.CASCADE, related_name="heads", db_index=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="heads")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="heads")
    search_vector = SearchVectorField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["generation", "document"], name="one_head_per_document_and_generation"),
        ]
        indexes = [GinIndex(fields=["search_vector"], name="head_words")]

    def __str__(self) -> str:
        return f"head of document {self.document_id} in generation {self.generation_id}"


class Embedding(models.Model):
    """A cache: what a model made of a text, so that a rebuild, and text that two files share, cost no model work."""

    model = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the text that was embedded."))
    vector = models.BinaryField(help_text=_("Little-endian float32."))
    windows = models.BinaryField(
        null=True, help_text=_("The vectors of its parts, coarser; null where the model does not tell them.")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["model", "digest"], name="embedding_once_per_model_and_text"),
        ]

    def __str__(self) -> str:
        return f"{self.model}: {self.digest[:12]}"


class KnownWord(models.Model):
    """A word of any text that is or was in the index, for help with spelling. Who may read it, the chunks tell."""

    LONGEST = 40

    key = models.CharField(max_length=LONGEST, unique=True, help_text=_("As words are looked up: folded."))

    def __str__(self) -> str:
        return self.key


class SavedSearch(models.Model):
    """A question that a person keeps under a name, with its filters. Only its owner sees it."""

    LONGEST_NAME = 100

    user = models.ForeignKey(
        get_user_model(), on_delete=models.CASCADE, related_name="saved_searches", verbose_name=_("user")
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    question = models.TextField(_("question"), help_text=_("Parameters of the search page, as an address has them."))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("saved search")
        verbose_name_plural = _("saved searches")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="one_saved_search_per_person_and_name"),
        ]

    def __str__(self) -> str:
        return self.name


class RecentSearch(models.Model):
    """A question that a person asked, with its filters, once however often it was. Only its owner sees it."""

    user = models.ForeignKey(
        get_user_model(), on_delete=models.CASCADE, related_name="recent_searches", verbose_name=_("user")
    )
    question = models.TextField(_("question"), help_text=_("Parameters of the search page, as an address has them."))
    digest = models.CharField(max_length=64, help_text=_("SHA-256 of the question."))
    asked_at = models.DateTimeField(_("asked at"))

    class Meta:
        verbose_name = _("recent search")
        verbose_name_plural = _("recent searches")
        ordering = ["-asked_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="one_recent_search_per_person_and_question"),
        ]
        indexes = [models.Index(fields=["user", "-asked_at"], name="recent_by_person")]

    def __str__(self) -> str:
        return self.question
