"""What the documents found have in common: their collections, types, tags, years and the source of their text.

Everything is counted among documents that were found for the question and that the person may read; nothing else is
looked at, so a count tells nothing of what is elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import F
from django.utils.translation import gettext as _

from documents.extractors.registry import FORMATS
from documents.models import Collection
from documents.querysets import AnyUser, DocumentQuerySet
from search.filters.dates import in_year, year_of
from search.results import Facet, FacetValue

NAMES = ("collection", "type", "year", "tag", "text")
"""In the order that they are shown in."""

_MOST_ID = 2**63

MOST_CHOSEN = 20
"""Values of one facet; what is asked for behind them is not looked at."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a person narrowed the results to: of each facet one of the values must hold, of an empty one any does.

    `collection` has ids, `type` media types, `text` "given" or "ocr", `year` years of the last change.
    """

    collection: tuple[int, ...] = ()
    type: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    year: tuple[int, ...] = ()
    text: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The facets of which something was chosen."""
        return [name for name in NAMES if getattr(self, name)]

    def without(self, name: str) -> Chosen:
        return replace(self, **{name: ()})

    def narrow(self, documents: DocumentQuerySet) -> DocumentQuerySet:
        """`documents` of these types, tags, years and sources; the collections are for who knows the person."""
        if self.type:
            documents = documents.filter(current_revision__media_type__in=[_clean(one) for one in self.type])
        if self.tag:
            documents = documents.filter(tags__overlap=[_clean(one) for one in self.tag[:MOST_CHOSEN]])
        if self.year:
            documents = documents.filter(in_year(*self.year[:MOST_CHOSEN]))
        if self.text and set(self.text) != {"given", "ocr"}:
            documents = documents.of_text_source(self.text[0])
        return documents


NOTHING_CHOSEN = Chosen()


@dataclass(frozen=True)
class Facts:
    """What facets and orders need to know of a document that was found."""

    title: str
    updated_at: datetime
    collection_id: int
    collection: str
    media_type: str
    tags: Sequence[str]
    pages_by_ocr: int | None

    @cached_property
    def year(self) -> int:
        return year_of(self.updated_at)

    def values(self, name: str) -> Sequence[str | int]:
        """Its values of a facet."""
        return _VALUES[name](self)


_VALUES: dict[str, Callable[[Facts], Sequence[str | int]]] = {
    "collection": lambda facts: [facts.collection_id],
    "type": lambda facts: [facts.media_type],
    "tag": lambda facts: list(dict.fromkeys(facts.tags)),
    "year": lambda facts: [facts.year],
    "text": lambda facts: ["ocr" if facts.pages_by_ocr else "given"],
}

_COLUMNS = ("title", "updated_at", "collection_id", "collection__name", "media_type", "tags", "pages_by_ocr")


def facts_of(documents: DocumentQuerySet, ids: Iterable[int]) -> dict[int, Facts]:
    """Of those of `documents` with these ids, in one query."""
    rows = documents.filter(pk__any_of=set(ids)).order_by()
    rows = rows.annotate(media_type=F("current_revision__media_type"), pages_by_ocr=F("current_revision__pages_by_ocr"))
    return {pk: Facts(*columns) for pk, *columns in rows.values_list("pk", *_COLUMNS)}


def count_facets(
    found: Mapping[int, Facts], chosen: Chosen, wider: Callable[[str], Mapping[int, Facts]], user: AnyUser
) -> list[Facet]:
    """The facets of the documents `found`, with a count for each value that occurs and for each that was chosen.

    A choice does not narrow its own facet: the values that were not chosen are counted among `wider(name)`, which is
    what would be found without the choice of that facet.
    """
    here = list(found.values())
    return [
        _facet(name, here, list(wider(name).values()) if name in chosen.names else here, chosen, user) for name in NAMES
    ]


def _facet(name: str, found: Sequence[Facts], wide: Sequence[Facts], chosen: Chosen, user: AnyUser) -> Facet:
    picked: tuple[str | int, ...] = getattr(chosen, name)[:MOST_CHOSEN]
    among_found = _counts(name, found)
    counts = _counts(name, wide) | {value: among_found[value] for value in picked}
    words = _words(name, [*wide, *found], picked, user)
    values = [
        FacetValue(str(value), words[value], count, is_chosen=value in picked)
        for value, count in counts.items()
        if value in words
    ]
    values.sort(key=lambda one: (-one.count, -int(one.value) if name == "year" else 0, one.words.casefold(), one.value))
    return Facet(name, values)


def _counts(name: str, facts: Iterable[Facts]) -> Counter[str | int]:
    return Counter(value for one in facts for value in one.values(name))


def _words(name: str, facts: Iterable[Facts], picked: Sequence[str | int], user: AnyUser) -> dict[str | int, str]:
    """What the values are called. A collection that nothing was found in is named only to who may read it."""
    if name == "collection":
        named: dict[str | int, str] = {one.collection_id: one.collection for one in facts}
        if missing := {one for one in picked if one not in named and int(one) < _MOST_ID}:
            named |= dict(Collection.objects.readable_by(user).filter(pk__in=missing).values_list("pk", "name"))
        return named
    values = {value for one in facts for value in one.values(name)} | set(picked)
    return {value: called(name, value) for value in values}


def called(name: str, value: str | int) -> str:
    """What a value of a facet is called, in the language of the page; a collection has a name of its own."""
    if name == "type":
        form = FORMATS.get(str(value))
        return _(form.word) if form else str(value)
    if name == "text":
        return _("with text recognition") if value == "ocr" else _("as in the file")
    return f"#{value}" if name == "tag" else str(value)


def _clean(value: str) -> str:
    return value.replace("\0", "")
