"""What people ask."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote_plus

from django import forms
from django.utils.translation import gettext_lazy as _

from documents.extractors.media_types import ENCRYPTED_OFFICE
from documents.forms import MEDIA_TYPES
from documents.models import Collection, Document
from documents.querysets import AnyUser

LONGEST_QUERY = 1000  # code points
MOST_ADDRESS_BYTES = 4000
"""Of a query as an address spells it. A passage's link spells it twice, and must fit into 8,190 with its filters."""

TOO_LONG = _("This question is too long to be searched. Ask it in fewer words.")

# A locked file has no text to find.
SEARCHABLE_TYPES = [code for code in MEDIA_TYPES if code != ENCRYPTED_OFFICE]
SEARCHABLE_SOURCES = ("given", "ocr")


class SearchForm(forms.Form):
    """Query and filters, from the address. A filter that is not understood, or not allowed, is left out."""

    most_address_bytes = MOST_ADDRESS_BYTES
    too_long = TOO_LONG

    q = forms.CharField(
        label=_("Search the library"), required=False, max_length=LONGEST_QUERY, error_messages={"max_length": TOO_LONG}
    )
    collection = forms.ModelMultipleChoiceField(queryset=Collection.objects.none(), required=False)
    type = forms.ChoiceField(choices=[(code, code) for code in SEARCHABLE_TYPES], required=False)
    text = forms.ChoiceField(choices=[(code, code) for code in SEARCHABLE_SOURCES], required=False)
    document = forms.ModelChoiceField(queryset=Document.objects.none(), required=False)
    page = forms.IntegerField(min_value=1, max_value=1000, required=False)

    def __init__(self, *args: Any, user: AnyUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["collection"].queryset = Collection.objects.readable_by(user)  # type: ignore[attr-defined]
        self.fields["document"].queryset = Document.objects.visible_to(user)  # type: ignore[attr-defined]
        self.is_valid()

    def clean_q(self) -> str:
        typed: str = self.cleaned_data["q"]
        if len(quote_plus(typed, errors="replace")) > MOST_ADDRESS_BYTES:
            raise forms.ValidationError(TOO_LONG)
        return typed

    @property
    def query(self) -> str:
        return str(self.cleaned_data.get("q", ""))

    @property
    def collections(self) -> list[Collection]:
        return list(self.cleaned_data.get("collection") or ())

    @property
    def within(self) -> Document | None:
        """The one document that is searched; None for all."""
        return self.cleaned_data.get("document")

    def as_search(self) -> dict[str, Any]:
        """The arguments of `queries.search`, less the person who asks."""
        return {"page": self.cleaned_data.get("page") or 1} | self.as_question()

    def as_question(self) -> dict[str, Any]:
        """What is asked, and where, whichever page of the results is shown: the arguments of `queries.ranked`."""
        return {
            "query": self.query,
            "collection_ids": [collection.pk for collection in self.collections] or None,
            "document_id": self.within.pk if self.within else None,
            "media_type": self.cleaned_data.get("type") or None,
            "text_source": self.cleaned_data.get("text") or None,
        }
