"""Addresses inside the reader."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

register = template.Library()

KEPT = ("revision", "q", "hit", "view", "zoom", "beside")
"""What a step through the document keeps of the address."""


@register.simple_tag(takes_context=True)
def reader_address(context: dict[str, Any], unit: Any = None, **changes: Any) -> str:
    """`?page=6&label=iv&…`, or `?part=6&…` in a document without pages; the open page or part where none is named."""
    chosen = unit or context.get("unit")
    if hit := context.get("hit"):
        changes = {"hit": hit.number} | changes
    return "?" + address_of(context["request"], chosen, paged=context["revision"].is_paginated, **changes)


def address_of(request: HttpRequest, unit: Any, *, paged: bool, **changes: Any) -> str:
    """The query that opens `unit`; `changes` set or, being None or empty, leave out what else the address holds."""
    query = QueryDict(mutable=True)
    if unit:
        query["page" if paged else "part"] = str(unit.number)
        if unit.has_label:
            query["label"] = unit.label
    kept = {name: request.GET.get(name, "") for name in KEPT} | {name: value or "" for name, value in changes.items()}
    for name, value in kept.items():
        if value:
            query[name] = str(value)
    return query.urlencode()


@register.simple_tag(takes_context=True)
def reader_hit_address(context: dict[str, Any], hit: Any) -> str:
    """The address of a place that was found."""
    return reader_address(context, context["units"][hit.unit - 1], hit=hit.number)


@register.simple_tag
def unit_words(unit: Any, count: int) -> str:
    """ "page iv · 6 of 120", as above a page's text."""
    words = _("page {label} · {n} of {count}") if unit.has_label else _("page {n} of {count}")
    return words.format(label=unit.label, n=intcomma(unit.number), count=intcomma(count))


@register.filter
def number_of_page(unit: Any, revision: Any) -> int | None:
    """None in a document without pages."""
    return unit.number if revision.is_paginated else None
