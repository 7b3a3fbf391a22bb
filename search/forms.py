"""What people ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote_plus, urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from documents.extractors.media_types import ENCRYPTED_OFFICE
from documents.forms import LONGEST_TAG, MEDIA_TYPES
from documents.models import Collection, Document
from documents.querysets import AnyUser
from search.facets import MOST_CHOSEN, Chosen
from search.models import SavedSearch
from search.similar import Place
from search.sorting import ORDERS, RELEVANCE

LONGEST_QUERY = 1000  # code points
MOST_ADDRESS_BYTES = 4000
"""Of a query as an address spells it. A passage's link spells it twice, and must fit into 8,190 with its filters."""

TOO_LONG = _("This question is too long to be searched. Ask it in fewer words.")

# A locked file has no text to find.
SEARCHABLE_TYPES = [code for code in MEDIA_TYPES if code != ENCRYPTED_OFFICE]
SEARCHABLE_SOURCES = ("given", "ocr")


class SomeField(forms.Field):
    """Values that an address may repeat, each once, in their order; those that are not understood are left out."""

    widget = forms.SelectMultiple

    def __init__(self, understood: Callable[[str], Any]) -> None:
        super().__init__(required=False)
        self._understood = understood

    def clean(self, value: Any) -> list[Any]:
        values = value if isinstance(value, list | tuple) else [value]
        read = (self._understood(str(one)) for one in values[: 4 * MOST_CHOSEN] if one is not None)
        return list(dict.fromkeys(one for one in read if one is not None))[:MOST_CHOSEN]


class SearchForm(forms.Form):
    """Query and filters, from the address. A filter that is not understood, or not allowed, is left out."""

    most_address_bytes = MOST_ADDRESS_BYTES
    too_long = TOO_LONG

    q = forms.CharField(
        label=_("Search the library"), required=False, max_length=LONGEST_QUERY, error_messages={"max_length": TOO_LONG}
    )
    collection = SomeField(lambda typed: _number(typed, 18))
    type = SomeField(lambda typed: typed if typed in SEARCHABLE_TYPES else None)
    year = SomeField(lambda typed: _number(typed, 4))
    tag = SomeField(lambda typed: typed[:LONGEST_TAG].replace("\0", "") or None)
    text = SomeField(lambda typed: typed if typed in SEARCHABLE_SOURCES else None)
    document = forms.ModelChoiceField(queryset=Document.objects.none(), required=False)
    like = forms.CharField(required=False, max_length=120)
    sort = forms.ChoiceField(choices=[(order, order) for order in ORDERS], required=False)
    page = forms.IntegerField(min_value=1, max_value=1000, required=False)

    def __init__(self, *args: Any, user: AnyUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._readable = Collection.objects.readable_by(user)
        self.fields["document"].queryset = Document.objects.visible_to(user)  # type: ignore[attr-defined]
        self.is_valid()

    def clean_q(self) -> str:
        typed: str = self.cleaned_data["q"]
        if len(quote_plus(typed, errors="replace")) > MOST_ADDRESS_BYTES:
            raise forms.ValidationError(TOO_LONG)
        return typed

    def clean_collection(self) -> list[int]:
        asked = self.cleaned_data["collection"]
        readable = set(self._readable.filter(pk__in=asked).values_list("pk", flat=True)) if asked else set()
        return [pk for pk in asked if pk in readable]

    def clean_like(self) -> str:
        written: str = self.cleaned_data["like"]
        return written if Place.read(written) else ""

    @property
    def query(self) -> str:
        return str(self.cleaned_data.get("q", ""))

    @property
    def example(self) -> str:
        """The passage of which more is asked for, as its address has it; empty for none."""
        return str(self.cleaned_data.get("like", ""))

    @property
    def is_asked(self) -> bool:
        """Whether there is anything to be answered."""
        return bool(self.query or self.example) and not self.errors.get("q")

    @property
    def within(self) -> Document | None:
        """The one document that is searched; None for all."""
        return self.cleaned_data.get("document")

    @property
    def chosen(self) -> Chosen:
        return Chosen(**{name: tuple(self.cleaned_data.get(name) or ()) for name in _CHOICES})

    @property
    def order(self) -> str:
        return self.cleaned_data.get("sort") or RELEVANCE

    def as_search(self) -> dict[str, Any]:
        """The arguments of `queries.search`, less the person who asks."""
        return {"page": self.cleaned_data.get("page") or 1} | self.as_question()

    def as_question(self) -> dict[str, Any]:
        """What is asked, and where, whichever page of the results is shown: the arguments of `queries.ranked`."""
        return {
            "query": self.query,
            "chosen": self.chosen,
            "document_id": self.within.pk if self.within else None,
            "like": self.example,
            "order": self.order,
        }

    def kept(self) -> list[tuple[str, str]]:
        """All but the words and the page, as an address has it: what a new question in the same place keeps."""
        several = [(name, str(value)) for name in _CHOICES for value in self.cleaned_data.get(name) or ()]
        single = {
            "document": self.within.pk if self.within else "",
            "like": self.example,
            "sort": self.order if self.order != RELEVANCE else "",
        }
        return [*several, *((name, str(value)) for name, value in single.items() if value)]

    def as_address(self) -> str:
        """The question with its filters as an address has it, without the page: nothing but what is understood here."""
        return urlencode([*([("q", self.query)] if self.query else []), *self.kept()], errors="replace")


class SearchNameForm(forms.Form):
    """What a search that is kept is called."""

    name = forms.CharField(
        label=_("Name"),
        max_length=SavedSearch.LONGEST_NAME,
        error_messages={
            "required": _("Give the search a name to find it by."),
            "max_length": _("Choose a shorter name."),
        },
    )


_CHOICES = ("collection", "type", "year", "tag", "text")


def _number(typed: str, longest: int) -> int | None:
    """What a decimal number of at most so many digits says; None for anything else, and for nought."""
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= longest
    return (int(typed) or None) if is_number else None
