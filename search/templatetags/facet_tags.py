"""Addresses of results with a value of a facet more or less, and why a passage is among them."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from search.facets import NAMES
from search.results import Hit, SearchPage
from search.similar import Place
from search.sorting import ORDER_WORDS, RELEVANCE
from search.why import in_sentences

register = template.Library()

FACET_WORDS = {
    "collection": _("Collection"),
    "type": _("Type"),
    "year": _("Year"),
    "tag": _("Tag"),
    "text": _("Text"),
}


@register.filter
def facet_word(name: str) -> Any:
    """What a facet is called."""
    return FACET_WORDS[name]


@register.simple_tag(takes_context=True)
def facet_link(context: Context, name: str, value: str) -> str:
    """The results with this value chosen as well; without it where it is."""
    asked = context["request"].GET.copy()
    chosen = asked.getlist(name)
    asked.setlist(name, [one for one in chosen if one != value] if value in chosen else [*chosen, value])
    asked.pop("page", None)
    return f"{reverse('search')}?{asked.urlencode()}"


@register.simple_tag(takes_context=True)
def without_facet(context: Context, name: str) -> str:
    """The results without any choice of a facet."""
    asked = context["request"].GET.copy()
    for dropped in (name, "page"):
        asked.pop(dropped, None)
    return f"{reverse('search')}?{asked.urlencode()}"


@register.simple_tag(takes_context=True)
def without_filters(context: Context, query: str) -> str:
    """The results without any filter at all, those in the words included: `query` is what is left of these."""
    asked = context["request"].GET.copy()
    for dropped in (*NAMES, "document", "page"):
        asked.pop(dropped, None)
    asked["q"] = query
    return f"{reverse('search')}?{asked.urlencode()}"


@register.simple_tag(takes_context=True)
def orders(context: Context, found: SearchPage) -> list[dict[str, Any]]:
    """Each order of the results: its word, its address, and whether it is the one in force."""
    links = []
    for name, word in ORDER_WORDS.items():
        asked = context["request"].GET.copy()
        for dropped in ("sort", "page"):
            asked.pop(dropped, None)
        if name != RELEVANCE:
            asked["sort"] = name
        links.append(
            {"word": word, "url": f"{reverse('search')}?{asked.urlencode()}", "is_current": name == found.order}
        )
    return links


@register.simple_tag
def like_link(document_id: int, start: int, end: int, digest: str) -> str:
    """The search for more like a span of a text."""
    return f"{reverse('search')}?like={Place.of(document_id, start, end, digest).write()}"


@register.filter
def why_sentences(hit: Hit) -> list[str]:
    return in_sentences(hit.why)
