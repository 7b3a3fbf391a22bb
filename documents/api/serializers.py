"""The shapes that the documents' part of the API answers with, and those that it accepts."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from documents import conf, services
from documents.api.access import may_edit
from documents.api.filters import type_name
from documents.extractors.passwords import LONGEST_PASSWORD
from documents.models import Collection, Document, DocumentEvent, Revision

MOST_TAGS = 50
DIGEST_PATTERN = r"^[0-9a-f]{64}\Z"


class CollectionNameSerializer(serializers.ModelSerializer[Collection]):
    class Meta:
        model = Collection
        fields = ["id", "name"]


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    documents = serializers.IntegerField(source="documents_count", help_text="How many stand in it.")
    may_write = serializers.BooleanField(help_text="Whether you may put documents into it.")

    class Meta:
        model = Collection
        fields = ["id", "name", "description", "documents", "may_write"]


class FailureSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable: programs may depend on it.")
    sentence = serializers.CharField()
    advice = serializers.CharField()


class RevisionSerializer(serializers.ModelSerializer[Revision]):
    """One file and what was read from it, without any column that grows with the document."""

    type = serializers.SerializerMethodField(help_text="Short name of the media type.")
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    failure = FailureSerializer(allow_null=True, read_only=True)

    class Meta:
        model = Revision
        fields = [
            "number",
            "status",
            "failure",
            "uploaded_name",
            "media_type",
            "type",
            "size",
            "file_sha256",
            "text_sha256",
            "page_count",
            "pages_with_text",
            "pages_by_ocr",
            "ocr_wanted",
            "extractor",
            "extractor_version",
            "created_by",
            "created_at",
            "extracted_at",
        ]

    def get_type(self, revision: Revision) -> str:
        return type_name(revision.media_type)


class DocumentSerializer(serializers.ModelSerializer[Document]):
    collection = CollectionNameSerializer()
    tags = serializers.ListField(child=serializers.CharField())
    owner = serializers.CharField(source="owner.username", default=None, allow_null=True)
    current_revision = RevisionSerializer(
        allow_null=True,
        help_text="The newest revision with text; without one, the newest that was read; else the newest.",
    )
    url = serializers.SerializerMethodField(help_text="Where people read it.")

    class Meta:
        model = Document
        fields = [
            "id",
            "title",
            "collection",
            "tags",
            "owner",
            "current_revision",
            "url",
            "created_at",
            "updated_at",
        ]

    def get_url(self, document: Document) -> str:
        return conf.public_url() + document.get_absolute_url()


class AttachmentSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(default="")
    size = serializers.IntegerField(allow_null=True, default=None, help_text="Bytes, where the file tells them.")
    page = serializers.IntegerField(allow_null=True, default=None, help_text="Physical, where it is marked on a page.")


class DocumentStateSerializer(DocumentSerializer):
    """One document with what its lists leave out."""

    newest_revision = serializers.SerializerMethodField(
        help_text="Differs from the current one while a new file is being read, and after that failed."
    )
    pages_without_text = serializers.SerializerMethodField(
        help_text="Physical page numbers; null without pages, and where the stored pages are damaged."
    )
    notes = serializers.SerializerMethodField(help_text="What was noticed while reading, in words.")
    attachments = serializers.SerializerMethodField(help_text="Files inside the current file: listed, never opened.")
    may_edit = serializers.SerializerMethodField(help_text="Whether you may change it.")

    class Meta(DocumentSerializer.Meta):
        fields = [
            *DocumentSerializer.Meta.fields,
            "newest_revision",
            "pages_without_text",
            "notes",
            "attachments",
            "may_edit",
        ]

    def get_newest_revision(self, document: Document) -> RevisionSerializer:
        newest = document.revisions.light().select_related("created_by").order_by("-number").first()
        return RevisionSerializer(newest).data  # type: ignore[return-value]  # the annotation is the schema's

    def get_pages_without_text(self, document: Document) -> list[int] | None:
        revision = document.current_revision
        if revision is None or not revision.is_paginated:
            return None
        try:
            return revision.pages_without_text
        except ValueError:
            return None

    def get_notes(self, document: Document) -> list[str]:
        notes = document.current_revision.notes if document.current_revision else []
        return [str(note) for note in notes] if isinstance(notes, list) else []

    @extend_schema_field(AttachmentSerializer(many=True))
    def get_attachments(self, document: Document) -> list[dict[str, Any]]:
        stored = document.current_revision.attachments if document.current_revision else []
        return [AttachmentSerializer(one).data for one in stored if isinstance(one, dict)]

    def get_may_edit(self, document: Document) -> bool:
        return may_edit(self.context["request"], document)


class TwinSerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField(source="document.pk")
    title = serializers.CharField(source="document.title")
    revision = serializers.IntegerField(source="revision_number", help_text="The revision that has the same file.")
    is_deleted = serializers.BooleanField(help_text="Then it can be restored once the new document is deleted.")


class ReceivedSerializer(serializers.Serializer[Any]):
    """`is_new` is false when the collection already held this file, as `document`."""

    is_new = serializers.BooleanField(source="received.is_new")
    document = DocumentSerializer(source="received.document")
    password_problem = FailureSerializer(
        source="problem",
        allow_null=True,
        help_text="Why the file, which is stored, was not read with the password that came with it; "
        "null where none did.",
    )
    earlier = serializers.SerializerMethodField(
        help_text="Of a new document: another one of the collection that held this file before."
    )

    @extend_schema_field(TwinSerializer(allow_null=True))
    def get_earlier(self, taken: services.ReceivedWithPassword) -> dict[str, Any] | None:
        new = taken.received.document if taken.received.is_new else None
        twin = services.earlier_holders([new]).get(new.pk) if new else None
        return TwinSerializer(twin).data if twin else None


class BatchFileSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="Its place in the archive.")
    outcome = serializers.ChoiceField(choices=["new", "held", "refused"])
    document = DocumentSerializer(allow_null=True, help_text="Null where it was refused.")
    failure = FailureSerializer(allow_null=True, help_text="Why it was refused.")
    earlier = TwinSerializer(allow_null=True)


class BatchSerializer(serializers.Serializer[Any]):
    """What became of each file of a ZIP archive, in its order."""

    archive = serializers.CharField()
    new = serializers.IntegerField()
    held = serializers.IntegerField()
    refused = serializers.IntegerField()
    passed_over = serializers.IntegerField(help_text="Files that systems leave in archives, and hidden ones.")
    files = BatchFileSerializer(many=True)


class EventSerializer(serializers.ModelSerializer[DocumentEvent]):
    words = serializers.CharField(source="get_kind_display", help_text="The kind, for a person.")

    class Meta:
        model = DocumentEvent
        fields = ["id", "kind", "words", "actor_name", "revision_number", "detail", "created_at"]


class TextSerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField(source="document_id")
    revision = serializers.IntegerField(source="number")
    text_sha256 = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField(help_text="Where this answer stops: it holds a limited number of code points.")
    characters = serializers.IntegerField(help_text="Of the whole text, in code points.")
    unit = serializers.CharField(help_text="Always “code point”.")
    text = serializers.CharField()


class PageProblemSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Stable: programs may depend on it.")
    sentence = serializers.CharField()


class PageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="Physical, from 1.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field of that name, not the caption of this one
        allow_null=True, help_text="As printed: declared by the file, or corrected; null where there is none."
    )
    start = serializers.IntegerField(allow_null=True, help_text="Code points; null for a page without text.")
    end = serializers.IntegerField(allow_null=True)
    source = serializers.CharField(  # type: ignore[assignment]  # likewise
        allow_null=True, help_text="Where its text came from."
    )
    extractor = serializers.CharField(
        allow_null=True, help_text="What read it, with its version; null if nothing could."
    )
    problem = PageProblemSerializer(allow_null=True, help_text="What is wrong with the page; null where nothing is.")


# --- what is accepted ---


class TagsField(serializers.ListField):
    child = serializers.CharField(max_length=60, allow_blank=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MOST_TAGS, **kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        """Each tag once, blank ones left out."""
        return list(dict.fromkeys(tag for tag in super().to_internal_value(data) if tag))


class FilePasswordField(serializers.CharField):
    def __init__(self, **kwargs: Any) -> None:
        hidden = {"input_type": "password"}
        super().__init__(max_length=LONGEST_PASSWORD, trim_whitespace=False, write_only=True, style=hidden, **kwargs)


class UploadSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(allow_empty_file=True, use_url=False)
    collection = serializers.IntegerField(min_value=1)
    title = serializers.CharField(max_length=300, required=False, allow_blank=True)
    tags = TagsField(required=False)
    password = FilePasswordField(required=False, allow_blank=True, help_text="Of the file, where it needs one.")


class FilePasswordSerializer(serializers.Serializer[Any]):
    password = FilePasswordField(help_text="Used for one reading, and not stored.")


class ReplacementSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(allow_empty_file=True, use_url=False)


class DocumentChangesSerializer(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=300, required=False)
    collection = serializers.IntegerField(min_value=1, required=False)
    tags = TagsField(required=False)


class RevisionChoiceSerializer(serializers.Serializer[Any]):
    """Which text: by the digest that a citation carries."""

    v = serializers.RegexField(
        DIGEST_PATTERN,
        required=False,
        default="",
        help_text="Digest; without it, the current text.",
    )


class TextSpanSerializer(RevisionChoiceSerializer):
    start = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, default=0)
    end = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False, default=None)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] is not None and attrs["end"] < attrs["start"]:
            raise serializers.ValidationError({"end": ["The end comes before the start."]})
        return attrs


class CredentialsSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(source="key")
