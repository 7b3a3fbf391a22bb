"""The shapes that the search's part of the API answers with, and those that it accepts."""

from typing import Any

from rest_framework import serializers

from documents.api.filters import MEDIA_TYPE_OF, type_name
from documents.api.serializers import DIGEST_PATTERN, CollectionNameSerializer, DocumentStateSerializer
from documents.forms import LONGEST_TAG
from documents.models import Document
from search.facets import MOST_CHOSEN
from search.forms import LONGEST_QUERY, SEARCHABLE_SOURCES
from search.results import FacetValue
from search.sorting import ORDERS, RELEVANCE
from search.stages import stage_of

MOST_PER_PAGE = 50
MOST_PAGES = 1000
LAST_OFFSET = 2**31 - 1
LIKE_PATTERN = r"^\d{1,18}/\d{1,10}-\d{1,10}(/[0-9a-f]{8,64})?$"


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


class MatchedWordSerializer(serializers.Serializer[Any]):
    asked = serializers.CharField(help_text="As it was typed.")
    stands = serializers.ListField(child=serializers.CharField(), help_text="The forms in which it stands there.")
    pages = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the pages; empty without pages."
    )


class WhySerializer(serializers.Serializer[Any]):
    """What put a passage among the results. Ranks count from 1, and are null where that list does not name it."""

    words = MatchedWordSerializer(many=True, help_text="What was asked for and stands in the passage.")
    word_rank = serializers.IntegerField(allow_null=True)
    meaning_rank = serializers.IntegerField(allow_null=True)
    likeness_rank = serializers.IntegerField(allow_null=True, help_text="Among those like the passage of `like`.")
    score = serializers.FloatField(help_text="What the results of this question are ordered by.")
    named_by = serializers.ListField(
        child=serializers.CharField(), help_text="Words of the question that name the document."
    )


class SamePassageSerializer(serializers.Serializer[Any]):
    citation = CitationSerializer(source="citation.as_dict")
    url = serializers.CharField(help_text="A path on this site.")


class HitSerializer(serializers.Serializer[Any]):
    citation = CitationSerializer(source="citation.as_dict")
    evidence = EvidenceSerializer(source="evidence_citation")
    excerpt = ExcerptSerializer()
    score = serializers.FloatField()
    word_rank = serializers.IntegerField(allow_null=True)
    meaning_rank = serializers.IntegerField(allow_null=True)
    why = WhySerializer()
    same = SamePassageSerializer(many=True, help_text="Places that say the same, and are no results of their own.")
    more_same = serializers.IntegerField(help_text="How many more such places there are.")


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


class FacetValueSerializer(serializers.Serializer[Any]):
    value = serializers.SerializerMethodField("as_parameter", help_text="What the parameter of that name takes.")
    words = serializers.CharField(help_text="What it is called.")
    count = serializers.IntegerField(help_text="Documents among the passages found.")
    is_chosen = serializers.BooleanField()

    def as_parameter(self, one: FacetValue) -> str:
        return type_name(one.value)


class FacetSerializer(serializers.Serializer[Any]):
    """What results can be narrowed to. What was chosen of a facet does not narrow its own counts."""

    name = serializers.CharField(help_text="collection, type, year, tag or text.")
    values = FacetValueSerializer(many=True)


class LikeSerializer(serializers.Serializer[Any]):
    """The passage of which more was asked for."""

    citation = CitationSerializer(source="citation.as_dict")


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
    sort = serializers.CharField(source="order")
    like = LikeSerializer(allow_null=True, help_text="Null where none was asked for, or it is not there.")
    facets = FacetSerializer(many=True, help_text="Empty inside one document.")
    facets_ms = serializers.IntegerField(help_text="The part of took_ms that the facets took.")
    results = DocumentHitsSerializer(many=True, source="groups")


# --- what is accepted ---


def several(child: serializers.Field[Any, Any, Any, Any], told: str = "May be repeated.") -> serializers.ListField:
    """A parameter that an address may repeat: any of its values may hold."""
    return serializers.ListField(child=child, required=False, max_length=MOST_CHOSEN, default=list, help_text=told)


class QuestionSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(
        max_length=LONGEST_QUERY,
        required=False,
        allow_blank=True,
        default="",
        help_text='Words or a sentence; also "phrases", -words, OR, beginnings* and filters such as type:pdf.',
    )
    like = serializers.RegexField(
        LIKE_PATTERN,
        required=False,
        allow_blank=True,
        default="",
        help_text="A passage of which more is asked for, with words or without: DOCUMENT/START-END, code points"
        " of the current text, or DOCUMENT/START-END/DIGEST with the first digits of the digest of a text of it.",
    )
    collection = several(serializers.IntegerField(min_value=1))
    document = serializers.IntegerField(min_value=1, required=False, default=None)
    type = several(serializers.ChoiceField(choices=list(MEDIA_TYPE_OF)))
    tag = several(serializers.CharField(max_length=LONGEST_TAG))
    year = several(serializers.IntegerField(min_value=1, max_value=9999), "Of the last change. May be repeated.")
    text = several(
        serializers.ChoiceField(choices=list(SEARCHABLE_SOURCES)),
        "Where the text comes from: as in the file, or also by text recognition (ocr). May be repeated.",
    )
    sort = serializers.ChoiceField(
        choices=list(ORDERS), required=False, default=RELEVANCE, help_text="The order of the documents that were found."
    )
    page = serializers.IntegerField(min_value=1, max_value=MOST_PAGES, required=False, default=1)
    per_page = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, required=False, default=10)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["q"] and not attrs["like"]:
            raise serializers.ValidationError({"q": ["Ask something: words, or a passage to find more like."]})
        return attrs


class CiteSerializer(serializers.Serializer[Any]):
    document = serializers.IntegerField(min_value=1)
    v = serializers.RegexField(DIGEST_PATTERN, help_text="Digest of the text that is cited.")
    start = serializers.IntegerField(min_value=0, max_value=LAST_OFFSET, help_text="Code points, half-open.")
    end = serializers.IntegerField(min_value=1, max_value=LAST_OFFSET)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] <= attrs["start"]:
            raise serializers.ValidationError({"end": ["A passage has at least one code point."]})
        return attrs
