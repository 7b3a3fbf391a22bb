"""The shapes that the search's part of the API answers with, and those that it accepts."""

from typing import Any

from rest_framework import serializers

from documents.api.filters import MEDIA_TYPE_OF
from documents.api.serializers import DIGEST_PATTERN, CollectionNameSerializer, DocumentStateSerializer
from documents.models import Document
from search.forms import LONGEST_QUERY, SEARCHABLE_SOURCES
from search.stages import stage_of

MOST_PER_PAGE = 50
MOST_PAGES = 1000
LAST_OFFSET = 2**31 - 1


class StageSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="received, reading, indexing, ready, no-text or failed.")
    words = serializers.CharField()
    advice = serializers.CharField(help_text="What a person can do; empty where there is nothing to do.")
    is_final = serializers.BooleanField(help_text="Whether it stays so by itself: stop asking.")


class IndexedDocumentSerializer(DocumentStateSerializer):
    stage = serializers.SerializerMethodField(help_text="How far the newest file has come.")

    class Meta(DocumentStateSerializer.Meta):
        fields = [*DocumentStateSerializer.Meta.fields, "stage"]

    def get_stage(self, document: Document) -> StageSerializer:
        return StageSerializer(stage_of(document)).data  # type: ignore[return-value]  # the annotation is the schema's


# --- the citation record ---


class CitedDocumentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()


class CitedRevisionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    text_sha256 = serializers.CharField()


class CitedPageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    label = serializers.CharField(allow_null=True)  # type: ignore[assignment]  # a field of that name, not a caption
    start = serializers.IntegerField()
    end = serializers.IntegerField()


class PlaceSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # likewise
    start = serializers.IntegerField()
    end = serializers.IntegerField()


class CitationSerializer(serializers.Serializer[Any]):
    """Enough to find a passage again, or to know that it is gone; null where there is nothing to say."""

    document = CitedDocumentSerializer()
    revision = CitedRevisionSerializer()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    unit = serializers.CharField(help_text="Always “code point”.")
    quote = serializers.CharField()
    prefix = serializers.CharField()
    suffix = serializers.CharField()
    pages = CitedPageSerializer(many=True, allow_null=True)
    page_count = serializers.IntegerField(allow_null=True)
    place = PlaceSerializer(allow_null=True)
    locator = serializers.CharField()
    url = serializers.CharField(allow_null=True)


class ChangeSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="same, removed or added.")
    text = serializers.CharField(trim_whitespace=False)


class NewerPassageSerializer(serializers.Serializer[Any]):
    """What became of a cited passage in a newer revision of its document."""

    kind = serializers.CharField(help_text="exact, edited, gone, no-text or unproved.")
    revision_number = serializers.IntegerField()
    citation = CitationSerializer(source="citation.as_dict", allow_null=True, default=None)
    url = serializers.CharField(allow_null=True, help_text="A path on this site.")
    changes = ChangeSerializer(many=True, help_text="Word by word, for an edited passage.")


class CitedPassageSerializer(CitationSerializer):
    """The citation record and, only where there is a newer file, what became of the passage in it."""

    newer = NewerPassageSerializer(required=False)


# --- what is found ---


class SegmentSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    in_passage = serializers.BooleanField()
    marked = serializers.BooleanField()
    page = serializers.IntegerField(allow_null=True, help_text="Null between pages and without pages.")


class ExcerptSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    segments = SegmentSerializer(many=True)


class EvidenceSerializer(serializers.Serializer[Any]):
    """The best sentence of a passage; the citation is that of the whole passage."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()
    locator = serializers.CharField(help_text="The pages or places of this sentence alone, as in a citation record.")


class HitSerializer(serializers.Serializer[Any]):
    citation = CitationSerializer(source="citation.as_dict")
    evidence = EvidenceSerializer(source="evidence_citation")
    excerpt = ExcerptSerializer()
    score = serializers.FloatField()
    word_rank = serializers.IntegerField(allow_null=True)
    meaning_rank = serializers.IntegerField(allow_null=True)


class FoundDocumentSerializer(serializers.ModelSerializer[Document]):
    collection = CollectionNameSerializer()

    class Meta:
        model = Document
        fields = ["id", "title", "collection"]


class DocumentHitsSerializer(serializers.Serializer[Any]):
    document = FoundDocumentSerializer()
    hits = HitSerializer(many=True)
    more = serializers.IntegerField(help_text="Passages of this document that are not shown.")


class FilterInForceSerializer(serializers.Serializer[Any]):
    """A filter that the question itself names, such as `type:pdf`."""

    name = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField(), help_text="One of them must hold.")
    is_excluded = serializers.BooleanField(help_text="Whether none of them may hold.")
    words = serializers.CharField(help_text="What it is called.")


class SearchPageSerializer(serializers.Serializer[Any]):
    query = serializers.CharField()
    page = serializers.IntegerField()
    has_next = serializers.BooleanField()
    total_passages = serializers.IntegerField()
    total_documents = serializers.IntegerField()
    took_ms = serializers.IntegerField()
    dropped = serializers.IntegerField(help_text="Hits that disagreed with what is stored and are not shown.")
    problems = serializers.ListField(child=serializers.CharField(), help_text="Sentences for the person.")
    filters = FilterInForceSerializer(many=True, help_text="Those that the question itself names.")
    did_you_mean = serializers.CharField(
        allow_blank=True, help_text="The question as it might be spelt, where a word of it is nowhere; else empty."
    )
    results = DocumentHitsSerializer(many=True, source="groups")


# --- what is accepted ---


class QuestionSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(
        max_length=LONGEST_QUERY,
        help_text='Words or a sentence; also "phrases", -words, OR, beginnings* and filters such as type:pdf.',
    )
    collection = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        required=False,
        max_length=100,
        help_text="May be repeated.",
    )
    document = serializers.IntegerField(min_value=1, required=False, default=None)
    type = serializers.ChoiceField(choices=list(MEDIA_TYPE_OF), required=False, default=None)
    text = serializers.ChoiceField(
        choices=list(SEARCHABLE_SOURCES),
        required=False,
        default=None,
        help_text="Where the text comes from: as in the file, or also by text recognition (ocr).",
    )
    page = serializers.IntegerField(min_value=1, max_value=MOST_PAGES, required=False, default=1)
    per_page = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, required=False, default=10)


class CiteSerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField(min_value=1)
    v = serializers.RegexField(DIGEST_PATTERN, help_text="Digest of the text that is cited.")
    start = serializers.IntegerField(min_value=0, max_value=LAST_OFFSET, help_text="Code points, half-open.")
    end = serializers.IntegerField(min_value=1, max_value=LAST_OFFSET)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] <= attrs["start"]:
            raise serializers.ValidationError({"end": ["A passage has at least one code point."]})
        return attrs
